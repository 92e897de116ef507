package network

import (
	"iter"
	"math/bits"
	"math/rand/v2"
)

// sampler holds matches with weights and draws one, each as likely as its weight
// says. Those whose weights are above one power of two and up to the next stand in one
// class; a match is drawn by rejection, which takes two tries at the most on average
// (Matias, Vitter and Ni, "Dynamic generation of discrete random variates", Theory of
// Computing Systems 36, 2003).
type sampler struct {
	total   uint64
	bound   uint64            // the sum, were each weight the largest of its class
	some    uint64            // has a bit for each class that is not empty
	classes [classes][]uint32 // the weights in the class k are above 2ᵏ⁻¹ and up to 2ᵏ
}

// classes is a power of two that is more than there can be.
const classes = 64

// mostWeight is what the weights of all matches may come to: the bound is at most twice
// as much.
const mostWeight = 1 << 62

// classOf returns the class of a weight that is not 0.
func classOf(weight uint64) int { return bits.Len64(weight - 1) }

// set gives a match another weight; 0 takes it out.
func (s *sampler) set(m *records, match uint32, weight uint64) {
	t := &m.tails[match]
	old := uint64(t.weight)
	if old|weight >= largeWeight {
		old = m.weight(match)
		m.setWeight(match, weight)
	} else {
		t.weight = uint32(weight)
	}
	if old == weight {
		return
	}
	s.total += weight - old
	switch {
	case old == 0:
		t.place = s.put(match, classOf(weight))
	case weight == 0:
		s.take(m, t.place, classOf(old))
	default:
		if from, to := classOf(old), classOf(weight); from != to {
			s.take(m, t.place, from)
			t.place = s.put(match, to)
		}
	}
}

// take takes the match at a place out of a class.
func (s *sampler) take(m *records, place uint32, class int) {
	c := &s.classes[class%classes]
	end := len(*c) - 1
	last := (*c)[end]
	(*c)[place] = last
	m.tails[last].place = place
	*c = (*c)[:end]
	if end == 0 {
		s.some &^= 1 << (class % classes)
	}
	s.bound -= 1 << (class % classes)
}

// put puts a match into a class, and returns its place.
func (s *sampler) put(match uint32, class int) uint32 {
	c := &s.classes[class%classes]
	*c = append(*c, match)
	s.some |= 1 << (class % classes)
	s.bound += 1 << (class % classes)
	return uint32(len(*c) - 1)
}

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
func (s *sampler) draw(m *records, source *rand.PCG) (match uint32, x uint64) {
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
		if class < 2 || x < m.weight(match) { // all are as large in the first two
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
