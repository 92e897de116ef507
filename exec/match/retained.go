package match

// mostRetained is the number of facts that a table may retain if it has few others.
const mostRetained = 1 << 10

// crowded reports whether too many facts are retained.
func (t *Table) crowded() bool {
	return t.retained > mostRetained && t.retained > t.len/2 || t.notRetained && t.retained > 0
}

// retained reports whether a fact has no copies but is still shown, and the matches reflect that.
func (f *fact) retained() bool { return f.shown && f.multiplicity|f.committed == 0 && !f.changed }

// stopRetaining ends retaining facts of a table.
func (t *Table) stopRetaining() {
	t.notRetained = true
	t.resetBuckets()
}

// countWasted examines some matches of a new fact. If nearly all of them lack retained facts, it marks
// the tables of these.
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

// findWasted returns a match of weight 0 from the list that begins with match, if the list is long and
// nearly all of its first matches have weight 0. Otherwise it returns 0.
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

// countLost records that retained facts were dropped without having returned. If hardly any return,
// and new facts have useless matches with them, the table stops retaining facts.
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

// dropRetained drops the retained facts of a table, except for changed ones that the matches do not
// reflect yet.
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
