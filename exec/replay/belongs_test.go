package replay

import (
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

func TestBelongs(t *testing.T) {
	p := replaytest.LoadTown(t)
	require.NoError(t, Belongs(p, &replaytest.Run(t, p, 1).Header))
	require.NoError(t, Belongs(p, &trace.Header{}), "a trace that says nothing of its program")
	for _, c := range []struct {
		name string
		says trace.Program
		want string
	}{
		{"type", trace.Program{Types: []trace.Type{{Name: "persn"}}}, "the program has no type persn; the nearest is person"},
		{"constant", trace.Program{Types: []trace.Type{{Name: "person", Constants: []string{"ann", "bem"}}}},
			"the program has no person bem; the nearest is ben"},
		{"constant of another type", trace.Program{Types: []trace.Type{{Name: "person", Constants: []string{"inn"}}}},
			"the program has no person inn; inn is of the type place"},
		{"constant with arguments", trace.Program{Types: []trace.Type{{Name: "nat", Constants: []string{"s"}}}},
			"s has 0 arguments, and in the program s takes 1"},
		{"predicate", trace.Program{Predicates: []trace.Predicate{{Name: "mod"}}},
			"the program has no predicate mod; the nearest is mood"},
		{"mode", trace.Program{Predicates: []trace.Predicate{{Name: "road", Args: []string{"place", "place"}}}},
			"road is of the state there, and proved by clauses in the program"},
		{"number of arguments", trace.Program{Predicates: []trace.Predicate{{Name: "at", Args: []string{"person"}}}},
			"at takes 1 argument there, and 2 in the program"},
		{
			"type of an argument", trace.Program{
				Predicates: []trace.Predicate{{Name: "at", Args: []string{"person", "person"}}},
			}, "argument 2 of at is a person there, and a place in the program",
		},
		{"stage", trace.Program{Stages: []trace.Stage{{Name: "bay"}}}, "the program has no stage bay; the nearest is day"},
		{"rule", trace.Program{Rules: []trace.Rule{{Name: "wak"}}}, "the program has no rule wak; the nearest is walk"},
		{"stage of a rule", trace.Program{Rules: []trace.Rule{{Name: "walk", Stage: "dusk"}}},
			"the rule walk belongs to stage dusk there, and to day in the program"},
		{"link", trace.Program{Rules: []trace.Rule{{Name: "walk", Link: true}}},
			"walk is a link there, and a rule in the program"},
		{"number of parameters", trace.Program{Rules: []trace.Rule{{Name: "fill", Params: make([]trace.Param, 2)}}},
			"the rule fill takes 2 arguments there, and 1 in the program"},
		{"parameter", trace.Program{Rules: []trace.Rule{{Name: "fill", Params: []trace.Param{{Name: "Q"}}}}},
			"parameter 1 of the rule fill is called Q there, and P in the program"},
		{
			"type of a parameter", trace.Program{
				Rules: []trace.Rule{{Name: "fill", Params: []trace.Param{{Name: "P", Type: "place"}}}},
			}, "the parameter P of the rule fill is a place there, and a person in the program",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Belongs(p, &trace.Header{Program: &c.says})
			require.EqualError(t, err, "its header: "+c.want)
			var fault *Fault
			require.ErrorAs(t, err, &fault)
			require.Equal(t, UnknownName, fault.Kind)
		})
	}
}
