package causal

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// mostTogether is how often the facts of a goal may come together in a run.
const mostTogether = 200_000

// onlyFacts says what a goal is made of.
const onlyFacts = "commas separate facts that were there together"

// findGoal returns each way in which resources of the run meet a goal. A goal of one fact is an
// error: the caller has looked for the fact in the run, and found none.
func (g *Graph) findGoal(text string) ([][]Target, error) {
	q, err := goal.Parse(text)
	if err != nil {
		return nil, err
	}
	q = q.Knowing(g.constants(q.Vars()))
	if len(q.Facts) == 1 {
		return nil, g.notFound(q.Facts[0])
	}
	for i, p := range q.Facts {
		switch {
		case isID(p.Head) && len(p.Args) == 0:
			return nil, q.Wrong(i, fmt.Errorf("%s is an id, and no fact; %s", p, onlyFacts))
		case len(g.findFacts(p)) > 0:
		case len(g.findFacts(g.inRun(p))) > 0:
			q.Facts[i] = g.inRun(p)
		case len(g.findEvents(g.named(p))) > 0:
			return nil, q.Wrong(i, fmt.Errorf("%s is a rule; %s", p, onlyFacts))
		default:
			return nil, q.Wrong(i, g.notFound(p))
		}
	}
	found, err := g.together(q)
	if err == nil && len(found) == 0 {
		err = g.apart(q)
	}
	return found, err
}

// isID reports whether a text is the id of a step or a resource.
func isID(text string) bool {
	var step trace.StepID
	var resource trace.ResourceID
	return step.UnmarshalText([]byte(text)) == nil || resource.UnmarshalText([]byte(text)) == nil
}

// constants returns which of some names the run has for constants.
func (g *Graph) constants(names []string) func(name string) bool {
	known := make(map[string]bool)
	var look func(terms []trace.Term)
	look = func(terms []trace.Term) {
		for _, t := range terms {
			if slices.Contains(names, t.Head) {
				known[t.Head] = true
			}
			look(t.Args)
		}
	}
	if len(names) > 0 {
		for i := range g.Resources {
			look(g.Resources[i].Args)
		}
		for i := range g.Trace.Steps {
			look(g.Trace.Steps[i].Args)
		}
	}
	return func(name string) bool { return known[name] }
}

// together returns the resources of the run that meet a goal in one of its states, each time
// that they come together, in the order in which they do. Of equal ones, those made last are
// taken.
func (g *Graph) together(q goal.Goal) ([][]Target, error) {
	var state goal.State
	var found [][]Target
	var fresh []*goal.Fact
	add := func(i int) {
		if r := &g.Resources[i]; q.Asks(r.Pred) && q.Touches(r.Fact(), r.Persistent) {
			fresh = append(fresh, state.Add(r.Fact(), r.Persistent, i))
		}
	}
	look := func() error {
		if len(fresh) == 0 {
			return nil
		}
		err := q.Each(&state, fresh, func(m goal.Match) bool {
			found = append(found, g.targets(m))
			return len(found) <= mostTogether
		})
		fresh = fresh[:0]
		if err == nil && len(found) > mostTogether {
			err = goal.ErrTooMuch
		}
		return err
	}
	for i := range g.Resources {
		if g.Resources[i].Producer == Outside {
			add(i)
		}
	}
	if err := look(); err != nil {
		return nil, err
	}
	for e := range Event(g.Len()) {
		step := g.Step(e)
		for _, id := range step.Consumes {
			i := g.resources.of(id)
			if r := &g.Resources[i]; q.Asks(r.Pred) && q.Touches(r.Fact(), r.Persistent) {
				state.Remove(r.Fact(), r.Persistent, i)
			}
		}
		for _, id := range step.Produces {
			add(g.resources.of(id))
		}
		if err := look(); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// targets returns the resources of a match, each once.
func (g *Graph) targets(m goal.Match) []Target {
	var out []Target
	for at, f := range m.Facts {
		before := 0
		for _, other := range m.Facts[:at] {
			if other == f {
				before++
			}
		}
		if f.Permanent {
			if before > 0 {
				continue
			}
		}
		r := &g.Resources[f.Copies[len(f.Copies)-1-before]]
		out = append(out, Target{r, r.Producer})
	}
	return out
}

// apart says that the facts of a goal were never there together, though each was there.
func (g *Graph) apart(q goal.Goal) error {
	if all := q.String(); len(goal.Split(all, ',')) == 1 { // copies of one fact
		return fmt.Errorf("the run never has %s at once", all)
	}
	free := q.Knowing(func(string) bool { return false })
	for i, p := range free.Facts {
		free.Facts[i] = p.Opened()
	}
	if vars := q.Vars(); len(vars) > 0 {
		if found, err := g.together(free); err == nil && len(found) > 0 {
			return fmt.Errorf("%s were never there together for one %s, though each was there", q, english.List(vars))
		}
	}
	return errors.New(q.String() + " were never there together, though each was there")
}
