package network

import (
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// sampler gives numbers, those of matches, weights, and draws one, each as likely as its
// weight says. Those whose weights are above one power of two and up to the next stand
// in one class; a match is drawn by rejection, which takes two tries at the most on
// average (Matias, Vitter and Ni, "Dynamic generation of discrete random variates",
// Theory of Computing Systems 36, 2003).
type sampler struct {
	total   uint64
	bound   uint64                            // the sum, were each weight the largest of its class
	some    uint64                            // has a bit for each class that is not empty
	classes [classes][]uint32                 // the weights in the class k are above 2ᵏ⁻¹ and up to 2ᵏ
	weights []weighed                         // by match
	large   map[uint32]uint64                 // weights for which there is no room there
	watch   func(match uint32, before uint64) // is told of weights that have changed; nil for nobody
}

// weighed is the weight of a match, and its place in its class.
type weighed struct{ weight, place uint32 }

const (
	// classes is a power of two that is more than there can be. Weights of 0 are in the
	// class of that number, which is none.
	classes = 64
	// mostWeight is what the weights of all matches may come to: the bound is at most twice
	// as much.
	mostWeight = 1 << 62

	largeWeight = math.MaxUint32
)

// classOf returns the class of a weight.
func classOf(weight uint64) int { return bits.Len64(weight - 1) }

// grow gives the next number, which has weight 0.
func (s *sampler) grow() uint32 {
	s.weights = append(s.weights, weighed{})
	return uint32(len(s.weights) - 1)
}

// weight returns the weight of a match.
func (s *sampler) weight(match uint32) uint64 {
	if w := s.weights[match].weight; w != largeWeight {
		return uint64(w)
	}
	return s.large[match]
}

// set gives a match another weight; 0 takes it out.
func (s *sampler) set(match uint32, weight uint64) {
	w := &s.weights[match]
	old := uint64(w.weight)
	if old|weight >= largeWeight {
		old = s.setLarge(match, weight)
	} else {
		w.weight = uint32(weight)
	}
	if old == weight && s.watch == nil {
		return
	}
	s.total += weight - old
	if from, to := classOf(old), classOf(weight); from != to {
		if from < classes {
			s.take(w.place, from)
		}
		if to < classes {
			w.place = s.put(match, to)
		}
	}
	if s.watch != nil {
		s.watch(match, old)
	}
}

// setLarge enters a weight that is, or was, so large that there is no other room for it,
// and returns what it was. It is rare, and would take up the registers of set.
//
//go:noinline
func (s *sampler) setLarge(match uint32, weight uint64) uint64 {
	old := s.weight(match)
	s.weights[match].weight = uint32(min(weight, largeWeight))
	if weight < largeWeight {
		delete(s.large, match)
		return old
	}
	if s.large == nil {
		s.large = make(map[uint32]uint64)
	}
	s.large[match] = weight
	return old
}

// take takes the match at a place out of a class.
func (s *sampler) take(place uint32, class int) {
	c := &s.classes[class%classes]
	end := len(*c) - 1
	last := (*c)[end]
	(*c)[place] = last
	s.weights[last].place = place
	*c = (*c)[:end]
	if end == 0 {
		s.some &^= 1 << (class % classes)
	}
	s.bound -= 1 << (class % classes)
}

// put puts a match into a class, and returns its place.
func (s *sampler) put(match uint32, class int) uint32 {
	c := &s.classes[class%classes]
	n := len(*c)
	if n == cap(*c) {
		s.widen(class)
	}
	*c = (*c)[:n+1]
	(*c)[n] = match
	s.some |= 1 << (class % classes)
	s.bound += 1 << (class % classes)
	return uint32(n)
}

// widen makes room for more matches in a class. It is rare, and would take up the
// registers of set.
//
//go:noinline
func (s *sampler) widen(class int) {
	c := &s.classes[class%classes]
	*c = slices.Grow(*c, 1)
}

// clear forgets all matches.
func (s *sampler) clear() { *s = sampler{watch: s.watch} }

// all returns the matches that have a weight.
func (s *sampler) all() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, class := range s.classes {
			for _, match := range class {
				if !yield(match) {
					return
				}
			}
		}
	}
}

// draw returns a match, and a number below its weight, each as likely.
func (s *sampler) draw(source *rand.PCG) (match uint32, x uint64) {
	for {
		x = Below(source, s.bound)
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
		if class < 2 || x < s.weight(match) { // all are as large in the first two
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
		for least := -n % n; lo < least; {
			hi, lo = bits.Mul64(source.Uint64(), n)
		}
	}
	return hi
}
