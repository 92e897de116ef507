package kinds

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A trace does not say whether a rule names a constant or has a variable where a fact
// has an argument. It says what the variables stood for, in each firing. So what stood
// there is taken for a constant of the rule where it was the same in all firings, and
// no variable stood for it in all of them. A variable that always stood for the same is
// thus rather seen where there is none.

// Of returns what the arguments of facts are for, by the firings of a run.
func Of(g *causal.Graph) Table {
	k := &constants{graph: g, at: make(map[seat]*standing)}
	changes := newNumberChanges(k)
	if p := g.Trace.Program; p != nil {
		k.known = len(p.Rules)
	}
	for e := range causal.Event(g.Len()) {
		step := g.Step(e)
		k.add(e, step.Consumes, false)
		k.add(e, step.Produces, true)
		changes.add(e)
	}
	s := k.survey()
	changes.enter(s)
	return s.Table()
}

// constants looks for the constants of rules.
type constants struct {
	graph *causal.Graph
	known int // how many of the rules come with their variables, the first of all
	at    map[seat]*standing
}

// seat is an argument of the facts that a rule uses up, or makes: in the first, second,
// and so on, of a predicate.
type seat struct {
	rule     int
	pred     string
	made     bool
	nth, arg int
}

func (at seat) position() Position { return Position{at.pred, at.arg} }

// standing is what stood in a seat.
type standing struct {
	value     trace.Term
	other     bool  // in some firing it was something else
	variables []int // that stood for it in all firings
}

// add enters the facts that a firing used up, or made.
func (k *constants) add(e causal.Event, facts []trace.ResourceID, made bool) {
	nth := make(map[string]int)
	for _, id := range facts {
		r := k.graph.Resource(id)
		if r.StageToken() {
			continue
		}
		for arg, value := range r.Args {
			k.enter(seat{k.graph.Rule(e), r.Pred, made, nth[r.Pred], arg}, value, k.graph.Step(e).Args)
		}
		nth[r.Pred]++
	}
}

func (k *constants) enter(at seat, value trace.Term, values []trace.Term) {
	s := k.at[at]
	if s == nil {
		s = &standing{value: value}
		for i := range values {
			s.variables = append(s.variables, i)
		}
		k.at[at] = s
	}
	s.other = s.other || !s.value.Equal(value)
	s.variables = slices.DeleteFunc(s.variables, func(i int) bool { return i >= len(values) || !values[i].Equal(value) })
}

// survey returns what stands in the arguments of facts.
func (k *constants) survey() *Survey {
	s := NewSurvey()
	for at, there := range k.at {
		_, number := Value(k.graph, there.value)
		switch {
		case number:
			s.Open(at.pred, at.arg)
			s.Number(at.position(), Index)
		case at.rule < k.known && there.constant():
			s.Constant(at.pred, at.arg, there.value.Head)
		default:
			s.Open(at.pred, at.arg)
		}
	}
	return s
}

// constant reports whether it is a constant of the rule that stood there, and one that
// can tell facts apart: no text or compound.
func (s *standing) constant() bool {
	_, text := s.value.Literal()
	return s.fixed() && len(s.value.Args) == 0 && !text
}

// fixed reports whether it is a term of the rule that stood there, without variables.
func (s *standing) fixed() bool { return !s.other && len(s.variables) == 0 }
