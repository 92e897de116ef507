package trace

import "hash/maphash"

// TermLists makes lists of terms that stay. A run names the same few things over and over, so
// equal lists share their terms where one was made not long before. The lists are not to be changed.
type TermLists struct {
	room  arena[Term]
	known [][]Term // by a hash of the list: the last of that
	seed  maphash.Seed
}

// knownLists is how many lists are remembered.
const knownLists = 1 << 10

// Copy returns a list that stays, nil for an empty one.
func (l *TermLists) Copy(terms []Term) []Term {
	if len(terms) == 0 {
		return nil
	}
	if l.known == nil {
		l.known, l.seed = make([][]Term, knownLists), maphash.MakeSeed()
	}
	slot := &l.known[l.hash(terms)%knownLists]
	if !equalAtoms(*slot, terms) {
		*slot = l.room.copy(terms)
	}
	return *slot
}

func (l *TermLists) hash(terms []Term) (sum uint64) {
	for _, t := range terms {
		sum = sum*31 + maphash.String(l.seed, t.Head)
	}
	return sum
}

// equalAtoms reports whether two lists are the same, and without compound terms. To compare those
// would take as long at each level as they are deep.
func equalAtoms(a, b []Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Head != b[i].Head || a[i].Number != b[i].Number || len(a[i].Args)+len(b[i].Args) > 0 {
			return false
		}
	}
	return true
}
