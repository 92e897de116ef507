package match

import "slices"

// restOn reports whether the facts in using can meet atoms of this component only, so that one of
// them has to meet an atom of it.
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

// usingOf returns the matches of a component in which one of the facts in using meets an atom. A match
// with several of them is returned several times, which does not affect lists.
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

// uses reports whether one of the facts in using meets an atom of a match.
func (l *lister) uses(m *conflictSet, match uint32) bool {
	for atom, row := range m.rowsOf(match) {
		if slices.Contains(l.using, Fact{m.elements[atom].table, row}) {
			return true
		}
	}
	return false
}
