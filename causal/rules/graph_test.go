package rules

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Kinds are what predicates would be, if each kind had one of its own.
func TestKindsAreLikePredicates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		k := kinds.Table{Roles: make(map[string][]kinds.Role)}
		for i := range tr.Resources {
			r := &tr.Resources[i]
			if r.Pred != trace.StagePred {
				r.Args = []trace.Term{trace.Const(rapid.SampledFrom([]string{"grain", "iron"}).Draw(t, "good"))}
				k.Roles[r.Pred] = []kinds.Role{kinds.Telling}
			}
		}
		flat := *tr
		flat.Resources = slices.Clone(tr.Resources)
		for i, r := range flat.Resources {
			flat.Resources[i].Pred, flat.Resources[i].Args = k.Of(r.Pred, r.Args), nil
		}
		require.Equal(t, Condense(causal.New(&flat), kinds.Table{}), Condense(causal.New(tr), k))
		require.Equal(t, Incidences(causal.New(&flat), kinds.Table{}), Incidences(causal.New(tr), k))
	})
}

func TestCondenseCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		require.Equal(t, countByHand(tr), *Condense(causal.New(tr), kinds.Table{}))
	})
}

// countByHand condenses by asking each pair of rules about each resource.
func countByHand(t *trace.Trace) Graph {
	var rg Graph
	for e, s := range t.Steps {
		i := slices.IndexFunc(rg.Nodes, func(n Node) bool { return n.Rule == s.Rule })
		if i < 0 {
			rg.Nodes = append(rg.Nodes, Node{Rule: s.Rule, Stage: s.Stage, First: causal.Event(e), Count: 1})
		} else {
			rg.Nodes[i].Count++
		}
	}
	for i, from := range rg.Nodes {
		for j, to := range rg.Nodes {
			edge := Edge{From: i, To: j}
			for _, r := range t.Resources {
				countResource(t, &r, from.Rule, to.Rule, &edge)
			}
			if edge.Kinds != nil {
				slices.Sort(edge.Kinds)
				edge.Kinds = slices.Compact(edge.Kinds)
				rg.Edges = append(rg.Edges, edge)
			}
		}
	}
	return rg
}

func countResource(t *trace.Trace, r *trace.Resource, from, to string, edge *Edge) {
	if r.By == 0 || r.Pred == trace.StagePred || t.Steps[r.By-1].Rule != from {
		return
	}
	for _, s := range t.Steps {
		if s.Rule != to {
			continue
		}
		if slices.Contains(s.Consumes, r.ID) {
			edge.Consumed++
			edge.Kinds = append(edge.Kinds, r.Pred)
		}
		if slices.Contains(s.Reads, r.ID) {
			edge.Read++
			edge.Kinds = append(edge.Kinds, r.Pred)
		}
	}
}

func TestQuarrelCondensed(t *testing.T) {
	require.Equal(t, &Graph{
		Nodes: []Node{
			{Rule: "insult", First: 0, Count: 2}, {Rule: "leave", First: 2, Count: 1},
			{Rule: "sulk", First: 3, Count: 1}, {Rule: "night", First: 4, Count: 1},
		},
		Edges: []Edge{{From: 0, To: 2, Consumed: 1, Kinds: []string{"anger"}}},
	}, Condense(causal.New(causaltest.Quarrel()), kinds.Table{}))
}

func TestEmpty(t *testing.T) {
	require.Equal(t, &Graph{}, Condense(causal.New(&trace.Trace{}), kinds.Table{}))
}
