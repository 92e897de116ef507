package match

// records are those of matches. They stand one after another, each in so many words that the
// processor has most of a match in one line of its cache: first what the [sampler] keeps of
// it, then the rows of the facts that meet its atoms, then its links, and its values last. For
// each atom, the matches of the same fact are a list, linked both ways, whose head stands with
// the fact: so what goes with a fact is found without a search.
//
// A match is the number of its first word. None is 0, for the first record is that of no match.
type records struct {
	sampler
	atoms  int      // of a match
	links  int      // where the links stand in a record; of each atom the next and the previous match of the same fact, or 0
	values int      // where the values stand
	free   []uint32 // matches that are none; these have weight 0, and no previous ones
}

// rowsWord is where the rows stand in a record.
const rowsWord = 2

// newRecords returns records of matches of so many atoms and values.
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

// next returns the next match of the fact that meets an atom of one, or 0.
func (m *records) next(match uint32, atom int) uint32 { return m.words[int(match)+m.links+2*atom] }
