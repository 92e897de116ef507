package match

// mostRetained is how many facts a table may retain if it has few others.
const mostRetained = 1 << 10

// crowded reports whether too many facts are retained.
func (t *Table) crowded() bool {
	return t.retained > mostRetained && t.retained > t.len/2 || t.notRetained && t.retained > 0
}

// retained reports whether a fact is shown though it has gone, and the matches know all of it.
func (f *fact) retained() bool { return f.shown && f.multiplicity|f.committed == 0 && !f.changed }

// stopRetaining ends retaining facts of a table.
func (t *Table) stopRetaining() {
	t.notRetained = true
	t.resetBuckets()
}

// countWasted looks at some matches of a new fact. Where nearly all lack other facts, it notes of which
// tables these are.
func (s *subscriberGroup) countWasted(row uint32) {
	for _, r := range s.elements {
		if idle := r.findWasted(*r.posting(&r.table.facts[row], row)); idle != 0 {
			for _, o := range r.others {
				if t := o.table; t.facts[r.conflicts.words[int(idle)+o.word]].retained() {
					t.wasted = true
				}
			}
		}
	}
}

// findWasted returns one of the matches of a fact, of which the first is given, that lacks others, if
// there are many of which hardly any has all; else 0.
func (r *element) findWasted(match uint32) (idle uint32) {
	m, whole := r.conflicts, 0
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

// countLost notes that facts that rested never came back. Where hardly any do, and others look at them
// in vain, they rest no longer.
func (n *Network) countLost(t *Table, lost int) {
	if t.lost += lost; t.lost < mostRetained {
		return
	}
	if t.wasted && n.commits-t.since < 2*t.lost {
		t.stopRetaining()
		n.crowd(t)
	}
	t.wasted, t.lost, t.since = false, 0, n.commits
}

// dropRetained drops the facts of a table that rest, but for those of which the matches do not know
// yet what became of them.
func (n *Network) dropRetained(t *Table) {
	n.countLost(t, t.retained)
	t.retained = 0
	for row := range uint32(t.rows()) {
		switch f := &t.facts[row]; {
		case f.retained():
			n.drop(t, row)
		case f.shown && f.committed == 0:
			t.retained++
		}
	}
}
