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
	k := &constants{graph: g, at: make(map[slot]*content)}
	changes := &numberChanges{k, make(map[int]*ruleNumbers)}
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
	changes.addTo(s)
	return s.Table()
}

// constants finds the constants of rules.
type constants struct {
	graph *causal.Graph
	known int // number of rules with known variables, which come first
	at    map[slot]*content
}

// slot is an argument of the nth fact of a predicate that a rule uses up, or makes.
type slot struct {
	rule     int
	pred     string
	made     bool
	nth, arg int
}

func (at slot) position() Position { return Position{at.pred, at.arg} }

// content sums up the terms that stood in a slot.
type content struct {
	value     trace.Term
	other     bool  // some firing had another term there
	variables []int // variables that stood for the term in all firings
}

// add adds the facts that a firing used up, or made.
func (k *constants) add(e causal.Event, facts []trace.ResourceID, made bool) {
	nth := make(map[string]int)
	for _, id := range facts {
		r := k.graph.Resource(id)
		if r.StageToken() {
			continue
		}
		for arg, value := range r.Args {
			k.enter(slot{k.graph.Rule(e), r.Pred, made, nth[r.Pred], arg}, value, k.graph.Step(e).Args)
		}
		nth[r.Pred]++
	}
}

func (k *constants) enter(at slot, value trace.Term, values []trace.Term) {
	s := k.at[at]
	if s == nil {
		s = &content{value: value}
		for i := range values {
			s.variables = append(s.variables, i)
		}
		k.at[at] = s
	}
	s.other = s.other || !s.value.Equal(value)
	s.variables = slices.DeleteFunc(s.variables, func(i int) bool { return i >= len(values) || !values[i].Equal(value) })
}

// survey returns a survey of the slots.
func (k *constants) survey() *Survey {
	s := NewSurvey()
	for at, there := range k.at {
		_, number := Value(k.graph, there.value)
		_, text := there.value.Literal()
		switch {
		case number:
			s.Open(at.pred, at.arg)
			s.Number(at.position(), Index)
		case at.rule < k.known && there.fixed() && len(there.value.Args) == 0 && !text: // it tells facts apart
			s.Constant(at.pred, at.arg, there.value.Head)
		default:
			s.Open(at.pred, at.arg)
		}
	}
	return s
}

// fixed reports whether the term is one of the rule, without variables.
func (s *content) fixed() bool { return !s.other && len(s.variables) == 0 }
