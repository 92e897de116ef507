package workload

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// RingByHand runs [Ring] for so many steps. The error is the recorder's.
func RingByHand(k int, seed uint64, steps int, rec trace.Recorder) error {
	r := newRingHand(k, seed, rec)
	if err := r.begin([]trace.Predicate{linear("tok", "place"), linear("next", "place", "place")},
		rule("move", "I", "J")); err != nil {
		return err
	}
	e := r.event(0, shape{args: 2, consumes: 1, reads: 1}, atom(0, 1))
	e.Choices = k
	for range steps {
		t := &r.tokens[r.below(k)]
		to := t.at + 1
		if to == k {
			to = 0
		}
		e.Args[0], e.Args[1] = r.place+trace.Sym(t.at), r.place+trace.Sym(to)
		e.Uses[0], e.Uses[1] = t.id, r.way+trace.ResourceID(t.at)
		e.Makes[0].Args[0] = e.Args[1]
		t.at, t.id = to, r.fresh()
		if err := rec.Step(e); err != nil {
			return err
		}
	}
	return rec.End(r.end())
}

// ringHand is the state of a ring.
type ringHand struct {
	*hand
	place  trace.Sym        // the first
	way    trace.ResourceID // from the first place
	tokens []token
}

type token struct {
	at int
	id trace.ResourceID
}

func newRingHand(k int, seed uint64, rec trace.Recorder) *ringHand {
	r := &ringHand{hand: newHand(seed, rec), tokens: make([]token, k)}
	r.place = r.constants("place", "p", k)
	for i := range k {
		r.tokens[i] = token{i, r.start(0, r.place+trace.Sym(i))}
	}
	r.way = r.last + 1
	for i := range k {
		r.start(1, r.place+trace.Sym(i), r.place+trace.Sym((i+1)%k))
	}
	return r
}

func (r *ringHand) end() *trace.End {
	alive := []trace.ResourceID{r.token}
	for i, t := range r.tokens {
		alive = append(alive, t.id, r.way+trace.ResourceID(i))
	}
	slices.Sort(alive)
	return &trace.End{Why: trace.LimitHit, Alive: alive}
}
