package network

// mostResting is how many facts of a table may rest, where there are few others.
const mostResting = 1 << 10

// crowded reports whether too many facts rest.
func (t *Table) crowded() bool {
	return t.resting > max(mostResting, t.len/2) || t.restless && t.resting > 0
}

// rests reports whether a fact is shown though it has gone, and the matches know all of it.
func (f *fact) rests() bool { return f.shown && f.stock|f.known == 0 && !f.changed }

// disperse drops the facts of a table that rest, but for those of which the matches do not know
// yet what became of them.
func (n *Network) disperse(t *Table) {
	t.resting = 0
	for row := range uint32(t.rows()) {
		switch f := &t.facts[row]; {
		case f.rests():
			n.drop(t, row)
		case f.shown && f.known == 0:
			t.resting++
		}
	}
}
