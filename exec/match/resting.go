package match

// mostResting is how many facts of a table may rest, where there are few others.
const mostResting = 1 << 10

// crowded reports whether too many facts rest.
func (t *Table) crowded() bool {
	return t.resting > mostResting && t.resting > t.len/2 || t.restless && t.resting > 0
}

// rests reports whether a fact is shown though it has gone, and the matches know all of it.
func (f *fact) rests() bool { return f.shown && f.stock|f.known == 0 && !f.changed }

// tire has facts of a table rest no longer.
func (t *Table) tire() {
	t.restless = true
	t.await()
}

// blame looks at some matches of a new fact. Where nearly all lack other facts, it notes of which
// tables these are.
func (s *section) blame(row uint32) {
	for _, r := range s.readers {
		if idle := r.idles(*r.head(&r.table.facts[row], row)); idle != 0 {
			for _, o := range r.others {
				if t := o.table; t.facts[r.memory.words[int(idle)+o.word]].rests() {
					t.vain = true
				}
			}
		}
	}
}

// idles returns one of the matches of a fact, of which the first is given, that lacks others, if
// there are many of which hardly any has all; else 0.
func (r *reader) idles(match uint32) (idle uint32) {
	m, whole := r.memory, 0
	for range manyIdle {
		switch {
		case match == 0:
			return 0
		case m.words[match] == 0:
			idle = match
		case whole > 0:
			return 0
		default:
			whole++
		}
		match = m.next(match, r.atom)
	}
	return idle
}

// lose notes that facts that rested never came back. Where hardly any do, and others look at them
// in vain, they rest no longer.
func (n *Network) lose(t *Table, lost int) {
	if t.lost += lost; t.lost < mostResting {
		return
	}
	if t.vain && n.commits-t.since < 2*t.lost {
		t.tire()
		n.crowd(t)
	}
	t.vain, t.lost, t.since = false, 0, n.commits
}

// disperse drops the facts of a table that rest, but for those of which the matches do not know
// yet what became of them.
func (n *Network) disperse(t *Table) {
	n.lose(t, t.resting)
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
