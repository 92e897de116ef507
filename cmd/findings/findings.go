// Package findings puts into words what inquiries found out, for whoever shows it: commands
// and pages. Names may be anything: who shows them sees to it that they do no harm.
package findings

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// StepData is a step with what happened.
type StepData struct {
	Step string `json:"step"`
	What string `json:"what"`
}

// NewStepData returns a step as data: its id, and what happened as [Unnumbered] says it.
func NewStepData(rules *label.Set, s *trace.Step) StepData {
	return StepData{s.ID.String(), Unnumbered(rules, nil, s)}
}

// Named returns a step with its id: the label of its rule, which is one of some rules, and its
// arguments, in which numbers and lists of some shapes have their short forms.
func Named(rules *label.Set, shapes *trace.Shapes, s *trace.Step) string {
	return s.ID.String() + " " + Unnumbered(rules, shapes, s)
}

// Unnumbered is [Named] without the id.
func Unnumbered(rules *label.Set, shapes *trace.Shapes, s *trace.Step) string {
	return trace.Term{Head: rules.LabelOf(s.Key()), Args: shapes.ShortAll(s.Args)}.String()
}

// each returns what f makes of each item. The list is never nil, for JSON knows the
// difference.
func each[T, U any](items []T, f func(T) U) []U {
	out := make([]U, len(items))
	for i, item := range items {
		out[i] = f(item)
	}
	return out
}
