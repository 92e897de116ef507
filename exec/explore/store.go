package explore

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"os"
)

// store holds the states that were found, by number, and finds the number of a state.
//
// The bytes of the states stand one after the other in segments. A state takes its bytes and their number, eight
// bytes for its place and its parent, and a slot of a table: eight bytes at a load between three and six eighths. A
// slot holds the upper half of a hash and the number of the state; whether two states are the same is decided by
// their bytes. Everything grows by pieces, so that little is in memory twice: there are many tables, among which the
// lowest byte of the hash chooses.
//
// If all this takes more memory than it may, the oldest segments are written to a temporary file and dropped. They
// are read again one after the other as their states are expanded, and state by state if a state that was found again
// may be theirs. Mostly these are recent ones, of the last two levels.
type store struct {
	seed     maphash.Seed
	tables   [1 << 8]table
	segments [][]byte // nil for those in the file
	groups   []*group
	count    int    // of states
	end      uint64 // where the next state is

	most    int      // bytes that may be in memory before segments go to the file; 0 for any number
	inside  int      // bytes of segments in memory
	beside  int      // bytes of tables and groups
	spilled int      // segments in the file: the first ones
	file    *os.File // nil if all are in memory
	err     error    // of writing to the file
}

// table is a hash table with open addressing. A slot is the upper half of a hash, and one more than a state; 0 for
// none.
type table struct {
	slots []uint64
	count int
}

// group is some states with consecutive numbers.
type group struct {
	base    uint64 // where the first one is
	offsets [1 << groupBits]uint32
	parents [1 << groupBits]State
}

const (
	segmentBits = 18 // of the places within a segment
	segmentSize = 1 << segmentBits
	groupBits   = 10             // of the numbers of states within a group
	groupSize   = 8 << groupBits // in bytes
	slotSize    = 8              // in bytes
	fewestSlots = 1 << 4
)

func newStore(most int) *store {
	s := &store{seed: maphash.MakeSeed(), most: most}
	for i := range s.tables {
		s.tables[i].slots = make([]uint64, fewestSlots)
	}
	return s
}

// hash returns the hash of a state, of which the upper half counts.
func (s *store) hash(state []byte) uint64 { return maphash.Bytes(s.seed, state) }

// find returns the number of a state, and false if it is new. A buffer holds states that are read from the file.
func (s *store) find(hash uint64, state []byte, buffer *[]byte) (State, bool) {
	t := &s.tables[uint8(hash)]
	mask, tag := uint32(len(t.slots)-1), uint32(hash>>32)
	for at := t.home(tag); ; at = (at + 1) & mask {
		slot := t.slots[at]
		if slot == 0 {
			return 0, false
		}
		if uint32(slot>>32) == tag {
			if n := State(uint32(slot) - 1); bytes.Equal(s.read(n, buffer), state) {
				return n, true
			}
		}
	}
}

// home returns the slot at which the search for a state begins: the uppermost bits of its hash. So slots that are
// moved to a larger table need no more than they hold.
func (t *table) home(tag uint32) uint32 {
	return uint32(uint64(tag) * uint64(len(t.slots)) >> 32)
}

// add adds a state that is new, and returns its number.
func (s *store) add(hash uint64, state []byte, parent State) State {
	n := State(s.count)
	s.count++
	s.beside += slotSize * s.tables[uint8(hash)].add(uint32(hash>>32), n)
	at, in := s.write(state), n&(1<<groupBits-1)
	if in == 0 {
		s.groups = append(s.groups, &group{base: at})
		s.beside += groupSize
	}
	g := s.groups[n>>groupBits]
	g.offsets[in], g.parents[in] = uint32(at-g.base), parent
	return n
}

// parent returns the state from which a state was first found.
func (s *store) parent(n State) State { return s.groups[n>>groupBits].parents[n&(1<<groupBits-1)] }

// setParent replaces the parent of a state.
func (s *store) setParent(n, parent State) {
	s.groups[n>>groupBits].parents[n&(1<<groupBits-1)] = parent
}

// size returns the number of states.
func (s *store) size() int { return s.count }

// outside returns how many bytes of states are in the file.
func (s *store) outside() int { return s.spilled << segmentBits }

// add adds a state, and returns by how many slots the table has grown.
func (t *table) add(tag uint32, n State) (grown int) {
	if 4*(t.count+1) > 3*len(t.slots) {
		grown = len(t.slots)
		t.grow()
	}
	t.count++
	t.put(uint64(tag)<<32 | uint64(n+1))
	return grown
}

func (t *table) put(slot uint64) {
	mask := uint32(len(t.slots) - 1)
	at := t.home(uint32(slot >> 32))
	for t.slots[at] != 0 {
		at = (at + 1) & mask
	}
	t.slots[at] = slot
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	for _, slot := range old {
		if slot != 0 {
			t.put(slot)
		}
	}
}

// write appends the bytes of a state to the segments, with their number before them, and returns the place. No state
// stands in two segments; one that is larger than a segment takes several, and the first of these holds all of it.
func (s *store) write(state []byte) uint64 {
	var length [binary.MaxVarintLen64]byte
	prefix := binary.PutUvarint(length[:], uint64(len(state)))
	need := uint64(prefix + len(state))
	if room := uint64(len(s.segments))<<segmentBits - s.end; room < need {
		s.end = uint64(len(s.segments)) << segmentBits
		size := (need + segmentSize - 1) &^ (segmentSize - 1)
		s.segments = append(s.segments, make([]byte, size))
		for range size>>segmentBits - 1 {
			s.segments = append(s.segments, nil)
		}
		s.inside += int(size)
		s.spill()
	}
	at := s.end
	to := s.segments[at>>segmentBits][at&(segmentSize-1):]
	copy(to[copy(to, length[:prefix]):], state)
	if s.end += need; need > segmentSize {
		s.end = uint64(len(s.segments)) << segmentBits
	}
	return at
}

// read returns the bytes of a state. They are valid until the buffer is used again.
func (s *store) read(n State, buffer *[]byte) []byte {
	g := s.groups[n>>groupBits]
	at := g.base + uint64(g.offsets[n&(1<<groupBits-1)])
	segment := s.segments[at>>segmentBits]
	if segment == nil {
		return s.fetch(at, buffer)
	}
	b := segment[at&(segmentSize-1):]
	if length := uint64(b[0]); length < 0x80 {
		return b[1 : 1+length]
	}
	length, prefix := binary.Uvarint(b)
	return b[prefix : prefix+int(length)]
}
