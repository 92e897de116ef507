package network

import (
	"iter"
	"math/bits"
	"math/rand/v2"
)

// sampler holds matches with weights and draws one, each as likely as its weight
// says. Those whose weights have the same number of bits stand in one class; a
// match is drawn from its class by rejection, which takes two tries at the most on
// average (Matias, Vitter and Ni, "Dynamic generation of discrete random
// variates", Theory of Computing Systems 36, 2003).
type sampler struct {
	total   uint64
	classes [][]uint32
	sums    []uint64 // of the weights in each class
}

// set gives a match another weight; 0 takes it out.
func (s *sampler) set(m *records, match uint32, weight uint64) {
	old := m.weight(match)
	if old == weight {
		return
	}
	m.setWeight(match, weight)
	s.total += weight - old
	from, to := bits.Len64(old), bits.Len64(weight)
	if from == to {
		s.sums[to] += weight - old
		return
	}
	if old > 0 {
		s.take(m, match, from)
		s.sums[from] -= old
	}
	if weight > 0 {
		s.put(m, match, to)
		s.sums[to] += weight
	}
}

// enter gives a new match its weight.
func (s *sampler) enter(m *records, match uint32, weight uint64) {
	m.setWeight(match, weight)
	if weight > 0 {
		s.total += weight
		class := bits.Len64(weight)
		s.put(m, match, class)
		s.sums[class] += weight
	}
}

func (s *sampler) take(m *records, match uint32, class int) {
	all := s.classes[class]
	i := *m.place(match)
	last := all[len(all)-1]
	all[i] = last
	*m.place(last) = i
	s.classes[class] = all[:len(all)-1]
}

func (s *sampler) put(m *records, match uint32, class int) {
	for class >= len(s.classes) {
		s.classes = append(s.classes, nil)
		s.sums = append(s.sums, 0)
	}
	*m.place(match) = uint32(len(s.classes[class]))
	s.classes[class] = append(s.classes[class], match)
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

// draw returns the match that x, which is below the total, leads to, with more
// chance where that is needed.
func (s *sampler) draw(m *records, x uint64, source rand.Source) uint32 {
	class := 1
	for x >= s.sums[class] {
		x -= s.sums[class]
		class++
	}
	all := s.classes[class]
	if class == 1 {
		return all[x]
	}
	for {
		match := all[Below(source, uint64(len(all)))]
		if Below(source, 1<<class) < m.weight(match) {
			return match
		}
	}
}

// Below returns a number below n, each as likely, from a source of random bits
// (Lemire, "Fast random integer generation in an interval", ACM Transactions on
// Modeling and Computer Simulation 29, 2019).
func Below(source rand.Source, n uint64) uint64 {
	hi, lo := bits.Mul64(source.Uint64(), n)
	if lo < n {
		for least := -n % n; lo < least; {
			hi, lo = bits.Mul64(source.Uint64(), n)
		}
	}
	return hi
}
