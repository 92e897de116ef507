package grammar

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// pattern is a pattern of the file: of a single match, or of a region from one
// match to another. Of what TextMate knows the file uses, and this reads, only
// the fields below; no capture stands within another, and no region.
type pattern struct {
	Name       string // the scope
	Match      string
	Begin, End string
	Captures   map[string]struct{ Name string }
	Patterns   []*pattern // within a region

	inside *group // of a region: its end, then its patterns
	isEnd  bool
	first  int // the index, in the group's expression, of the capture 0
	count  int // how many captures follow it
}

// group is a list of patterns as one expression. The expression finds the
// leftmost match, and of several there the one written first: what TextMate
// asks for.
type group struct {
	expr     *regexp.Regexp
	patterns []*pattern
}

// parse reads the grammar. The file is embedded and tested, so nothing can be
// wrong with it.
func parse(data []byte) *group {
	var root pattern
	if err := json.Unmarshal(data, &root); err != nil {
		panic(fmt.Sprintf("the embedded grammar: %v", err))
	}
	return newGroup(root.Patterns)
}

func newGroup(patterns []*pattern) *group {
	parts := make([]string, len(patterns))
	next := 1
	for i, p := range patterns {
		if p.Begin != "" {
			p.inside = newGroup(append([]*pattern{{Match: p.End, isEnd: true}}, p.Patterns...))
		}
		source := p.Match + p.Begin // a pattern has one of them
		p.first, p.count = next, regexp.MustCompile(source).NumSubexp()
		next += p.count + 1
		parts[i] = "(" + source + ")"
	}
	return &group{regexp.MustCompile(strings.Join(parts, "|")), patterns}
}

// find returns the first match in a text, or nil.
func (g *group) find(text string) *match {
	found := g.expr.FindStringSubmatchIndex(text)
	if found == nil {
		return nil
	}
	for _, p := range g.patterns {
		if found[2*p.first] >= 0 {
			return &match{p, found[2*p.first:]}
		}
	}
	return nil
}

// match is where a pattern was found; the bounds are those of its capture 0,
// then of the others, and of what follows in the group.
type match struct {
	pattern *pattern
	bounds  []int
}

func (m *match) start() int { return m.bounds[0] }
func (m *match) end() int   { return m.bounds[1] }

// capture is a part of a match that has a scope of its own.
type capture struct {
	start, end int
	scope      string
}

// captures returns the captures that hold something, in order.
func (m *match) captures() []capture {
	var out []capture
	for i := 1; i <= m.pattern.count; i++ {
		start, end := m.bounds[2*i], m.bounds[2*i+1]
		if start < end {
			out = append(out, capture{start, end, m.pattern.Captures[fmt.Sprint(i)].Name})
		}
	}
	return out
}
