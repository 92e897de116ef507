package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

func TestFeedLabel(t *testing.T) {
	for want, e := range map[string]rules.Edge{
		"word\n3 used":                     {Kinds: []string{"word"}, Consumed: 3},
		"at\n2 read":                       {Kinds: []string{"at"}, Read: 2},
		"restless, word\n1 used, 740 read": {Kinds: []string{"restless", "word"}, Consumed: 1, Read: 740},
	} {
		require.Equal(t, want, strings.Join(new(artist).feedLabel(&e), "\n"))
	}
}

func TestPenWidth(t *testing.T) {
	for weight, want := range map[int]float64{1: 1, 2: 1.333, 8: 2, 512: 4, 740: 4, 1 << 40: 4} {
		require.InDelta(t, want, penWidth(weight), 0.001)
	}
}

// works is a run with a loop of two rules, and one more.
const works = `
init ore
mine : - ore, + bar
trade : - bar, + ore
mine : - ore, + bar
rest : + sleep
`

func TestRulesBesideWhatHappened(t *testing.T) {
	svg := mustSVG(t, tell(t, works), Options{
		View: Rules,
		Possible: []rules.Link{
			{From: "trade", To: "rest", Consumed: []string{"ore"}, Read: []string{"coin", "ore"}},
			{From: "mine", To: "melt <&>", Read: []string{"bar"}},
		},
		Preventions: []rules.Prevention{
			{Winner: "mine", Loser: "melt <&>", Count: 3, Later: 2, Kinds: []string{"ore"}},
			{Winner: "mine", Loser: "mine", Count: 1, Kinds: []string{"bar", "ore"}},
			{Winner: "sing", Loser: "rest", Count: 5, Kinds: []string{"sleep"}},
		},
	})
	p := read(t, svg)
	require.Equal(t, 5, p.classes["rule"])
	require.Equal(t, 2, p.classes["idle"], "rules that never fired")
	require.Equal(t, 1, p.classes["loop"])
	require.Equal(t, 2, p.classes["possible"])
	require.Equal(t, 3, p.classes["prevention"])
	require.Subset(t, p.texts, []string{"melt <&>", "never", "3×", "5×"})
	require.Subset(t, p.tips, []string{
		"never: coin, ore", "never: bar", "melt <&>\nnever fired", "these feed each other: mine, trade",
		"mine prevented melt <&> 3×, over ore; 2× it fired later all the same", "mine prevented mine 1×, over bar, ore",
	})
}

// A run that came to nothing may still have been prevented from something.
func TestRulesThatNeverFired(t *testing.T) {
	svg := mustSVG(t, tell(t, ""), Options{View: Rules, Possible: []rules.Link{{From: "a", To: "b", Read: []string{"p"}}}})
	p := read(t, svg)
	require.Equal(t, 2, p.classes["idle"])
	require.NotContains(t, p.texts, "Nothing happened.")
}

// Rules of a program have not fired: where they are too many, the note does not say that
// those are drawn which fire most often.
func TestTooManyRulesOfAProgram(t *testing.T) {
	rules, net := apart(5)
	for want, o := range map[string]Options{
		"only 3 of 5 rules are drawn, the first in the program, rules of stages before links": {View: Rules,
			Rules: rules, MaxNodes: 3},
		"only 3 of 5 boxes of rules are drawn, the first in the program, rules of stages before links": {View: Net,
			Net: net, MaxNodes: 6},
	} {
		p := mustDraw(t, tell(t, ""), o)
		require.Equal(t, []string{want}, said(p))
		var drawn []string
		for _, n := range p.Nodes {
			if slices.Contains(n.Classes, "rule") || slices.Contains(n.Classes, "transition") {
				drawn = append(drawn, n.Text[0])
			}
		}
		require.Equal(t, []string{"r0", "r1", "r2"}, drawn)
	}
}

// apart is so many rules that have nothing to do with each other.
func apart(n int) (*rules.Graph, *rules.Net) {
	rg := &rules.Graph{}
	for i := range n {
		rg.Nodes = append(rg.Nodes, rules.Node{Rule: fmt.Sprint("r", i)})
	}
	s := rules.NewNetSurvey(rg.Nodes)
	for i := range n {
		s.Fire(i, nil, nil, []int{s.Place(fmt.Sprint("p", i), false)})
	}
	return rg, s.Net()
}

// Of a run those are drawn that fire most often, and the note says so.
func TestTooManyRulesOfARun(t *testing.T) {
	g := tell(t, works)
	require.Contains(t, said(mustDraw(t, g, Options{View: Rules, MaxNodes: 1})),
		"only 1 of 3 rules are drawn, those that fire most often")
	require.Contains(t, said(mustDraw(t, g, Options{View: Net, MaxNodes: 3})),
		"only 1 of 3 boxes of rules are drawn, those that fire most often")
}

// The views of rules say by how much firings change numbers, and what these are in all.
func TestRulesAndNetOfNumbers(t *testing.T) {
	g := market(1)
	p := mustDraw(t, g, Options{View: Net})
	require.Equal(t, []string{"coin", "1", "in all 3 → 12"}, p.Nodes[0].Text)
	require.Equal(t, []string{"1 less to 2 more"}, p.Edges[0].Text)
	require.True(t, slices.ContainsFunc(p.Legend, func(e diagram.Entry) bool {
		return e.Text == "by how much a number in facts changes stands beside it: 2 more, 3 less"
	}))
	require.Contains(t, p.Edges[0].Tip, "leaves coin 1 less to 2 more")

	p = mustDraw(t, g, Options{View: Rules})
	require.Contains(t, p.Nodes[0].Tip, "fired 9×, first as t1\na firing: coin 1 less to 2 more")
	require.Contains(t, p.Edges[0].Classes, "loop-varies")
}
