package inquiry

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Change is the difference between a run and its counterfactual.
type Change struct {
	// Steps and Resources are taken away; resources are of the initial state.
	Steps     []trace.StepID
	Resources []trace.ResourceID
	// Facts are added to the initial state.
	Facts []trace.Resource // without ids
	// Strict says that links wait until no rule applies, as in any run, and rules of
	// ordered stages for those before them. Then what was taken away often holds up
	// the run for good: it could still happen.
	Strict bool
}

// Add adds facts to the initial state, as users write them with commas between them.
func (c *Change) Add(text string) error {
	g, err := goal.Parse(text)
	for i, p := range g.Facts {
		open := "" // the part that may stand for several terms
		if p.IsOpen() {
			open = trace.Open
		} else if len(p.Vars) > 0 {
			open = p.Vars[0]
		}
		switch {
		case p.Head == trace.StagePred:
			return g.Wrong(i, fmt.Errorf("%s is the mark of a stage, and no fact to add", p))
		case open != "":
			return g.Wrong(i, fmt.Errorf("%s: a fact to add has no %s in it", p, open))
		}
		c.Facts = append(c.Facts, trace.Resource{Pred: p.Head, Args: p.Args, Persistent: p.Permanent})
	}
	return err
}

// Remove takes away the steps of a run that a word names, or the facts of its start; the facts of
// a goal where they are there together at the start.
func (c *Change) Remove(g *causal.Graph, what string) error {
	found, err := g.FindEach(what)
	if err != nil {
		return err
	}
	if r := found[0][0].Resource; r != nil && len(found[0]) == 1 && r.StageToken() {
		return fmt.Errorf("%s is the mark of a stage, and no fact; take away the step that begins or ends it", what)
	}
	none := true
	for _, together := range found {
		if slices.ContainsFunc(together, func(t causal.Target) bool { return !removable(t) }) {
			continue
		}
		none = false
		for _, t := range together {
			if t.Resource == nil {
				c.Steps = addNew(c.Steps, g.Step(t.Event).ID)
			} else if !t.Resource.StageToken() {
				c.Resources = addNew(c.Resources, t.Resource.ID)
			}
		}
	}
	if none {
		return wasMade(g, what, found)
	}
	return nil
}

// removable reports whether something can be taken away: a step, or a fact that was
// there from the start.
func removable(t causal.Target) bool { return t.Resource == nil || t.Event == causal.Outside }

// wasMade says which steps made what was not there from the start.
func wasMade(g *causal.Graph, what string, found [][]causal.Target) error {
	made := slices.DeleteFunc(slices.Concat(found...), removable)
	var steps []causal.Event
	for _, t := range made {
		steps = append(steps, t.Event)
	}
	slices.Sort(steps)
	steps = slices.Compact(steps)
	switch {
	case len(found[0]) > 1:
		return fmt.Errorf("%s were not there from the start; take away what made them: %s", what, g.Steps(steps))
	case len(made) > 1:
		return fmt.Errorf("%s was not there from the start; take away what made it: %s", what, g.Steps(steps))
	}
	s := g.Step(made[0].Event)
	return fmt.Errorf("%s was not there from the start; take away what made it: --without %s (%s)", what, s.ID, s)
}

// addNew appends item unless the list has it.
func addNew[T comparable](list []T, item T) []T {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}
