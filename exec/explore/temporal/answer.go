package temporal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
)

// Answer is the answer to a question.
type Answer struct {
	*Question
	Verdict Verdict
	// Cases are the counterexamples: one counterexample, or all dead ends or livelocks, the nearest first.
	Cases []Case
}

// Case is a counterexample to a claim: a run, or a set of states.
type Case struct {
	// End is the state in which the run ends, or comes round again.
	End explore.State
	// Way are the states on the run without the start, if no shortest run to End will do.
	Way []explore.State
	// Loop is the number of transitions before the cycle with which the run ends; -1 without one.
	Loop int
	// Stay are the states among which the run can stay for ever, in ascending order; nil if it ends. Rules are
	// the rules of the transitions between these, sorted, and Closed says that no others lead away.
	Stay   []explore.State
	Rules  []string
	Closed bool
	// Values are the values of the shared variables for which the claim is wrong.
	Values goal.Bindings
	// Lost is the number of transitions after which no run comes to F any more, of dead ends and livelocks; -1 if it
	// is not known.
	Lost int
}

// Path returns the states on the run without the start.
func (c *Case) Path(space *explore.Space) []explore.State {
	if c.Way == nil {
		return space.Way(c.End)
	}
	return c.Way
}

// mostLabels is how many labels of states an answer may take, each a byte.
const mostLabels = 1 << 30

// Answers returns the answers to the questions, in order, from the space of the search that they watched.
// If the context ends, the answers that take long are open.
func (q *Inquiry) Answers(ctx context.Context, space *explore.Space) ([]*Answer, error) {
	q.extend(space.Len())
	g := &Graph{Player: q.player, Looked: space.Looked}
	if q.NeedsEdges() {
		g = NewGraph(space.Edges, q.player, space.Looked)
	}
	if q.Unfair {
		g = g.Unfair()
	}
	f := &finder{q, space, g}
	verdict := Holds
	if space.Looked < space.Len() {
		verdict = Open
	}
	var answers []*Answer
	for i, asked := range q.Questions {
		a := &Answer{Question: asked, Verdict: verdict}
		if err := f.answer(ctx, a, &q.records[i]); err != nil {
			return nil, err
		}
		switch {
		case len(a.Cases) > 0:
			a.Verdict = Refuted
		case space.Deaf:
			a.Verdict = Open
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// finder finds answers in a space and its graph.
type finder struct {
	*Inquiry
	space *explore.Space
	graph *Graph
}

// answer fills in an answer, which holds or is open unless it gets cases.
func (f *finder) answer(ctx context.Context, a *Answer, r *record) error {
	switch {
	case len(a.Shared) > 0:
		if err := f.answerShared(ctx, a, r); ctx.Err() == nil {
			return err
		}
		if len(a.Cases) == 0 {
			a.Verdict = Open
		}
	case a.Kind == Always:
		if at := slices.Index(r.f, false); at >= 0 {
			a.Cases = []Case{{End: explore.State(at), Loop: -1, Lost: -1}}
		}
	case a.Kind == Eventually:
		f.enter(a, f.graph.Eventually(r.f), nil)
	case a.Kind == LeadsTo:
		f.enter(a, f.graph.LeadsTo(r.f, r.g), nil)
	case a.Kind == DeadEnds:
		for _, s := range f.space.Final {
			if !r.f[s] {
				a.Cases = append(a.Cases, Case{End: s, Loop: -1, Lost: -1})
			}
		}
	case a.Kind == Livelocks:
		for _, states := range f.graph.Livelocks(r.f) {
			a.Cases = append(a.Cases, f.staying(Case{End: states[0], Loop: -1, Lost: -1}, states))
		}
	}
	if a.Kind == DeadEnds || a.Kind == Livelocks {
		f.lose(a, r.f)
	}
	return nil
}

// lose finds where the runs of dead ends and livelocks lose the formula. That takes all transitions.
func (f *finder) lose(a *Answer, label []bool) {
	if a.F == nil || !f.NeedsEdges() || len(a.Cases) == 0 {
		return
	}
	can := f.graph.Reaching(label)
	for i := range a.Cases {
		c := &a.Cases[i]
		states := append([]explore.State{0}, c.Path(f.space)...)
		c.Lost = slices.IndexFunc(states, func(s explore.State) bool { return !can[s] })
	}
}

// enter enters the finding on a claim for some values of variables.
func (f *finder) enter(a *Answer, found Finding, values goal.Bindings) {
	a.Verdict = found.Verdict
	if p := found.Path; p != nil {
		c := Case{End: p.Last(), Way: p.States[1:], Loop: p.Loop, Values: values, Lost: -1}
		a.Cases = []Case{f.staying(c, p.Stay)}
	}
}

// staying returns a case with the states among which its run can stay, and what happens there.
func (f *finder) staying(c Case, states []explore.State) Case {
	if len(states) == 0 {
		return c
	}
	c.Stay, c.Closed = states, true
	for _, e := range f.space.Edges {
		if _, in := slices.BinarySearch(states, e.From); !in {
			continue
		}
		if _, in := slices.BinarySearch(states, e.To); !in {
			c.Closed = false
			continue
		}
		rule := f.space.Rule(e.Move).Label
		if !slices.Contains(c.Rules, rule) {
			c.Rules = append(c.Rules, rule)
		}
	}
	slices.Sort(c.Rules)
	return c
}

// answerShared answers a question about what leads to what for each value of its shared variables in turn, in
// the order in which these came up, until the claim is refuted.
func (f *finder) answerShared(ctx context.Context, a *Answer, r *record) error {
	if len(r.values) > mostLabels/f.space.Len() {
		return fmt.Errorf("%q: %d values of %s in %d states are too many to ask about", a.Claim(), len(r.values),
			strings.Join(a.Shared, " and "), f.space.Len())
	}
	goals, err := f.goals(ctx, a, r.values)
	if err != nil {
		return err
	}
	verdict := a.Verdict // for values that have not come up
	for i, values := range r.values {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		label := make([]bool, f.space.Len())
		for _, s := range r.at[i] {
			label[s] = true
		}
		found := f.graph.LeadsTo(label, goals[i])
		if f.enter(a, found, values); found.Verdict == Refuted {
			return nil
		}
	}
	a.Verdict = verdict
	return nil
}

// goals returns for some values of variables in which states the second formula of a question holds.
func (f *finder) goals(ctx context.Context, a *Answer, values []goal.Bindings) ([][]bool, error) {
	goals := make([][]bool, len(values))
	for i := range goals {
		goals[i] = make([]bool, f.space.Len())
	}
	for s := range f.space.Len() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		sight := Sight{f.space.View(explore.State(s)), ctx}
		for i, v := range values {
			var err error
			if goals[i][s], err = a.G.Holds(sight, v); err != nil {
				return nil, err
			}
		}
	}
	return goals, nil
}
