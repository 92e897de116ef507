package match

// records stores matches in one slice of words. The record of a match is so small that most of it
// fits into one cache line: first the words of the [sampler], then the rows of the facts that meet
// its atoms, then its links, and its values last. For each atom, the matches of the same fact form
// a doubly linked list. The fact stores the head of the list, so that its matches are found without
// a search.
//
// A match is identified by the offset of its first word. 0 is no match: the first record is unused.
type records struct {
	sampler
	atoms  int      // atoms of a match
	links  int      // offset of the links: for each atom, the next and the previous match of the same fact, or 0
	values int      // offset of the values
	free   []uint32 // unused records; these have weight 0, and no previous match
}

// rowsWord is the offset of the rows in a record.
const rowsWord = 2

// newRecords returns records for matches with the given numbers of atoms and values.
func newRecords(atoms, values int) records {
	r := records{atoms: atoms, links: rowsWord + atoms, values: rowsWord + 3*atoms}
	r.size = r.values + values
	return r
}

// rowsOf returns the rows of a match.
func (m *records) rowsOf(match uint32) []uint32 {
	from := int(match) + rowsWord
	return m.words[from : from+m.atoms]
}

// termsOf returns the values of a match.
func (m *records) termsOf(match uint32) []uint32 {
	from := int(match)
	return m.words[from+m.values : from+m.size]
}

// next returns the next match with the same fact for an atom, or 0.
func (m *records) next(match uint32, atom int) uint32 { return m.words[int(match)+m.links+2*atom] }
