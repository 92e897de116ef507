package fold

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// show prints a folding: its groups, its bundles and its ties.
func show(f *Folding) string {
	var b strings.Builder
	for g, group := range f.Groups {
		ids := strings.ReplaceAll(f.Selection.Graph.Steps(group.Events), " and ", ", ")
		fmt.Fprintf(&b, "%d:%s/%s ", g, ids, group.Method)
	}
	for _, bundle := range f.Bundles() {
		fmt.Fprintf(&b, "\n%d → %s → %d ?%d", bundle.Producer, facts(bundle.Resources), bundle.Consumers, bundle.Readers)
	}
	for _, t := range f.Ties() {
		fmt.Fprintf(&b, "\n%d ⇢ %d %s %d %s", t.From, t.To, t.Kind, t.Events, facts(t.Resources))
	}
	return b.String()
}

func facts(resources []*causal.Resource) string {
	var words []string
	for _, r := range resources {
		words = append(words, r.String())
	}
	return strings.Join(words, ", ")
}

func TestFold(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		methods []Method
		want    string
	}{
		{"nothing", Options{}, nil, `0:t1/ 1:t2/ 2:t3/ 3:t4/ 4:t5/ 
-1 → at ann → [0] ?[]
0 → at ann → [] ?[4]
-1 → at bob → [] ?[1]
1 → lamp → [3] ?[]
0 ⇢ 2 stage 0 stage day
1 ⇢ 2 stage 0 stage day
2 ⇢ 3 stage 0 stage night
2 ⇢ 4 stage 0 stage night`},
		{"tokens are facts", Options{StageTokens: true, HidePredicates: []string{"at", "lamp"}}, nil,
			`0:t1/ 1:t2/ 2:t3/ 3:t4/ 4:t5/ 
-1 → stage day → [2] ?[0 1]
2 → stage night → [] ?[3 4]
0 ⇢ 2 read 0 stage day
1 ⇢ 2 read 0 stage day`},
		{"hidden facts", Options{Ignore: []string{"dusk"}, HidePredicates: []string{"lamp"}}, nil, `0:t1/ 1:t2/ 2:t4/ 3:t5/ 
-1 → at ann → [0] ?[]
0 → at ann → [] ?[3]
-1 → at bob → [] ?[1]
0 ⇢ 2 through 1 
1 ⇢ 2 hidden 1 lamp
1 ⇢ 3 through 1 `},
		{"visits", Options{}, []Method{Stages}, `0:t1, t2, t3/stage 1:t4, t5/stage 
-1 → at ann → [0] ?[]
0 → at ann → [] ?[1]
-1 → at bob → [] ?[0]
0 → lamp → [1] ?[]`},
		{"spans", Options{}, []Method{Spans}, `0:t1, t2/span 1:t3, t4/span 2:t5/ 
-1 → at ann → [0] ?[]
0 → at ann → [] ?[2]
-1 → at bob → [] ?[0]
0 → lamp → [1] ?[]
1 ⇢ 2 stage 0 stage night`},
		{"chains", Options{Ignore: []string{"t1", "t5"}}, []Method{Chains}, `0:t2, t3, t4/chains 
-1 → at bob → [] ?[0]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Select(house(), c.options)
			require.NoError(t, err)
			require.Equal(t, c.want, show(s.Fold(c.methods...)))
		})
	}
}

// Three growths one after another, and one aside; then something that needs them all.
func TestFoldRepeats(t *testing.T) {
	l := &long{}
	seed, aside := l.fact("tree", 0), l.fact("bush", 0)
	small, shrub := l.fact("tree", 1), l.fact("bush", 2)
	big, high := l.fact("tree", 3), l.fact("bush", 4)
	grow := func(id trace.StepID, from, to trace.ResourceID) {
		l.Steps = append(l.Steps,
			trace.Step{ID: id, Rule: "grow", Consumes: []trace.ResourceID{from}, Produces: []trace.ResourceID{to}})
	}
	grow(1, seed, small)
	grow(2, aside, shrub)
	grow(3, small, big)
	grow(4, shrub, high)
	l.Steps = append(l.Steps, trace.Step{ID: 5, Rule: "grow", Consumes: []trace.ResourceID{big, high}})
	s, err := Select(causal.New(&l.Trace), Options{})
	require.NoError(t, err)
	require.Equal(t, `0:t1, t3/repeat 1:t2, t4/repeat 2:t5/ 
-1 → tree → [0] ?[]
-1 → bush → [1] ?[]
0 → tree → [2] ?[]
1 → bush → [2] ?[]`, show(s.Fold(Repeats)))
	require.Equal(t, s.Fold(Repeats).Groups, s.Fold(Repeats, Repeats).Groups)
	require.Equal(t, `0:t1, t2, t3, t4, t5/rule 
-1 → tree, bush → [0] ?[]`, show(s.Fold(Rules, Chains)))
}

// Two runs over each other are no run: a fact can be used up on either side.
func TestFoldOfTwoRuns(t *testing.T) {
	run := func(id trace.StepID, rule string) *trace.Trace {
		l := &long{}
		x := l.fact("p", 0)
		l.Steps = []trace.Step{{ID: id, Rule: rule, Consumes: []trace.ResourceID{x}}}
		return &l.Trace
	}
	s, err := Select(compare.Unite(run(1, "a"), run(2, "b")).Graph, Options{})
	require.NoError(t, err)
	require.Equal(t, "0:t1/ 1:t2/ \n-1 → p → [0 1] ?[]", show(s.Fold()))
}
