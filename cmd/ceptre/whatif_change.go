package main

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// find looks up what the flags name.
func (w *changer) find(g *causal.Graph, run *pair) (inquiry.Change, error) {
	change := inquiry.Change{Strict: w.strict}
	for _, what := range w.without {
		if err := without(&change, g, what); err != nil {
			return change, fmt.Errorf("%s: --without: %s", run.name, trace.Visible(err.Error()))
		}
	}
	for _, text := range w.with {
		facts, err := newFacts(text)
		if err != nil {
			return change, fmt.Errorf("%s: --with: %s", run.prog.Source, trace.Visible(err.Error()))
		}
		change.Facts = append(change.Facts, facts...)
	}
	return change, nil
}

// newFacts reads facts to add, with commas between them.
func newFacts(text string) (facts []trace.Resource, err error) {
	g, err := goal.Parse(text)
	for i, p := range g.Facts {
		switch open := openPart(p); {
		case p.Head == trace.StagePred:
			return nil, g.Wrong(i, fmt.Errorf("%s is the mark of a stage, and no fact to add", p))
		case open != "":
			return nil, g.Wrong(i, fmt.Errorf("%s: a fact to add has no %s in it", p, open))
		}
		facts = append(facts, trace.Resource{Pred: p.Head, Args: p.Args, Persistent: p.Permanent})
	}
	return facts, err
}

// openPart returns what in a pattern may stand for several terms; "" for nothing.
func openPart(p goal.Pattern) string {
	if isOpen(p.Term) {
		return trace.Open
	}
	if len(p.Vars) > 0 {
		return p.Vars[0]
	}
	return ""
}

// isOpen reports whether there is a `_` in a term.
func isOpen(t trace.Term) bool {
	return t.Head == trace.Open || slices.ContainsFunc(t.Args, isOpen)
}

// without takes away the steps that a word names, or the facts of the start; those of a goal
// where they are there together at the start.
func without(change *inquiry.Change, g *causal.Graph, what string) error {
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
				change.Steps = addNew(change.Steps, g.Step(t.Event).ID)
			} else if !t.Resource.StageToken() {
				change.Resources = addNew(change.Resources, t.Resource.ID)
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
	steps := slices.Compact(slices.Sorted(slices.Values(each(made, func(t causal.Target) causal.Event { return t.Event }))))
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
