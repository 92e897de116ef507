package network

// records are those of matches, each of which is a number. A record holds
//
//	the row of the fact that meets each atom,
//	values,
//	for each atom the next and the previous match of the same fact, plus one,
//	the weight of the match, its low half first, and its place in the sampler.
//
// So what goes with a fact is found without a search, by a list linked both ways,
// whose head stands with the fact.
type records struct {
	atoms  int
	stride int
	cells  []uint32
	free   []uint32
}

const recordTail = 3 // weight and place

func recordSize(atoms, values int) int { return 3*atoms + values + recordTail }

func (m *records) record(match uint32) []uint32 {
	from := int(match) * m.stride
	return m.cells[from : from+m.stride : from+m.stride]
}

// allot returns a match whose record can be written, and false where there is no room
// for more.
func (m *records) allot(room *int) (uint32, bool) {
	if n := len(m.free); n > 0 {
		match := m.free[n-1]
		m.free = m.free[:n-1]
		return match, true
	}
	if *room -= m.stride; *room < 0 {
		*room += m.stride
		return 0, false
	}
	for range m.stride {
		m.cells = append(m.cells, 0)
	}
	return uint32(m.count() - 1), true
}

// count returns one more than the largest match there ever was.
func (m *records) count() int { return len(m.cells) / m.stride }

// links returns where the links of an atom stand in a record.
func (m *records) links(match uint32, atom int) int {
	return (int(match)+1)*m.stride - recordTail - 2*(m.atoms-atom)
}

func (m *records) next(match uint32, atom int) uint32 { return m.cells[m.links(match, atom)] }

// link puts a match at the head of a list.
func (m *records) link(match uint32, atom int, head *uint32) {
	at := m.links(match, atom)
	m.cells[at], m.cells[at+1] = *head, 0
	if *head != 0 {
		m.cells[m.links(*head-1, atom)+1] = match + 1
	}
	*head = match + 1
}

// unlink takes a match out of a list.
func (m *records) unlink(match uint32, atom int, head *uint32) {
	at := m.links(match, atom)
	next, previous := m.cells[at], m.cells[at+1]
	if previous == 0 {
		*head = next
	} else {
		m.cells[m.links(previous-1, atom)] = next
	}
	if next != 0 {
		m.cells[m.links(next-1, atom)+1] = previous
	}
}

func (m *records) weight(match uint32) uint64 {
	at := (int(match)+1)*m.stride - recordTail
	return uint64(m.cells[at]) | uint64(m.cells[at+1])<<32
}

func (m *records) setWeight(match uint32, w uint64) {
	at := (int(match)+1)*m.stride - recordTail
	m.cells[at], m.cells[at+1] = uint32(w), uint32(w>>32)
}

// place is where the match stands in its class.
func (m *records) place(match uint32) *uint32 { return &m.cells[(int(match)+1)*m.stride-1] }
