package network

import "math"

// records are those of matches, each of which is a number. A record holds
//
//	the row of the fact that meets each atom,
//	values,
//	for each atom the next and the previous match of the same fact, plus one,
//	the weight of the match, and its place in the sampler.
//
// So what goes with a fact is found without a search, by a list linked both ways,
// whose head stands with the fact.
type records struct {
	stride int
	// links is where those of the first atom stand in a record, and tail the weight.
	links, tail int
	cells       []uint32
	free        []uint32
	large       map[uint32]uint64 // weights for which there is no room in a record
}

const (
	recordTail  = 2 // weight and place
	largeWeight = math.MaxUint32
)

func newRecords(atoms, values int) records {
	return records{stride: 3*atoms + values + recordTail, links: atoms + values, tail: 3*atoms + values}
}

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

// linksOf returns where the links of an atom stand.
func (m *records) linksOf(match uint32, atom int) int {
	return int(match)*m.stride + m.links + 2*atom
}

func (m *records) next(match uint32, atom int) uint32 { return m.cells[m.linksOf(match, atom)] }

// link puts a match at the head of a list.
func (m *records) link(match uint32, atom int, head *uint32) {
	at := m.linksOf(match, atom)
	m.cells[at], m.cells[at+1] = *head, 0
	if *head != 0 {
		m.cells[m.linksOf(*head-1, atom)+1] = match + 1
	}
	*head = match + 1
}

// unlink takes a match out of a list.
func (m *records) unlink(match uint32, atom int, head *uint32) {
	at := m.linksOf(match, atom)
	next, previous := m.cells[at], m.cells[at+1]
	if previous == 0 {
		*head = next
	} else {
		m.cells[m.linksOf(previous-1, atom)] = next
	}
	if next != 0 {
		m.cells[m.linksOf(next-1, atom)+1] = previous
	}
}

// tailOf returns the weight of a match, and its place in its class.
func (m *records) tailOf(match uint32) *[recordTail]uint32 {
	return (*[recordTail]uint32)(m.cells[int(match)*m.stride+m.tail:])
}

func (m *records) weight(match uint32) uint64 {
	if w := m.tailOf(match)[0]; w != largeWeight {
		return uint64(w)
	}
	return m.large[match]
}

func (m *records) setWeight(match uint32, weight uint64) {
	tail := m.tailOf(match)
	if tail[0] == largeWeight {
		delete(m.large, match)
	}
	if weight < largeWeight {
		tail[0] = uint32(weight)
		return
	}
	if tail[0] = largeWeight; m.large == nil {
		m.large = make(map[uint32]uint64)
	}
	m.large[match] = weight
}
