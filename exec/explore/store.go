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
// bytes for its place and its parent, and a slot of the table: eight bytes at a load between three and six eighths. A
// slot holds the upper half of a hash and the number of the state; whether two states are the same is decided by
// their bytes.
//
// If the segments take more memory than they may, the oldest are written to a temporary file and dropped. They are
// read again one after the other as their states are expanded, and state by state if a state that was found again may
// be theirs. Mostly these are recent ones, of the last two levels.
type store struct {
	seed     maphash.Seed
	slots    []uint64 // the upper half of a hash, and one more than a state; 0 for none: open addressing
	count    int
	segments [][]byte // nil for those in the file
	bases    []uint64 // of each group of states: where the first one is
	offsets  []uint32 // of each state: where it is from the first of its group on
	parents  []State
	end      uint64 // where the next state is

	most    int      // bytes of segments that may be in memory; 0 for any number
	inside  int      // bytes of segments in memory
	spilled int      // segments in the file: the first ones
	file    *os.File // nil if all are in memory
	err     error    // of writing to the file, or of reading it
	buffer  []byte   // of states from the file
}

const (
	segmentBits = 20 // of the places within a segment
	segmentSize = 1 << segmentBits
	groupBits   = 8 // of the numbers of states within a group
	fewestSlots = 1 << 10
)

func newStore(most int) *store {
	return &store{seed: maphash.MakeSeed(), slots: make([]uint64, fewestSlots), most: most}
}

// hash returns the hash of a state, of which the upper half counts.
func (s *store) hash(state []byte) uint64 { return maphash.Bytes(s.seed, state) }

// find returns the number of a state, and false if it is new. A buffer holds states that are read from the file.
func (s *store) find(hash uint64, state []byte, buffer *[]byte) (State, bool) {
	mask := uint32(len(s.slots) - 1)
	tag := uint32(hash >> 32)
	for at := s.home(tag); ; at = (at + 1) & mask {
		slot := s.slots[at]
		if slot == 0 {
			return 0, false
		}
		if uint32(slot>>32) == tag {
			n := State(uint32(slot) - 1)
			if s.equals(n, state, buffer) {
				return n, true
			}
		}
	}
}

// home returns the slot at which the search for a state begins: the uppermost bits of its hash. So slots that are
// moved to a larger table need no more than they hold.
func (s *store) home(tag uint32) uint32 {
	return uint32(uint64(tag) * uint64(len(s.slots)) >> 32)
}

// add adds a state that is new, and returns its number.
func (s *store) add(hash uint64, state []byte, parent State) State {
	n := State(len(s.parents))
	if 4*(s.count+1) > 3*len(s.slots) {
		s.grow()
	}
	s.put(uint32(hash>>32), uint32(n)+1)
	s.count++
	s.parents = append(s.parents, parent)
	at := s.write(state)
	if n&(1<<groupBits-1) == 0 {
		s.bases = append(s.bases, at)
	}
	s.offsets = append(s.offsets, uint32(at-s.bases[n>>groupBits]))
	return n
}

func (s *store) put(tag, state uint32) {
	mask := uint32(len(s.slots) - 1)
	at := s.home(tag)
	for s.slots[at] != 0 {
		at = (at + 1) & mask
	}
	s.slots[at] = uint64(tag)<<32 | uint64(state)
}

func (s *store) grow() {
	old := s.slots
	s.slots = make([]uint64, 2*len(old))
	for _, slot := range old {
		if slot != 0 {
			s.put(uint32(slot>>32), uint32(slot))
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

// place returns where a state is.
func (s *store) place(n State) uint64 { return s.bases[n>>groupBits] + uint64(s.offsets[n]) }

// equals reports whether a state has some bytes.
func (s *store) equals(n State, state []byte, buffer *[]byte) bool {
	return bytes.Equal(s.read(n, buffer), state)
}

// read returns the bytes of a state. They are valid until the buffer is used again.
func (s *store) read(n State, buffer *[]byte) []byte {
	at := s.place(n)
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
