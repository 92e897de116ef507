package main

import (
	"bytes"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/export"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// What is written as DOT reads back as the same run: the same facts and steps
// under the same ids, with the same causes.
func TestExportedDOTIsImported(t *testing.T) {
	eachExample(t, func(t *testing.T, p *lang.Program) {
		tr := runExample(t, p, p.Traces[0], 1)
		var dot bytes.Buffer
		_, err := export.Write(&dot, "dot", causal.New(tr), causal.Cast{})
		require.NoError(t, err)
		back, _, err := foreign.Read("run.dot", &dot)
		require.NoError(t, err)
		want, got := inDOT(tr), inDOT(back)
		require.Equal(t, want.Steps, got.Steps)
		require.Equal(t, want.Resources, got.Resources)
	})
}

// inDOT returns what a graph holds of a trace.
func inDOT(t *trace.Trace) *trace.Trace {
	held := &trace.Trace{Resources: t.Resources}
	for _, s := range t.Steps {
		held.Steps = append(held.Steps, trace.Step{
			ID: s.ID, Rule: s.Rule, Args: s.Args, Consumes: s.Consumes, Reads: s.Reads, Produces: s.Produces,
		})
	}
	return held
}
