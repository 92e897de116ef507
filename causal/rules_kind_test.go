package causal

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

func TestKindsOf(t *testing.T) {
	k := Kinds{Roles: map[string][]Role{"have": {Telling}, "price": {Plain, Telling}}}
	grain := trace.Const("grain")
	require.Equal(t, "have grain", k.Of("have", []trace.Term{grain}))
	require.Equal(t, "price _ grain", k.Of("price", []trace.Term{trace.Const("ann"), grain, trace.Const("dear")}))
	require.Equal(t, "have (forged blade)", k.Of("have", []trace.Term{{Head: "forged", Args: []trace.Term{trace.Const("blade")}}}))
	require.Equal(t, "price", k.Of("price", []trace.Term{grain}), "another arity")
	require.Equal(t, "at", k.Of("at", []trace.Term{grain}))
	require.Equal(t, "at", Kinds{}.Of("at", nil))
}

// Kinds are what predicates would be, if each kind had one of its own.
func TestKindsAreLikePredicates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := randomTrace(t)
		kinds := Kinds{Roles: make(map[string][]Role)}
		for i := range tr.Resources {
			r := &tr.Resources[i]
			if r.Pred != trace.StagePred {
				r.Args = []trace.Term{trace.Const(rapid.SampledFrom([]string{"grain", "iron"}).Draw(t, "good"))}
				kinds.Roles[r.Pred] = []Role{Telling}
			}
		}
		flat := *tr
		flat.Resources = slices.Clone(tr.Resources)
		for i, r := range flat.Resources {
			flat.Resources[i].Pred, flat.Resources[i].Args = kinds.Of(r.Pred, r.Args), nil
		}
		require.Equal(t, New(&flat).Condense(Kinds{}), New(tr).Condense(kinds))
		require.Equal(t, New(&flat).Incidences(Kinds{}), New(tr).Incidences(kinds))
	})
}

// kindsOf returns what the arguments of a predicate are for.
func kindsOf(pred string, roles ...Role) Kinds { return Kinds{Roles: map[string][]Role{pred: roles}} }

// barter is a run of one rule that uses up a fact and makes another; each time its variable
// stands for something.
func barter(rules []trace.Rule, takes, makes trace.Term, values ...string) *Graph {
	t := &trace.Trace{Header: trace.Header{Program: &trace.Program{Rules: rules}}}
	for i, v := range values {
		x, step := trace.ResourceID(2*i+1), trace.StepID(i+1)
		t.Resources = append(t.Resources,
			trace.Resource{ID: x, Pred: "have", Args: []trace.Term{takes}},
			trace.Resource{ID: x + 1, Pred: "have", Args: []trace.Term{makes}, By: step})
		t.Steps = append(t.Steps, trace.Step{
			ID: step, Rule: "swap", Args: []trace.Term{trace.Const(v)}, Consumes: []trace.ResourceID{x}, Produces: []trace.ResourceID{x + 1},
		})
	}
	return New(t)
}

func TestKindsOfARun(t *testing.T) {
	declared := []trace.Rule{{Name: "swap", Params: []trace.Param{{Name: "P"}}}}
	wool, cloth := trace.Const("wool"), trace.Const("cloth")
	told := kindsOf("have", Telling)
	require.Equal(t, told, barter(declared, wool, cloth, "ann").Kinds())
	require.Equal(t, told, barter(declared, wool, cloth, "wool", "ann").Kinds(), "once it was not of the variable")
	require.Empty(t, barter(declared, wool, cloth, "wool", "wool").Kinds().Roles, "it may be of the variable")
	require.Empty(t, barter(declared, wool, wool, "ann").Kinds().Roles, "all are the same")
	require.Equal(t, kindsOf("have", Index), barter(declared, wool, trace.Term{Head: "3", Number: true}, "ann").Kinds(), "a number")
	require.Empty(t, barter(declared, wool, trace.Const(`"cloth"`), "ann").Kinds().Roles, "a text")
	require.Empty(t, barter(declared, wool, trace.Term{Head: "dyed", Args: []trace.Term{cloth}}, "ann").Kinds().Roles, "a compound")
	require.Empty(t, barter(nil, wool, cloth, "ann").Kinds().Roles, "nobody says what the variables are")

	g := barter(declared, wool, cloth, "ann", "ben")
	g.Trace.Resources[3].Args[0] = trace.Const("felt")
	require.Empty(t, g.Kinds().Roles, "not the same in all firings")
}

func TestKindSurvey(t *testing.T) {
	s := NewKindSurvey()
	for _, good := range []string{"grain", "iron"} {
		s.Constant("price", 1, good)
		s.Constant("stale", 0, "grain")
		s.Constant("have", 0, good)
	}
	s.Open("have", 0)
	require.Equal(t, kindsOf("price", Plain, Telling), s.Kinds())
}
