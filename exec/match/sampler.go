package match

import (
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// sampler gives weights to matches, and draws a match with a probability proportional to its
// weight. Weights above one power of two and up to the next form a class. A match is drawn
// from a class by rejection, which takes at most two tries on average (Matias, Vitter and
// Ni, "Dynamic generation of discrete random variates", Theory of Computing Systems 36, 2003).
type sampler struct {
	total     uint64
	slack     uint64                            // the sum if each weight were the largest of its class, minus total
	some      uint64                            // a bit for each nonempty class above the first
	count     uint32                            // number of matches of weight 1
	armed     bool                              // tell the network of the next change of a weight
	ones      []uint32                          // the first class: the matches of weight 1; has room for all
	words     []uint32                          // records; each begins with the place in the class and the weight
	size      int                               // of a record
	watch     func(match uint32, before uint64) // called for each changed weight; may be nil
	conflicts *conflictSet                      // the conflict set that the sampler belongs to
	large     map[uint32]uint64                 // weights that do not fit a word
	// The weights in the class k > 0 are above 2ᵏ⁻¹ and up to 2ᵏ; nil where no weight was above 1.
	classes *[classes]class
}

const (
	// classes is a power of two that is more than there can be. Weights of 0 are in the
	// class of that number, which is none.
	classes = 64
	// mostWeight is what the weights of all matches may come to: the bound is at most twice
	// as much.
	mostWeight = 1 << 62

	largeWeight = math.MaxUint32

	// The first word of a record is the match's place: 0 for weight 0, one more than its index in
	// ones for weight 1, and its index in another class plus greater for any other weight, which
	// is stored in the weightWord.
	greater    = 1 << 31
	weightWord = 1
)

// classOf returns the class of a weight.
func classOf(weight uint64) uint { return uint(bits.Len64(weight - 1)) }

// grow adds the record of another match, which has weight 0.
func (s *sampler) grow() uint32 {
	if len(s.words) == 0 {
		s.extend() // the record of no match
	}
	s.ones = append(s.ones, 0)
	return s.extend()
}

// extend adds an empty record.
func (s *sampler) extend() uint32 {
	at := len(s.words)
	s.words = slices.Grow(s.words, s.size)[:at+s.size]
	clear(s.words[at:])
	return uint32(at)
}

// kept returns the number of records of matches.
func (s *sampler) kept() int { return len(s.ones) }

// weight returns the weight of a match.
func (s *sampler) weight(match uint32) uint64 {
	place := s.words[match]
	if place < greater {
		return uint64(min(place, 1))
	}
	if w := s.words[match+weightWord]; w != largeWeight {
		return uint64(w)
	}
	return s.large[match]
}

// set changes the weight of a match; 0 removes it. Nearly all weights are 0 or 1, so set itself
// handles changes from one of these to the other.
func (s *sampler) set(match uint32, weight uint64) {
	switch place := s.words[match]; {
	case place >= greater || weight > 1 || s.watch != nil:
		s.setAny(match, weight)
	case weight > 0 && place == 0:
		s.rise(match)
		s.tell()
	case weight == 0 && place > 0:
		s.fall(match, place)
		s.tell()
	}
}

// tell tells the network of a change if the sampler is armed.
func (s *sampler) tell() {
	if s.armed {
		s.conflicts.note()
	}
}

// rise changes a weight from 0 to 1, and fall from 1 to 0. The sampler must not be watched. Both are
// small enough to be inlined.
func (s *sampler) rise(match uint32) {
	s.addOne(match)
	s.total++
}

func (s *sampler) fall(match, place uint32) {
	s.takeOne(match, place)
	s.total--
}

// addOne enters a match into the first class.
func (s *sampler) addOne(match uint32) {
	words, ones, n := s.words, s.ones, s.count
	s.count = n + 1
	words[match], ones[n] = n+1, match
}

// takeOne takes a match out of the first class.
func (s *sampler) takeOne(match, place uint32) {
	words, ones, n := s.words, s.ones, s.count-1
	last := ones[n]
	ones[place-1], words[last] = last, place
	words[match] = 0
	s.count = n
}

// setAny is set for weights of any size.
func (s *sampler) setAny(match uint32, weight uint64) {
	old := s.weight(match)
	if old|weight >= largeWeight || s.watch != nil {
		s.setWatched(match, weight)
		return
	}
	s.words[match+weightWord] = uint32(weight)
	s.total += weight - old
	s.slack -= weight - old
	if from, to := classOf(old), classOf(weight); from != to {
		s.move(match, from, to)
	}
	s.tell()
}

// setWatched is setAny for a watched sampler, or if the old or new weight does not fit a word.
// It is a separate function because it is rare, and would use up registers of setAny.
//
//go:noinline
func (s *sampler) setWatched(match uint32, weight uint64) {
	old := s.weight(match)
	s.words[match+weightWord] = uint32(min(weight, largeWeight))
	switch {
	case weight < largeWeight:
		delete(s.large, match)
	case s.large == nil:
		s.large = map[uint32]uint64{match: weight}
	default:
		s.large[match] = weight
	}
	s.total += weight - old
	s.slack -= weight - old
	if from, to := classOf(old), classOf(weight); from != to {
		s.move(match, from, to)
	}
	if s.watch != nil {
		s.watch(match, old)
	}
	s.tell()
}

// move moves a match from one class to another.
func (s *sampler) move(match uint32, from, to uint) {
	switch {
	case from == 0:
		s.takeOne(match, s.words[match])
		s.slack--
	case from < classes:
		c, place := &s.classes[from], s.words[match]
		end := len(*c) - 1
		last := (*c)[end]
		(*c)[place-greater], s.words[last] = last, place
		s.words[match] = 0
		*c = (*c)[:end]
		if end == 0 {
			s.some &^= 1 << from
		}
		s.slack -= 1 << from
	}
	switch {
	case to == 0:
		s.addOne(match)
		s.slack++
	case to < classes:
		if s.classes == nil {
			s.classes = new([classes]class)
		}
		c := &s.classes[to]
		n := len(*c)
		if n == cap(*c) {
			c.widen()
		}
		*c = (*c)[:n+1]
		(*c)[n] = match
		s.words[match] = greater + uint32(n)
		s.some |= 1 << to
		s.slack += 1 << to
	}
}

// class holds the matches with weights of about the same size.
type class []uint32

// widen makes room for more matches in a class. It is rare, and would take up the
// registers of move.
//
//go:noinline
func (c *class) widen() { *c = slices.Grow(*c, 1) }

// forget forgets all matches.
func (s *sampler) forget() {
	s.tell()
	*s = sampler{size: s.size, watch: s.watch, conflicts: s.conflicts}
}

// all returns the matches with a weight above 0.
func (s *sampler) all() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, match := range s.ones[:s.count] {
			if !yield(match) {
				return
			}
		}
		if s.classes == nil {
			return
		}
		for _, class := range s.classes {
			for _, match := range class {
				if !yield(match) {
					return
				}
			}
		}
	}
}

// draw returns a match, and a number below its weight, each as likely. Where all weights are
// 1, component.draw draws without calling it.
//
//go:noinline
func (s *sampler) draw(source *rand.PCG) (match uint32, x uint64) {
	for {
		x = Below(source, s.total+s.slack)
		if x < uint64(s.count) {
			return s.ones[x], 0
		}
		x -= uint64(s.count)
		var class int
		for some := s.some; ; some &= some - 1 {
			class = bits.TrailingZeros64(some) % classes
			span := uint64(len(s.classes[class])) << class
			if x < span {
				break
			}
			x -= span
		}
		match = s.classes[class][x>>class]
		x &= 1<<class - 1
		if class == 1 || x < s.weight(match) { // all are as large in the second
			return match, x
		}
	}
}

// Below returns a number below n, each as likely, from a source of random bits
// (Lemire, "Fast random integer generation in an interval", ACM Transactions on
// Modeling and Computer Simulation 29, 2019).
func Below(source *rand.PCG, n uint64) uint64 {
	hi, lo := bits.Mul64(source.Uint64(), n)
	if lo < n {
		return belowAgain(source, n, hi, lo)
	}
	return hi
}

// belowAgain continues Below if the first number may have to be rejected. It is a separate function
// so that the common case stays small.
//
//go:noinline
func belowAgain(source *rand.PCG, n, hi, lo uint64) uint64 {
	for least := -n % n; lo < least; {
		hi, lo = bits.Mul64(source.Uint64(), n)
	}
	return hi
}
