package grammar

import "regexp"

// pattern is a pattern of the file: of a single match, or of a region from one
// match to another. Of what TextMate knows the file uses, and this reads, only
// the fields below; no capture stands within another, and no region.
type pattern struct {
	Name       string // the scope
	Match      string
	Begin, End string
	Captures   map[string]struct{ Name string }
	Patterns   []*pattern // within a region

	inside []*pattern // of a region: its end, then its patterns
	isEnd  bool
	expr   *regexp.Regexp // of Match or Begin
}

// compile prepares patterns, and returns them.
func compile(patterns []*pattern) []*pattern {
	for _, p := range patterns {
		if p.Begin != "" {
			p.inside = compile(append([]*pattern{{Match: p.End, isEnd: true}}, p.Patterns...))
		}
		p.expr = regexp.MustCompile(p.Match + p.Begin) // a pattern has one of them
	}
	return patterns
}

// finder finds the matches of patterns in a text from its start to its end. No pattern looks at what stands before a
// match, so the leftmost match of each, once found, is the next one until the text behind its start is wanted: each
// pattern searches a line about once.
type finder struct {
	patterns []*pattern
	text     string
	next     [][]int // the leftmost match of each pattern from some offset on; nil before it is wanted
	none     []bool  // there is no more match of a pattern
}

func newFinder(patterns []*pattern, text string) *finder {
	return &finder{patterns, text, make([][]int, len(patterns)), make([]bool, len(patterns))}
}

// find returns the leftmost match from an offset on, and of several there that of the first pattern, as TextMate
// does; nil for none.
func (f *finder) find(at int) *match {
	first := -1
	for i, p := range f.patterns {
		if f.none[i] {
			continue
		}
		if f.next[i] == nil || f.next[i][0] < at {
			if f.next[i] = shift(p.expr.FindStringSubmatchIndex(f.text[at:]), at); f.next[i] == nil {
				f.none[i] = true
				continue
			}
		}
		if first < 0 || f.next[i][0] < f.next[first][0] {
			first = i
		}
		if f.next[first][0] == at {
			break // none can come before it
		}
	}
	if first < 0 {
		return nil
	}
	return &match{f.patterns[first], f.next[first]}
}

// shift adds an offset to bounds. A capture that took no part has the bounds -1.
func shift(bounds []int, by int) []int {
	for i, b := range bounds {
		if b >= 0 {
			bounds[i] = b + by
		}
	}
	return bounds
}

// match is where a pattern was found; the bounds are those of its capture 0, then of the others.
type match struct {
	pattern *pattern
	bounds  []int
}

func (m *match) start() int { return m.bounds[0] }
func (m *match) end() int   { return m.bounds[1] }
