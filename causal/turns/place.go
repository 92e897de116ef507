package turns

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// place is a predicate of which there is at most one fact at a time, and that one is not
// permanent: a safe place of the run, seen as a net. Several places that hold one fact
// between them are a place, too.
type place struct {
	preds []string
	// ticks are when another fact came in the place of one, or of none, ascending.
	ticks []tick
}

// tick is that a fact was there after an event, [causal.Outside] for the start. It is nil if
// there was none from then on.
type tick struct {
	after causal.Event
	fact  *causal.Resource
}

// places returns the predicates of which there is at most one fact at a time, in the order
// of their first facts in the trace.
func places(g *causal.Graph) []*place {
	s := newSurvey(g)
	for i := range g.Resources {
		if r := &g.Resources[i]; r.Producer == causal.Outside {
			s.replace(r.Pred, nil, r)
		}
	}
	s.tick(causal.Outside)
	for e := range causal.Event(g.Len()) {
		step := g.Step(e)
		for _, id := range step.Consumes {
			r := g.Resource(id)
			s.replace(r.Pred, r, nil)
		}
		for _, id := range step.Produces {
			r := g.Resource(id)
			s.replace(r.Pred, nil, r)
		}
		s.tick(e)
	}
	var safe []*place
	for i, p := range s.places {
		if !s.unsafe[i] && len(p.ticks) > 0 {
			safe = append(safe, p)
		}
	}
	return safe
}

// survey follows the facts of predicates through a run.
type survey struct {
	places  []*place
	number  map[string]int     // of a predicate
	unsafe  []bool             // by place: it has had several facts at a time
	now     []*causal.Resource // by place
	changed []int              // places, by the event at hand
}

func newSurvey(g *causal.Graph) *survey {
	s := &survey{number: make(map[string]int)}
	for i := range g.Resources {
		r := &g.Resources[i]
		p, known := s.number[r.Pred]
		if !known {
			p = len(s.places)
			s.number[r.Pred] = p
			s.places = append(s.places, &place{preds: []string{r.Pred}})
			s.unsafe = append(s.unsafe, false)
		}
		s.unsafe[p] = s.unsafe[p] || r.Persistent || r.Pred == trace.StagePred
	}
	s.now = make([]*causal.Resource, len(s.places))
	return s
}

// replace enters that a fact of a predicate is made, where there was none, or used up, where there is
// none then. In two runs over each other there may have been another one.
func (s *survey) replace(pred string, was, is *causal.Resource) {
	p := s.number[pred]
	if s.unsafe[p] {
		return
	}
	s.unsafe[p] = s.now[p] != was
	s.now[p] = is
	s.changed = append(s.changed, p)
}

// tick enters what there is after an event.
func (s *survey) tick(after causal.Event) {
	for _, p := range s.changed {
		ticks := &s.places[p].ticks
		switch n := len(*ticks); {
		case s.unsafe[p]:
			*ticks = nil
		case n > 0 && (*ticks)[n-1].after == after:
			(*ticks)[n-1].fact = s.now[p]
		default:
			*ticks = append(*ticks, tick{after, s.now[p]})
		}
	}
	s.changed = s.changed[:0]
}

// single reports whether there is always a fact between the first and the last one.
func (p *place) single() bool {
	for i, t := range p.ticks {
		if t.fact == nil && i < len(p.ticks)-1 {
			return false
		}
	}
	return true
}
