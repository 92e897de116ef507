package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// nested returns long terms that differ in one constant, at the start, in the middle or at the end.
func nested() (terms []trace.Term) {
	for _, at := range []int{0, 11, 23} {
		for _, leaf := range []string{"ash", "elm", "fir", "oak"} {
			t := trace.Const("root")
			for i := 23; i >= 0; i-- {
				name := "leaf"
				if i == at {
					name = leaf
				}
				t = trace.Term{Head: "fork", Args: []trace.Term{{Head: "twig", Args: []trace.Term{trace.Const(name)}}, t}}
			}
			terms = append(terms, t)
		}
	}
	return terms
}

// Facts that differ never read alike, however long they are.
func TestLongFactsStayDifferent(t *testing.T) {
	for _, separator := range []string{"", "-"} { // terms, and names of one word
		run := &trace.Trace{Header: trace.Header{Format: trace.Format}}
		step := trace.Step{ID: 1, Rule: "look"}
		for i, term := range nested() {
			if separator != "" {
				term = trace.Const(strings.NewReplacer(" ", separator, "(", "", ")", "").Replace(term.String()))
			}
			run.Resources = append(run.Resources,
				trace.Resource{ID: trace.ResourceID(i + 1), Pred: "grown", Args: []trace.Term{term}})
			step.Consumes = append(step.Consumes, trace.ResourceID(i+1))
		}
		run.Steps = append(run.Steps, step)
		require.NoError(t, trace.Validate(run))
		for _, view := range []View{Causal, State} {
			o := Options{View: view}
			if view == State {
				run.Steps = nil
			}
			p, err := Draw(causal.New(run), o)
			require.NoError(t, err)
			labels := make(map[string]int)
			for i := range p.Diagram.Nodes {
				n := &p.Diagram.Nodes[i]
				label := strings.Join(n.Text, "\n")
				switch {
				case n.ID == "facts":
					for _, line := range n.Text {
						labels[line]++
					}
				case len(n.Told) == 0:
					labels[label]++
				}
				for _, line := range n.Told {
					labels[label+"\n"+line]++
				}
			}
			require.GreaterOrEqual(t, len(labels), 12, "%v", view)
			for label, n := range labels {
				require.Equal(t, 1, n, "%s: %q", view, label)
			}
		}
	}
}

// Rows, boxes of several events and rules that never fired are told apart by their names, however long
// these are.
func TestLongNamesStayDifferent(t *testing.T) {
	run := &trace.Trace{Header: trace.Header{Format: trace.Format, Program: new(trace.Program)}}
	flat := strings.NewReplacer(" ", "-", "(", "", ")", "")
	for _, term := range nested() {
		name := flat.Replace(term.String())
		for range 2 {
			id := len(run.Steps) + 1
			run.Resources = append(run.Resources, trace.Resource{ID: trace.ResourceID(id), Pred: "pred-" + name})
			run.Steps = append(run.Steps, trace.Step{ID: trace.StepID(id), Rule: "rule-" + name, Stage: "stage-" + name,
				Consumes: []trace.ResourceID{trace.ResourceID(id)}})
		}
		run.Program.Rules = append(run.Program.Rules, trace.Rule{Name: "rule-" + name, Stage: "stage-" + name})
	}
	require.NoError(t, trace.Validate(run))
	g := causal.New(run)
	for _, c := range []struct {
		Options
		names int
	}{
		{Options{View: Timeline}, 36},
		{Options{View: Rules}, 12},
		{Options{View: Net}, 24},
		{Options{View: Causal, Collapse: []fold.Method{fold.Stages}}, 36},
		{Options{View: Causal, Collapse: []fold.Method{fold.Rules}}, 36},
	} {
		p, err := Draw(g, c.Options)
		require.NoError(t, err)
		of := make(map[string]string)
		for i := range p.Diagram.Nodes {
			for _, line := range p.Diagram.Nodes[i].Text {
				for _, kind := range []string{"stage-", "rule-", "pred-"} {
					if _, name, ok := strings.Cut(line, kind); ok {
						require.Empty(t, of[kind+name], "%s: %s", c.View, line)
						of[kind+name] = line
					}
				}
			}
		}
		require.Len(t, of, c.names, "%s: %v", c.View, of)
	}
}
