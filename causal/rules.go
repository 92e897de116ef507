package causal

import (
	"cmp"
	"slices"
)

// RuleGraph is a run seen at the level of its rules: which rule fed which, and
// how often.
type RuleGraph struct {
	Nodes []RuleNode // in order of first firing
	Edges []RuleEdge // by From, then To
}

// RuleNode is a rule with the number of its firings in the run.
type RuleNode struct {
	Rule  string // the label
	Stage string // of the first firing
	First Event
	Count int
}

// RuleEdge says how many resources that rule From made rule To used. A rule may
// feed itself.
type RuleEdge struct {
	From, To int // indexes of RuleGraph.Nodes
	Consumed int
	Read     int      // firings of To that read; one resource may be read often
	Kinds    []string // of the resources, sorted
}

// Condense returns the rule graph of a run, with facts of these kinds. Stage tokens
// do not count.
func (g *Graph) Condense(kinds Kinds) *RuleGraph {
	rg := &RuleGraph{}
	nodes := rg.addNodes(g)
	edges := make(map[[2]int]*RuleEdge)
	feed := func(r *Resource, to Event) *RuleEdge {
		key := [2]int{nodes[r.Producer], nodes[to]}
		if edges[key] == nil {
			edges[key] = &RuleEdge{From: key[0], To: key[1]}
		}
		e := edges[key]
		if kind := kinds.Of(r.Pred, r.Args); !slices.Contains(e.Kinds, kind) {
			e.Kinds = append(e.Kinds, kind)
		}
		return e
	}
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Producer == Outside || r.StageToken() {
			continue
		}
		if r.Consumer != Outside {
			feed(r, r.Consumer).Consumed++
		}
		for _, reader := range r.Readers {
			feed(r, reader).Read++
		}
	}
	rg.addEdges(edges)
	return rg
}

// addNodes enters the rules that fired and returns the node of each event.
func (rg *RuleGraph) addNodes(g *Graph) []int {
	of := make([]int, g.Len())
	index := make(map[int]int)
	for e := range of {
		rule := g.Rule(Event(e))
		i, ok := index[rule]
		if !ok {
			i = len(rg.Nodes)
			index[rule] = i
			rg.Nodes = append(rg.Nodes, RuleNode{Rule: g.Label(Event(e)), Stage: g.Step(Event(e)).Stage, First: Event(e)})
		}
		rg.Nodes[i].Count++
		of[e] = i
	}
	return of
}

func (rg *RuleGraph) addEdges(edges map[[2]int]*RuleEdge) {
	for _, e := range edges {
		slices.Sort(e.Kinds)
		rg.Edges = append(rg.Edges, *e)
	}
	slices.SortFunc(rg.Edges, func(a, b RuleEdge) int { return cmp.Or(a.From-b.From, a.To-b.To) })
}
