// Package report puts the results of inquiries into words, for commands and pages. Its texts may
// contain any names of programs: callers must escape them before they show them.
package report

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// StepData is a step with a text about it.
type StepData struct {
	Step string `json:"step"`
	What string `json:"what"`
}

// NewStepData returns a step as data: its id, and the text of [Unnumbered].
func NewStepData(rules *label.Set, s *trace.Step) StepData {
	return StepData{s.ID.String(), Unnumbered(rules, nil, s)}
}

// stepsOf returns events as data.
func stepsOf(g *causal.Graph, events []causal.Event) []StepData {
	return each(events, func(e causal.Event) StepData { return NewStepData(g.Rules(), g.Step(e)) })
}

// Named returns a step with its id: the label of its rule, which is one of some rules, and its
// arguments, in which numbers and lists of some shapes have their short forms.
func Named(rules *label.Set, shapes *shape.Set, s *trace.Step) string {
	return s.ID.String() + " " + Unnumbered(rules, shapes, s)
}

// Unnumbered is [Named] without the id.
func Unnumbered(rules *label.Set, shapes *shape.Set, s *trace.Step) string {
	return trace.Term{Head: rules.LabelOf(s.Key()), Args: shapes.ShortAll(s.Args)}.String()
}

// each returns the results of f for each item. The list is never nil, as JSON distinguishes null
// from an empty list.
func each[T, U any](items []T, f func(T) U) []U {
	out := make([]U, len(items))
	for i, item := range items {
		out[i] = f(item)
	}
	return out
}
