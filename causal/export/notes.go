package export

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// aspect is a part of a trace beside facts, steps and the arcs between them.
type aspect string

const (
	types   aspect = "types"
	texts   aspect = "the text of rules"
	stages  aspect = "the stages of steps"
	proofs  aspect = "proofs"
	absent  aspect = "absent facts"
	sensed  aspect = "what sensors answered"
	acts    aspect = "actions"
	choices aspect = "choices"
	setup   aspect = "how the run was set up"
	ending  aspect = "why the run ended"
)

// leftOut returns a note about all that the trace says and the format does not
// hold, or none.
func leftOut(t *trace.Trace, held ...aspect) []string {
	var lost []string
	for _, a := range said(t) {
		if !slices.Contains(held, a) {
			lost = append(lost, string(a))
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return []string{"left out, since the format has no place for it: " + strings.Join(lost, ", ")}
}

// said returns the aspects of which the trace says something.
func said(t *trace.Trace) []aspect {
	in := map[aspect]bool{setup: t.Run != nil, ending: t.End != nil}
	if p := t.Program; p != nil {
		in[types] = len(p.Types) > 0
		in[texts] = slices.ContainsFunc(p.Rules, func(r trace.Rule) bool { return r.Text != "" })
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		in[stages] = in[stages] || s.Stage != ""
		in[proofs] = in[proofs] || len(s.Proves) > 0
		in[absent] = in[absent] || len(s.Absent) > 0
		in[sensed] = in[sensed] || len(s.Sensed) > 0
		in[acts] = in[acts] || len(s.Acts) > 0
		in[choices] = in[choices] || s.Choices > 0 || s.Chosen != ""
	}
	all := []aspect{types, texts, stages, proofs, absent, sensed, acts, choices, setup, ending}
	return slices.DeleteFunc(all, func(a aspect) bool { return !in[a] })
}

// reads reports whether any step reads a resource.
func reads(t *trace.Trace) bool {
	return slices.ContainsFunc(t.Steps, func(s trace.Step) bool { return len(s.Reads) > 0 })
}

// escapes returns a note where escape changes a name of the run.
func escapes(r *run, escape func(string) string) []string {
	note := []string{"characters that the format cannot hold, or that cannot be seen, stand as escapes such as \\x1b"}
	for i := range r.Resources {
		if s := r.Resources[i].String(); escape(s) != s {
			return note
		}
	}
	for i := range r.Trace.Steps {
		if s := r.Trace.Steps[i].String(); escape(s) != s {
			return note
		}
	}
	return nil
}
