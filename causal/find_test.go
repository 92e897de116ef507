package causal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// vigil is a run in which romeo comes to the tomb and dies there, and paris dies in the hall.
func vigil() *trace.Trace {
	at := func(id trace.ResourceID, who, where string, by trace.StepID) trace.Resource {
		return trace.Resource{ID: id, Pred: "at", Args: []trace.Term{trace.Const(who), trace.Const(where)}, By: by}
	}
	dead := func(id trace.ResourceID, who string, by trace.StepID) trace.Resource {
		return trace.Resource{ID: id, Pred: "dead", Args: []trace.Term{trace.Const(who)}, By: by, Persistent: true}
	}
	return &trace.Trace{
		Header: trace.Header{Format: trace.Format},
		Resources: []trace.Resource{
			at(1, "romeo", "hall", 0), at(2, "paris", "hall", 0), at(3, "romeo", "tomb", 1), dead(4, "paris", 2),
			dead(5, "romeo", 3), at(6, "Tybalt", "tomb", 4),
		},
		Steps: []trace.Step{
			{ID: 1, Rule: "go", Args: []trace.Term{trace.Const("romeo")}, Consumes: []trace.ResourceID{1},
				Produces: []trace.ResourceID{3}},
			{ID: 2, Rule: "die", Args: []trace.Term{trace.Const("paris")}, Produces: []trace.ResourceID{4}},
			{ID: 3, Rule: "die", Args: []trace.Term{trace.Const("romeo")}, Produces: []trace.ResourceID{5}},
			{ID: 4, Rule: "come", Produces: []trace.ResourceID{6}},
		},
	}
}

func TestFindTogether(t *testing.T) {
	g := New(vigil())
	for text, want := range map[string]string{
		"at C L, dead C":       "x2+x4, x3+x5",
		"at C hall, dead C":    "x2+x4",
		"at C tomb, !dead C":   "x3+x5",
		"at C hall, at D hall": "x1+x2",
		"at C L, at D L":       "x1+x2, x6+x3",
		"at Tybalt L, at D L":  "x6+x3",
		"at X L":               "x1, x2, x3, x6",
		"at romeo _, at paris": "x1+x2, x3+x2",
		"die X":                "t2, t3",
	} {
		each, err := g.FindEach(text)
		require.NoError(t, err, text)
		var got []string
		for _, together := range each {
			var names []string
			for _, target := range together {
				names = append(names, g.name(target))
			}
			got = append(got, strings.Join(names, "+"))
		}
		require.Equal(t, want, strings.Join(got, ", "), text)
	}
	for text, want := range map[string]string{
		"at C L, ded C": `"at C L, ded C", column 9: no fact or rule ded in the run; did you mean dead?`,
		"at C L, dead C hall": `"at C L, dead C hall", column 9: no dead C hall in the run; ` +
			`the run has dead paris and dead romeo`,
		"at C L, die C": `"at C L, die C", column 9: die C is a rule; ` +
			`commas separate facts that were there together`,
		"at Tybalt, at paris, dead": "",
		"at C L, dead L":            "at C L, dead L were never there together for one C and L, though each was there",
		"dead romeo, at romeo hall": "dead romeo, at romeo hall were never there together, though each was there",
		"x1, x2": `"x1, x2", column 1: x1 is an id, and no fact; ` +
			`commas separate facts that were there together`,
		"at C L,": `"at C L,", column 8: a name is missing`,
	} {
		_, err := g.Find(text)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, want, text)
	}
}

// A name with a comma in it is found as it was before there were goals.
func TestFindNamesWithCommas(t *testing.T) {
	run := &trace.Trace{
		Resources: []trace.Resource{{ID: 1, Pred: "p,q", Args: []trace.Term{trace.Const("a,")}}, {ID: 2, Pred: "p"}},
	}
	for _, text := range []string{"p,q a,", "p,q", "_ a,"} {
		found, err := New(run).Find(text)
		require.NoError(t, err)
		require.Equal(t, "x1", New(run).Names(found))
	}
}

// plainlyTogether returns which facts meet a goal after each event, with one that it made.
func plainlyTogether(g *Graph, q goal.Goal) map[string]bool {
	out := make(map[string]bool)
	var alive []*Resource
	look := func(e Event, made map[string]bool) {
		var try func(i int, b goal.Bindings, taken []*Resource)
		try = func(i int, b goal.Bindings, taken []*Resource) {
			if i == len(q.Facts) {
				var texts []string
				fresh := false
				for at, r := range taken {
					fresh = fresh || made[r.String()]
					if !r.Persistent || !slices.ContainsFunc(taken[:at], func(o *Resource) bool { return o.String() == r.String() }) {
						texts = append(texts, r.String())
					}
				}
				slices.Sort(texts)
				if fresh {
					out[fmt.Sprint(e, texts)] = true
				}
				return
			}
			for _, r := range alive {
				if !r.Persistent && slices.Contains(taken, r) {
					continue
				}
				if more, ok := q.Facts[i].Bind(slices.Clone(b), r.Fact(), r.Persistent); ok {
					try(i+1, more, append(slices.Clone(taken), r))
				}
			}
		}
		try(0, nil, nil)
	}
	for e := Outside; e < Event(g.Len()); e++ {
		made := make(map[string]bool)
		alive = slices.DeleteFunc(alive, func(r *Resource) bool { return e != Outside && r.Consumer == e })
		for i := range g.Resources {
			if r := &g.Resources[i]; r.Producer == e {
				alive = append(alive, r)
				made[r.String()] = true
			}
		}
		look(e, made)
	}
	return out
}

func TestFindTogetherPlainly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		var texts []string
		for range rapid.IntRange(2, 3).Draw(t, "facts") {
			texts = append(texts, rapid.SampledFrom(
				[]string{"p", "p X", "q X", "q Y", "r", "!r", "p (f X)", "q (f _)", "_ X", "stage S", "p ann"}).Draw(t, "fact"))
		}
		q, err := goal.Parse(strings.Join(texts, ", "))
		require.NoError(t, err)
		found, err := g.together(q)
		require.NoError(t, err)
		got := make(map[string]bool)
		for _, together := range found {
			after := Outside
			var facts []string
			for i, target := range together {
				after = max(after, target.Event)
				facts = append(facts, target.Resource.String())
				require.False(t, slices.Contains(together[:i], target))
			}
			slices.Sort(facts)
			got[fmt.Sprint(after, facts)] = true
		}
		require.Len(t, got, len(found))
		require.Equal(t, plainlyTogether(g, q), got, q.String())
	})
}

// A pattern may have a number or a list in another form than the run; `_` and variables stand for any.
func TestFindInTheFormOfTheRun(t *testing.T) {
	zero, none := trace.Const("z"), trace.Const("nil")
	one := trace.Term{Head: "s", Args: []trace.Term{zero}}
	queue := trace.Term{Head: "cons", Args: []trace.Term{trace.Const("ann"), none}}
	g := New(&trace.Trace{
		Header: trace.Header{Format: trace.Format, Program: &trace.Program{
			Types: []trace.Type{{Name: "n", Constants: []string{"z"}}, {Name: "list", Constants: []string{"nil"}}},
			Predicates: []trace.Predicate{
				{Name: "count", Args: []string{"n"}, Mode: trace.Linear},
				{Name: "line", Args: []string{"list"}, Mode: trace.Linear},
			},
		}},
		Resources: []trace.Resource{
			{ID: 1, Pred: "count", Args: []trace.Term{zero}}, {ID: 2, Pred: "count", Args: []trace.Term{one}},
			{ID: 3, Pred: "line", Args: []trace.Term{none}}, {ID: 4, Pred: "line", Args: []trace.Term{queue}},
		},
	})
	for pattern, want := range map[string][]trace.ResourceID{
		"count 0": {1}, "count z": {1}, "count 1": {2}, "count (s z)": {2}, "count _": {1, 2}, "count N": {1, 2},
		"line []": {3}, "line nil": {3}, "line [ann]": {4}, "line _": {3, 4}, "line L": {3, 4},
	} {
		found, err := g.FindEach(pattern)
		require.NoError(t, err, pattern)
		var got []trace.ResourceID
		for _, together := range found {
			got = append(got, together[0].Resource.ID)
		}
		require.Equal(t, want, got, pattern)
	}
}
