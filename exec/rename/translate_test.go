package rename

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// TestTranslateAbsent: a name that only absent facts have is matched and translated as others are.
func TestTranslateAbsent(t *testing.T) {
	program := func(name string) *trace.Program {
		return &trace.Program{
			Predicates: []trace.Predicate{{Name: "at", Mode: trace.Linear}, {Name: name, Mode: trace.Linear}},
			Rules:      []trace.Rule{{Name: "walk", Text: "walk : at -o " + name + "."}},
		}
	}
	run := &trace.Trace{
		Header:    trace.Header{Format: trace.Format, Program: program("tree")},
		Resources: []trace.Resource{{ID: 1, Pred: "at"}},
		Steps: []trace.Step{{
			ID: 1, Rule: "walk", Consumes: []trace.ResourceID{1}, Absent: []trace.Fact{{Pred: "tree"}, {Pred: "at"}},
		}},
	}
	require.NoError(t, trace.Validate(run))
	names := Find(run, program("oak"), run.Resources)
	require.Equal(t, []trace.Fact{{Pred: "oak"}, {Pred: "at"}}, names.Translate(run).Steps[0].Absent)
	require.Equal(t, []Renaming{{What: "predicate", Was: "tree", Now: "oak"}}, names.Renamings(run))
}
