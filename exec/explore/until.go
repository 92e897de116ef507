package explore

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// goalQuestion asks for the facts of a goal. For each fact it keeps which facts of the goal it may meet by itself. So
// most states are done with after a look at these.
type goalQuestion struct {
	*goal.Goal
	of       *engine
	meets    [][]int          // by fact: the facts of the goal that it may meet; as far as they are known
	stages   [][]int          // by stage, in the same way
	written  []trace.Fact     // by fact, in the same way
	fixed    []bool           // by fact of the goal: a fact that is the same in all states may meet it
	always   []trace.Resource // the facts that are the same in all states and may meet one of the goal
	seen     []bool           // by fact of the goal: a fact of the state may meet it
	bindings goal.Bindings
}

func newGoalQuestion(e *engine, g *goal.Goal) *goalQuestion {
	q := &goalQuestion{Goal: g, of: e, fixed: make([]bool, len(g.Facts)), seen: make([]bool, len(g.Facts))}
	q.stages = append(q.stages, nil)
	for _, s := range e.prog.Stages {
		mark := trace.StageMark(s.Name)
		q.stages = append(q.stages, q.metBy(trace.Fact{Pred: mark.Pred, Args: mark.Args}, false))
	}
	for _, h := range e.fixed {
		f := q.know(h.Fact)
		for _, i := range q.meets[h.Fact] {
			q.fixed[i] = q.fixed[i] || h.Permanent || !g.Facts[i].Permanent
		}
		if len(q.meets[h.Fact]) > 0 {
			q.always = appendResources(q.always, f, h)
		}
	}
	return q
}

// know returns a fact as traces have it. The fact is new, or known.
func (q *goalQuestion) know(f Fact) trace.Fact {
	for int(f) >= len(q.meets) {
		next := term.RecordFact(q.of.names.Fact(Fact(len(q.meets))))
		q.written = append(q.written, next)
		q.meets = append(q.meets, q.metBy(next, true)) // as if it held permanently
	}
	return q.written[f]
}

// metBy returns the facts of the goal that a fact may meet by itself.
func (q *goalQuestion) metBy(f trace.Fact, permanent bool) (out []int) {
	for i, p := range q.Facts {
		if p.MatchesFact(f.Pred, f.Args, permanent) {
			out = append(out, i)
		}
	}
	return out
}

// Meets implements [Question].
func (q *goalQuestion) Meets(v *View) (bool, error) {
	copy(q.seen, q.fixed)
	for _, i := range q.stages[v.stage] {
		q.seen[i] = true
	}
	for _, h := range v.held {
		q.know(h.Fact)
		for _, i := range q.meets[h.Fact] {
			q.seen[i] = q.seen[i] || h.Permanent || !q.Facts[i].Permanent
		}
	}
	if slices.Contains(q.seen, false) {
		return false, nil
	}
	match, met, err := q.First(q.state(v), nil)
	q.bindings = match.Bindings
	return met, err
}

// state returns the facts of a state that may meet one of the goal.
func (q *goalQuestion) state(v *View) *goal.State {
	all := slices.Clone(q.always)
	for _, h := range v.held {
		if len(q.meets[h.Fact]) > 0 {
			all = appendResources(all, q.written[h.Fact], h)
		}
	}
	if stage := v.Stage(); stage != nil {
		mark := trace.StageMark(stage.Name)
		all = append(all, trace.Resource{Pred: mark.Pred, Args: mark.Args})
	}
	return q.State(all)
}

// appendResources appends the copies of a fact that a state holds.
func appendResources(to []trace.Resource, f trace.Fact, h Held) []trace.Resource {
	r := trace.Resource{Pred: f.Pred, Args: f.Args}
	for range h.Copies {
		to = append(to, r)
	}
	if h.Permanent {
		r.Persistent = true
		to = append(to, r)
	}
	return to
}
