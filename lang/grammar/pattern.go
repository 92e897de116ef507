package grammar

import (
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
