package match

import "github.com/ceptre-graph/ceptre/exec/trace"

// tuples is a set of tuples of one width, each with a small number, its row, for
// as long as it is in the set. It is a hash table with open addressing and linear
// probing; a removal moves back what probed past it (Knuth, "The Art of Computer
// Programming", volume 3, section 6.4, algorithm R). The hash of a tuple stands in its
// slot, so that tuples outside the set are hardly ever compared. So few slots are used
// that one look mostly suffices. A large table uses a larger share of its slots, because
// its speed depends on the cache.
//
// Single terms with dense numbers, such as constants and small numbers, are found by their
// number.
type tuples struct {
	width int
	cells []trace.Sym // of all rows, one after another
	slots []slot      // the length is a power of two; at most a quarter are used, or half if there are many
	free  []uint32    // rows to be used again
	len   int
	dense []uint32  // of single terms, by their number from base on: row + 1, or 0
	base  trace.Sym // the least number where the first term is one, or 0
}

// slot is the hash of a tuple above its row + 1, or 0.
type slot uint64

func newSlot(row uint32, key []trace.Sym) slot { return slot(hash(key))<<32 | slot(row+1) }

func (s slot) row() uint32  { return uint32(s) - 1 }
func (s slot) hash() uint32 { return uint32(s >> 32) }

const (
	fewestSlots = 8
	manySlots   = 1 << 14
)

func newTuples(width int) tuples { return tuples{width: width, slots: make([]slot, fewestSlots)} }

// at returns the tuple of a row. The slice is valid until a tuple is added.
func (t *tuples) at(row uint32) []trace.Sym {
	from := int(row) * t.width
	return t.cells[from : from+t.width : from+t.width]
}

// rows returns one more than the largest row there ever was.
func (t *tuples) rows() int { return t.len + len(t.free) }

// multipliers are odd numbers without a pattern. The hash of a tuple is the sum of its
// terms, each times one of them, folded; so all are multiplied at the same time.
var multipliers = [...]uint64{0x9e3779b97f4a7c15, 0xd1342543de82ef95, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb,
	0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53}

func hash(key []trace.Sym) uint32 {
	if len(key) == 2 {
		return hash2(key[0], key[1])
	}
	h := uint64(0)
	for i, k := range key {
		if i >= len(multipliers) {
			h ^= h >> 31
		}
		h += uint64(k) * multipliers[i%len(multipliers)]
	}
	return fold(h)
}

func hash2(a, b trace.Sym) uint32 {
	return fold(uint64(a)*0x9e3779b97f4a7c15 + uint64(b)*0xd1342543de82ef95)
}

// fold makes the low bits of a sum depend on all of its bits.
func fold(h uint64) uint32 { return uint32((h ^ h>>32) * 0xd6e8feb86659fd93 >> 32) }

// find returns the row of a tuple, and false if it is not in the set.
func (t *tuples) find(key []trace.Sym) (uint32, bool) {
	switch t.width {
	case 1:
		return t.find1(key[0])
	case 2:
		return t.find2(key[0], key[1])
	}
	h, mask := hash(key), uint32(len(t.slots)-1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return 0, false
		}
		if s.hash() == h && t.holds(s.row(), key) {
			return s.row(), true
		}
	}
}

// numbered returns one more than the row of a single term, or 0 if it is not in the set. It
// returns false if that takes a search.
func (t *tuples) numbered(a trace.Sym) (uint32, bool) {
	if i := a - t.base; int(i) < len(t.dense) {
		return t.dense[i], true
	}
	return 0, false
}

// find1 is find for a single term.
func (t *tuples) find1(a trace.Sym) (uint32, bool) {
	if row, ok := t.numbered(a); ok {
		return row - 1, row != 0
	}
	h, mask := hash([]trace.Sym{a}), uint32(len(t.slots)-1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return 0, false
		}
		if s.hash() == h && t.cells[s.row()] == a {
			return s.row(), true
		}
	}
}

// find2 is find for a pair.
func (t *tuples) find2(a, b trace.Sym) (uint32, bool) {
	h, mask := hash2(a, b), uint32(len(t.slots)-1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return 0, false
		}
		if s.hash() == h && t.cells[2*s.row()] == a && t.cells[2*s.row()+1] == b {
			return s.row(), true
		}
	}
}

func (t *tuples) holds(row uint32, key []trace.Sym) bool {
	cells := t.cells[int(row)*t.width:]
	for i, k := range key {
		if cells[i] != k {
			return false
		}
	}
	return true
}

// add enters a tuple that is not in the set yet.
func (t *tuples) add(key []trace.Sym) uint32 {
	row := uint32(t.len)
	if n := len(t.free); n > 0 {
		row = t.free[n-1]
		t.free = t.free[:n-1]
		copy(t.cells[int(row)*t.width:], key)
	} else {
		t.cells = append(t.cells, key...)
	}
	t.len++
	if t.width == 1 && t.enterDense(key[0], row) {
		return row
	}
	if t.full() {
		t.grow()
	}
	t.put(newSlot(row, key))
	return row
}

// enterDense adds a single term to the dense part, if its number is not much larger than the
// number of terms in the set.
func (t *tuples) enterDense(a trace.Sym, row uint32) bool {
	if t.dense == nil {
		t.base = a & trace.Numeral
	}
	i := int(a - t.base)
	if i >= len(t.dense) {
		if i >= 1<<10+4*t.len {
			return false
		}
		t.dense = append(t.dense, make([]uint32, i+1+i/2-len(t.dense))...)
		t.move()
	}
	t.dense[i] = row + 1
	return true
}

// move moves terms to the dense part if it has room for them now.
func (t *tuples) move() {
	old := t.slots
	t.slots = make([]slot, len(old))
	for _, s := range old {
		if s == 0 {
			continue
		}
		if i := t.cells[s.row()] - t.base; int(i) < len(t.dense) {
			t.dense[i] = s.row() + 1
		} else {
			t.put(s)
		}
	}
}

// full reports whether so many slots are used that the table must grow.
func (t *tuples) full() bool {
	if len(t.slots) < manySlots {
		return 4*t.len > len(t.slots)
	}
	return 2*t.len > len(t.slots)
}

func (t *tuples) put(s slot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash() & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}

func (t *tuples) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	for _, s := range old {
		if s != 0 {
			t.put(s)
		}
	}
}

// remove removes the row of a tuple from the set.
func (t *tuples) remove(row uint32, key []trace.Sym) {
	t.len--
	t.free = append(t.free, row)
	if t.width == 1 {
		if i := key[0] - t.base; int(i) < len(t.dense) {
			t.dense[i] = 0
			return
		}
	}
	t.clear(t.slotOf(row, key))
}

// slotOf returns the slot of the row of a tuple.
func (t *tuples) slotOf(row uint32, key []trace.Sym) uint32 {
	mask := uint32(len(t.slots) - 1)
	i := hash(key) & mask
	for uint32(t.slots[i]) != row+1 {
		i = (i + 1) & mask
	}
	return i
}

// rename gives a row to another tuple, which has several terms and is not in the set.
func (t *tuples) rename(row uint32, key []trace.Sym) {
	if len(key) == 2 {
		t.rename2(row, key[0], key[1])
		return
	}
	t.clear(t.slotOf(row, t.at(row)))
	copy(t.at(row), key)
	t.put(newSlot(row, key))
}

// rename2 is rename for pairs.
func (t *tuples) rename2(row uint32, a, b trace.Sym) {
	cells, mask := t.cells[2*row:][:2], uint32(len(t.slots)-1)
	i := hash2(cells[0], cells[1]) & mask
	for uint32(t.slots[i]) != row+1 {
		i = (i + 1) & mask
	}
	t.clear(i)
	cells[0], cells[1] = a, b
	t.put(slot(hash2(a, b))<<32 | slot(row+1))
}

// clear empties a slot.
func (t *tuples) clear(i uint32) {
	mask := uint32(len(t.slots) - 1)
	for next := (i + 1) & mask; t.slots[next] != 0; next = (next + 1) & mask {
		home := t.slots[next].hash() & mask
		if (next-home)&mask >= (next-i)&mask { // its home is not between the two
			t.slots[i] = t.slots[next]
			i = next
		}
	}
	t.slots[i] = 0
}
