package trace

import "math/bits"

// idSet is a set of positive ids. Those that count up from 1 take no room, others a
// bit or more each.
type idSet struct {
	full int            // 1, …, full are in it
	more map[int]uint64 // those above, 64 at a time
}

// add adds an id and reports whether it was not there.
func (s *idSet) add(id int) bool {
	if id == s.full+1 && len(s.more) == 0 {
		s.full++
		return true
	}
	if s.has(id) {
		return false
	}
	if s.more == nil {
		s.more = make(map[int]uint64)
	}
	s.more[id>>6] |= 1 << (id & 63)
	s.absorb()
	return true
}

func (s *idSet) has(id int) bool {
	return 0 < id && id <= s.full || s.more[id>>6]&(1<<(id&63)) != 0
}

// absorb lets go of what counts up by now.
func (s *idSet) absorb() {
	for {
		at := (s.full + 1) >> 6
		word, low := s.more[at], uint(s.full+1)&63
		run := bits.TrailingZeros64(^(word >> low))
		if run == 0 {
			return
		}
		s.full += run
		if word &= ^uint64(0) << min(low+uint(run), 64); word != 0 {
			s.more[at] = word
			return
		}
		delete(s.more, at)
	}
}
