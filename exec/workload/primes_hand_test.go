package workload

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// primesHand is the state of a sieve: which numbers are left, and the pairs of a
// number and a multiple, of which those whose numbers are both left are the
// transitions. Dead pairs stay until they are drawn.
type primesHand struct {
	*hand
	left    []bool // by number
	pairs   []pair
	factors [][]pair // of each number, in the order of the first list of pairs
	live    int      // pairs
}

type pair struct{ factor, multiple int32 }

// PrimesByHand runs [Primes] until only primes are left, or for so many steps. The
// error is the recorder's.
func PrimesByHand(n int, seed uint64, steps int, rec trace.Recorder) error {
	p := newPrimesHand(n, seed, rec)
	if err := p.begin([]trace.Predicate{linear("num", "nat")}, rule("strike", "N", "M")); err != nil {
		return err
	}
	p.sieve()
	e := p.event(0, shape{args: 2, consumes: 1, reads: 1})
	for ; steps > 0 && p.live > 0; steps-- {
		x := p.draw()
		e.Args[0], e.Args[1] = trace.Numeral+trace.Sym(x.factor), trace.Numeral+trace.Sym(x.multiple)
		e.Uses[0], e.Uses[1] = id(int(x.multiple)), id(int(x.factor))
		e.Choices = p.live
		p.strike(int(x.multiple))
		if err := rec.Step(e); err != nil {
			return err
		}
	}
	return rec.End(p.end())
}

// id is the resource of a number, for nothing is made but the initial state.
func id(number int) trace.ResourceID { return trace.ResourceID(number - 1) }

func newPrimesHand(n int, seed uint64, rec trace.Recorder) *primesHand {
	p := &primesHand{hand: newHand(seed, rec), left: make([]bool, n+1)}
	for i := 2; i <= n; i++ {
		p.start(0, trace.Numeral+trace.Sym(i))
		p.left[i] = true
	}
	return p
}

// sieve lists the pairs, by multiple.
func (p *primesHand) sieve() {
	n := len(p.left) - 1
	ends := make([]int32, n+2) // of the pairs of each number
	for f := 2; f <= n; f++ {
		for m := 2 * f; m <= n; m += f {
			ends[m+1]++
		}
	}
	for m := 1; m <= n+1; m++ {
		ends[m] += ends[m-1]
	}
	p.live = int(ends[n+1])
	all := make([]pair, p.live)
	p.factors = make([][]pair, n+1)
	for m := 2; m <= n; m++ {
		p.factors[m] = all[ends[m]:ends[m+1]]
	}
	for f := 2; f <= n; f++ {
		for m := 2 * f; m <= n; m += f {
			all[ends[m]] = pair{int32(f), int32(m)}
			ends[m]++
		}
	}
	p.pairs = slices.Clone(all)
}

// draw returns one of the pairs that live, and drops dead ones on its way.
func (p *primesHand) draw() pair {
	for {
		i := p.below(len(p.pairs))
		x := p.pairs[i]
		if p.left[x.factor] && p.left[x.multiple] {
			return x
		}
		p.pairs[i] = p.pairs[len(p.pairs)-1]
		p.pairs = p.pairs[:len(p.pairs)-1]
	}
}

// strike takes a number out, and counts the pairs that go with it.
func (p *primesHand) strike(m int) {
	p.left[m] = false
	for _, x := range p.factors[m] {
		if p.left[x.factor] {
			p.live--
		}
	}
	for k := 2 * m; k < len(p.left); k += m {
		if p.left[k] {
			p.live--
		}
	}
}

func (p *primesHand) end() *trace.End {
	e := &trace.End{Why: trace.Quiescent}
	if p.live > 0 {
		e.Why = trace.LimitHit
	}
	for i, left := range p.left {
		if left {
			e.Alive = append(e.Alive, id(i))
		}
	}
	e.Alive = append(e.Alive, p.token)
	return e
}
