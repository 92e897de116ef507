package rename

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// matcher pairs the names of two vocabularies.
//
// Equal names correspond. The others are coloured by their positions relative to these and to each
// other, until names of one colour stand in equally many places of each colour (as in
// [hash.Of]); two names that alone have their colour on either side correspond. Of
// several indistinguishable names, equal ones are paired first, then the ones declared first; then
// the colours are refined again.
//
// If rules have changed, too, the colours of names in them differ too much. Then names are matched
// by declarations and the initial state alone.
type matcher struct {
	sides   [2]*vocabulary
	open    [2][]symbol       // not matched yet, in the order declared
	colours [2]map[symbol]int // of all that was ever open
	partner map[symbol]symbol // of the first side's names, where it is another name
	numbers map[string]int    // of colours
	ties    func(a, b symbol) bool
	weak    bool // rules are left out of the colours
}

// newMatcher returns a matcher of some names of two vocabularies. All other names correspond if
// they are equal. Of indistinguishable names, pairs that ties accepts go first.
func newMatcher(from, to *vocabulary, open [2][]symbol, ties func(a, b symbol) bool) *matcher {
	return &matcher{
		sides: [2]*vocabulary{from, to}, open: open, ties: ties,
		colours: [2]map[symbol]int{make(map[symbol]int), make(map[symbol]int)},
		partner: make(map[symbol]symbol), numbers: make(map[string]int),
	}
}

// number returns the colour that a text stands for.
func (m *matcher) number(text string) int {
	n, ok := m.numbers[text]
	if !ok {
		n = len(m.numbers)
		m.numbers[text] = n
	}
	return n
}

// match matches the names that can be told apart or are interchangeable. Names of the kinds of
// helpers only help to tell the others apart, and are not matched.
func (m *matcher) match(helpers ...symbolKind) {
	for again := true; again; {
		m.refine()
		tie := m.pairCells(helpers)
		if again = tie != nil; again {
			m.pair(tie[0], tie[1])
		}
	}
}

// matchWeakly matches the names that can be told apart without rules, and reports whether there
// were any.
func (m *matcher) matchWeakly(helpers ...symbolKind) (some bool) {
	before := len(m.partner)
	m.weak = true
	m.refine()
	m.pairCells(helpers)
	m.weak = false
	return len(m.partner) > before
}

// refine refines the colours of unmatched names to a fixed point.
func (m *matcher) refine() {
	for side := range m.sides {
		for _, s := range m.open[side] {
			m.colours[side][s] = m.number(s.kind.word())
		}
	}
	for known := -1; ; {
		for side := range m.sides {
			m.sweep(side)
		}
		distinct := make(map[int]bool)
		for side := range m.sides {
			for _, s := range m.open[side] {
				distinct[m.colours[side][s]] = true
			}
		}
		if len(distinct) == known {
			return
		}
		known = len(distinct)
	}
}

// sweep mixes the colours of the positions of a side's open names into theirs.
func (m *matcher) sweep(side int) {
	places := make(map[symbol][]string)
	for _, t := range m.sides[side].says {
		if !m.weak || t.name != needing && t.name != making {
			m.visit(side, t, strconv.Itoa(m.colour(side, t)), places)
		}
	}
	next := make(map[symbol]int)
	for _, s := range m.open[side] {
		slices.Sort(places[s])
		next[s] = m.number(strconv.Itoa(m.colours[side][s]) + ":" + strings.Join(places[s], ","))
	}
	maps.Copy(m.colours[side], next)
}

// colour returns the colour of a tree.
func (m *matcher) colour(side int, t tree) int {
	var b strings.Builder
	if colour, ok := m.colours[side][t.symbol]; ok {
		b.WriteString(strconv.Itoa(colour))
	} else {
		b.WriteString(t.kind.word() + " " + strconv.Quote(t.name))
	}
	var args []int
	for _, a := range t.args {
		args = append(args, m.colour(side, a))
	}
	if t.unordered {
		slices.Sort(args)
	}
	return m.number(fmt.Sprint(b.String(), args))
}

// visit enters the positions of names in a tree.
func (m *matcher) visit(side int, t tree, path string, places map[symbol][]string) {
	if _, ok := m.colours[side][t.symbol]; ok {
		places[t.symbol] = append(places[t.symbol], path)
	}
	for i, a := range t.args {
		if t.unordered {
			i = 0
		}
		m.visit(side, a, path+"."+strconv.Itoa(i), places)
	}
}

// pairCells pairs names that alone have their colour. If others are alike, it returns the
// first two that go together.
func (m *matcher) pairCells(helpers []symbolKind) (tie []symbol) {
	left, right := m.cells(0), m.cells(1)
	for _, s := range slices.Clone(m.open[0]) {
		cell := left[m.colours[0][s]]
		other := right[m.colours[0][s]]
		switch {
		case len(cell) != len(other) || slices.Contains(helpers, s.kind):
		case len(cell) == 1:
			m.pair(s, other[0])
		case tie == nil:
			like := max(0, slices.IndexFunc(other, func(o symbol) bool { return m.ties(s, o) }))
			tie = []symbol{s, other[like]}
		}
	}
	return tie
}

// cells returns a side's open names by colour.
func (m *matcher) cells(side int) map[int][]symbol {
	out := make(map[int][]symbol)
	for _, s := range m.open[side] {
		out[m.colours[side][s]] = append(out[m.colours[side][s]], s)
	}
	return out
}

// pair makes two names the same.
func (m *matcher) pair(s, other symbol) {
	colour := m.number("same " + strconv.Itoa(len(m.partner)))
	for side, name := range []symbol{s, other} {
		m.colours[side][name] = colour
		m.open[side] = slices.DeleteFunc(m.open[side], func(o symbol) bool { return o == name })
	}
	m.partner[s] = other
}
