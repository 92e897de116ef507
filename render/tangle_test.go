package render

import (
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/stretchr/testify/require"
)

// crowd is so many rules that all make and use up one kind of facts.
func crowd(n int) (*causal.RuleGraph, *causal.Net) {
	rules := &causal.RuleGraph{}
	for i := range n {
		rules.Nodes = append(rules.Nodes, causal.RuleNode{Rule: fmt.Sprint("r", i)})
		for j := range n {
			rules.Edges = append(rules.Edges, causal.RuleEdge{From: i, To: j, Consumed: 1, Kinds: []string{"word"}})
		}
	}
	s := causal.NewNetSurvey(rules.Nodes)
	word := []int{s.Place("word", false)}
	for i := range n {
		s.Fire(i, word, nil, word)
	}
	return rules, s.Net()
}

func TestIsTangle(t *testing.T) {
	rules, net := crowd(10)
	require.Equal(t, 100, UsedArrows(rules))
	require.False(t, IsTangle(rules, net), "a hundred arrows can be followed")
	rules, net = crowd(11)
	require.True(t, IsTangle(rules, net))
	for i := range rules.Edges {
		rules.Edges[i].Consumed, rules.Edges[i].Read = 0, 1
	}
	require.False(t, IsTangle(rules, net), "what is only read does not count")
}
