package kinds

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

func TestTableOf(t *testing.T) {
	k := Table{Roles: map[string][]Role{"have": {Telling}, "price": {Plain, Telling}}}
	grain := trace.Const("grain")
	require.Equal(t, "have grain", k.Of("have", []trace.Term{grain}))
	require.Equal(t, "price _ grain", k.Of("price", []trace.Term{trace.Const("ann"), grain, trace.Const("dear")}))
	require.Equal(t, "have (forged blade)",
		k.Of("have", []trace.Term{{Head: "forged", Args: []trace.Term{trace.Const("blade")}}}))
	require.Equal(t, "price", k.Of("price", []trace.Term{grain}), "another arity")
	require.Equal(t, "at", k.Of("at", []trace.Term{grain}))
	require.Equal(t, "at", Table{}.Of("at", nil))
}

// kindsOf returns what the arguments of a predicate are for.
func kindsOf(pred string, roles ...Role) Table { return Table{Roles: map[string][]Role{pred: roles}} }

// barter returns the kinds of a run of one rule.
func barter(rules []trace.Rule, takes, makes trace.Term, values ...string) Table {
	return Of(causal.New(causaltest.Barter(rules, takes, makes, values...)))
}

func TestOf(t *testing.T) {
	declared := []trace.Rule{{Name: "swap", Params: []trace.Param{{Name: "P"}}}}
	wool, cloth := trace.Const("wool"), trace.Const("cloth")
	told := kindsOf("have", Telling)
	require.Equal(t, told, barter(declared, wool, cloth, "ann"))
	require.Equal(t, told, barter(declared, wool, cloth, "wool", "ann"), "once it was not of the variable")
	require.Empty(t, barter(declared, wool, cloth, "wool", "wool").Roles, "it may be of the variable")
	require.Empty(t, barter(declared, wool, wool, "ann").Roles, "all are the same")
	require.Equal(t, kindsOf("have", Index), barter(declared, wool, trace.Term{Head: "3", Number: true}, "ann"),
		"a number")
	require.Empty(t, barter(declared, wool, trace.Const(`"cloth"`), "ann").Roles, "a text")
	require.Empty(t, barter(declared, wool, trace.Term{Head: "dyed", Args: []trace.Term{cloth}}, "ann").Roles,
		"a compound")
	require.Empty(t, barter(nil, wool, cloth, "ann").Roles, "nobody says what the variables are")

	g := causal.New(causaltest.Barter(declared, wool, cloth, "ann", "ben"))
	g.Trace.Resources[3].Args[0] = trace.Const("felt")
	require.Empty(t, Of(g).Roles, "not the same in all firings")
}

func TestSurvey(t *testing.T) {
	s := NewSurvey()
	for _, good := range []string{"grain", "iron"} {
		s.Constant("price", 1, good)
		s.Constant("stale", 0, "grain")
		s.Constant("have", 0, good)
	}
	s.Open("have", 0)
	require.Equal(t, kindsOf("price", Plain, Telling), s.Table())
}

var numeral = causaltest.Numeral

// A run tells quantities from numbers that only stand for something else.
func TestQuantitiesOfARun(t *testing.T) {
	declared := []trace.Rule{{Name: "swap", Params: []trace.Param{{Name: "N"}}}}
	require.Equal(t, kindsOf("have", Quantity),
		Of(withValue(causaltest.Barter(declared, numeral(7), numeral(5), "ann"), numeral(7))),
		"the variable is the old number")
	require.Equal(t, kindsOf("have", Quantity),
		Of(withValue(causaltest.Barter(declared, numeral(7), numeral(5), "ann"), numeral(5))),
		"the variable is the new number")
	require.Equal(t, kindsOf("have", Changed), barter(declared, numeral(1), numeral(2), "ann", "ben"),
		"constants of the rule")
	require.Equal(t, kindsOf("have", Quantity), barter(nil, numeral(1), numeral(2), "ann", "ben"),
		"nobody says what the variables are")
	require.Equal(t, kindsOf("have", Index), barter(declared, numeral(2), numeral(2), "ann"), "nothing changes")

	g := withValue(causaltest.Barter(declared, numeral(1), numeral(2), "ann"), numeral(1))
	g.Trace.Resources = append(g.Trace.Resources,
		trace.Resource{ID: 3, Pred: "path", Args: []trace.Term{numeral(1), numeral(2)}})
	g.Trace.Steps[0].Reads = []trace.ResourceID{3}
	require.Equal(t, kindsOf("have", Changed), Of(causal.New(g.Trace)), "it stands in what was read")
}

// withValue sets what the variable of all steps stands for.
func withValue(t *trace.Trace, v trace.Term) *causal.Graph {
	for i := range t.Steps {
		t.Steps[i].Args = []trace.Term{v}
	}
	return causal.New(t)
}
