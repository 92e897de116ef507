package render

import (
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/stretchr/testify/require"
)

// crowd is so many rules that all make and use up one kind of facts.
func crowd(n int) (*rules.Graph, *rules.Net) {
	rg := &rules.Graph{}
	for i := range n {
		rg.Nodes = append(rg.Nodes, rules.Node{Rule: fmt.Sprint("r", i)})
		for j := range n {
			rg.Edges = append(rg.Edges, rules.Edge{From: i, To: j, Consumed: 1, Kinds: []string{"word"}})
		}
	}
	s := rules.NewNetSurvey(rg.Nodes)
	word := []int{s.Place("word", false)}
	for i := range n {
		s.Fire(i, word, nil, word)
	}
	return rg, s.Net()
}

func TestIsTangle(t *testing.T) {
	rules, net := crowd(10)
	require.Equal(t, 100, usedArrows(rules))
	require.False(t, IsTangle(rules, net), "a hundred arrows can be followed")
	rules, net = crowd(11)
	require.True(t, IsTangle(rules, net))
	for i := range rules.Edges {
		rules.Edges[i].Consumed, rules.Edges[i].Read = 0, 1
	}
	require.False(t, IsTangle(rules, net), "what is only read does not count")
}
