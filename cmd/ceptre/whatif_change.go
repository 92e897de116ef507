package main

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
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
		f, err := newFact(text)
		if err != nil {
			return change, fmt.Errorf("%s: --with: %s", run.prog.Source.Name, trace.Visible(err.Error()))
		}
		change.Facts = append(change.Facts, f)
	}
	return change, nil
}

// newFact reads a fact to add.
func newFact(text string) (trace.Resource, error) {
	p, err := trace.ParsePattern(text)
	switch {
	case err != nil:
		return trace.Resource{}, err
	case p.Head == trace.StagePred:
		return trace.Resource{}, fmt.Errorf("%s is the mark of a stage, and no fact to add", p)
	case isOpen(p.Term):
		return trace.Resource{}, fmt.Errorf("%s: a fact to add has no %s in it", p, trace.Open)
	}
	return trace.Resource{Pred: p.Head, Args: p.Args, Persistent: p.Permanent}, nil
}

// isOpen reports whether a pattern stands for several terms.
func isOpen(t trace.Term) bool {
	return t.Head == trace.Open || slices.ContainsFunc(t.Args, isOpen)
}

// without takes away the steps that a word names, or the facts of the start.
func without(change *inquiry.Change, g *causal.Graph, what string) error {
	found, err := g.Find(what)
	if err != nil {
		return err
	}
	if r := found[0].Resource; r != nil && r.StageToken() {
		return fmt.Errorf("%s is the mark of a stage, and no fact; take away the step that begins or ends it", what)
	}
	if !slices.ContainsFunc(found, removable) {
		return wasMade(g, what, found)
	}
	for _, t := range found {
		switch {
		case t.Resource == nil:
			change.Steps = addNew(change.Steps, g.Step(t.Event).ID)
		case removable(t):
			change.Resources = addNew(change.Resources, t.Resource.ID)
		}
	}
	return nil
}

// removable reports whether something can be taken away: a step, or a fact that was
// there from the start.
func removable(t causal.Target) bool { return t.Resource == nil || t.Event == causal.Outside }

// wasMade says which steps made what was not there from the start.
func wasMade(g *causal.Graph, what string, made []causal.Target) error {
	if len(made) > 1 {
		steps := each(made, func(t causal.Target) causal.Event { return t.Event })
		return fmt.Errorf("%s was not there from the start; take away what made it: %s", what, g.Steps(steps))
	}
	s := g.Step(made[0].Event)
	return fmt.Errorf("%s was not there from the start; take away what made it: --without %s (%s)", what, s.ID, s)
}

// addNew adds what is not there yet.
func addNew[T comparable](list []T, item T) []T {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}
