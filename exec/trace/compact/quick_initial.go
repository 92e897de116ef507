package compact

import "slices"

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// quickInitial writes the first of some resources of the initial state, or several, and returns
// how many.
func (c *recorder) quickInitial(made []trace.Made) (int, error) {
	n := c.alike(made)
	if n == 0 {
		n = 1
		s := c.searchInitial(made[:1])
		if s == nil {
			c.drain()
			c.Made = c.block.next - 1
			return n, c.Initial(&made[0])
		}
		c.windows[shapeColumn].add(s.number)
	}
	if c.block.grow(n, n) {
		return n, c.look()
	}
	return n, nil
}

// initialForm is the form of the resources of the initial state that have a predicate, which is not 0.
func initialForm(m *trace.Made) int {
	if m.Persistent {
		return -m.Pred - 2
	}
	return m.Pred + 2
}

// searchInitial is search for a resource of the initial state.
func (c *recorder) searchInitial(made []trace.Made) *shape {
	v, recent := trace.Event{Form: initialForm(&made[0]), Makes: made}, &c.block.recent[row.NoName]
	s := recent[0]
	if s == nil || s.form != v.Form || !c.quickTerms(&v, s) {
		return c.find(recent, &v, row.NoName, initialFlag)
	}
	return s
}

// alike writes resources up to the first that is not of the latest shape, or has a term that the
// block does not have, or before which there is a look. Those of a predicate mostly stand
// together, and there may be very many. It returns how many there were.
func (c *recorder) alike(made []trace.Made) int {
	b := c.block
	s := b.recent[row.NoName][0]
	if s == nil || s.number >= 0x80 || slices.Contains(s.sources, fromNumerals) {
		return 0
	}
	made = made[:min(len(made), someRows-b.rows%someRows)]
	w, codes, first := &c.windows[termColumn], c.codes, firstCode(b.symbols.block)
	for i := range made {
		m, at := &made[i], w.size
		if initialForm(m) != s.form {
			return i
		}
		for _, x := range m.Args {
			if int(x) >= len(codes) || codes[x] < first {
				return i
			}
			at = w.code(at, codes[x])
		}
		w.size = at
		c.windows[shapeColumn].byte(s.number)
	}
	return len(made)
}
