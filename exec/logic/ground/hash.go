package ground

// hashTable finds numbers by the hashes of the terms or atoms that have them (linear probing). The zero hashTable is
// empty.
type hashTable struct {
	slots []hashed // the length is a power of two, or 0
	count int
}

// hashed is a number from 1 with its hash; 0 is an empty slot.
type hashed struct {
	number int32
	hash   uint32
}

// mix adds a word to a hash (FNV-1a over words, with the upper bits mixed in).
func mix(h, word uint32) uint32 {
	h = (h ^ word) * 16777619
	return h ^ h>>15
}

// find returns the number with a hash of which is reports true, or -1 and the slot to add one in.
func (t *hashTable) find(h uint32, is func(n int32) bool) (n int32, slot uint32) {
	if len(t.slots) == 0 {
		t.slots = make([]hashed, 64)
	}
	mask := uint32(len(t.slots) - 1)
	for s := h & mask; ; s = (s + 1) & mask {
		switch e := t.slots[s]; {
		case e.number == 0:
			return -1, s
		case e.hash == h && is(e.number-1):
			return e.number - 1, s
		}
	}
}

// add puts a number in a slot that find returned.
func (t *hashTable) add(slot uint32, n int32, h uint32) {
	t.slots[slot] = hashed{n + 1, h}
	if t.count++; 2*t.count <= len(t.slots) {
		return
	}
	old := t.slots
	t.slots = make([]hashed, 2*len(old))
	mask := uint32(len(t.slots) - 1)
	for _, e := range old {
		if e.number == 0 {
			continue
		}
		s := e.hash & mask
		for t.slots[s].number != 0 {
			s = (s + 1) & mask
		}
		t.slots[s] = e
	}
}
