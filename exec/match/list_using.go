package match

import "slices"

// restOn reports whether none of the facts that a choice is to use can meet an atom of
// another component than this one, so that one has to meet an atom of this.
func (l *lister) restOn(part int) bool {
	for other, left := range l.left {
		if other == part {
			continue
		}
		if left == nil {
			left = l.usingOf(other)
		}
		m := l.matches.components[other].conflicts
		if slices.ContainsFunc(left, func(match uint32) bool { return l.uses(m, match) }) {
			return false
		}
	}
	return true
}

// usingOf returns the matches of a component in which one of the facts that a choice is to
// use meets an atom. That of several facts comes several times, which lists do not mind.
func (l *lister) usingOf(part int) []uint32 {
	m := l.matches.components[part].conflicts
	var all []uint32
	for atom, r := range m.elements {
		for _, f := range l.using {
			if f.table == r.table {
				all = m.of(all, atom, f.row)
			}
		}
	}
	return all
}

// uses reports whether one of the facts that a choice is to use meets an atom of a match.
func (l *lister) uses(m *conflictSet, match uint32) bool {
	for atom, row := range m.rowsOf(match) {
		if slices.Contains(l.using, Fact{m.elements[atom].table, row}) {
			return true
		}
	}
	return false
}
