package trace

import (
	"fmt"
	"math/bits"
	"strconv"
)

// ResourceID names a resource within a trace; in files it is written x1, x2, …
// Zero is no resource.
type ResourceID int

// StepID names a step within a trace; in files it is written t1, t2, … Zero
// stands for the initial state.
type StepID int

// String returns the id as files write it.
func (id ResourceID) String() string { return "x" + strconv.Itoa(int(id)) }

// String returns the id as files write it.
func (id StepID) String() string { return "t" + strconv.Itoa(int(id)) }

// MarshalText implements [encoding.TextMarshaler].
func (id ResourceID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// MarshalText implements [encoding.TextMarshaler].
func (id StepID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (id *ResourceID) UnmarshalText(text []byte) error {
	n, err := parseID('x', text)
	*id = ResourceID(n)
	return err
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (id *StepID) UnmarshalText(text []byte) error {
	n, err := parseID('t', text)
	*id = StepID(n)
	return err
}

// fewDigits is how many digits of a number make none that is too large.
const fewDigits = 9

func parseID(prefix byte, text []byte) (int, error) {
	if len(text) < 2 || text[0] != prefix || text[1] == '0' || !allDigits(text[1:]) {
		return 0, badID(prefix, text)
	}
	if len(text) > 1+fewDigits {
		n, err := strconv.Atoi(string(text[1:]))
		if err != nil {
			return 0, badID(prefix, text)
		}
		return n, nil
	}
	n := 0
	for _, c := range text[1:] {
		n = 10*n + int(c-'0')
	}
	return n, nil
}

func allDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func badID(prefix byte, text []byte) error {
	return fmt.Errorf("bad id %.40q: want %c1, %c2, …", text, prefix, prefix)
}

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
