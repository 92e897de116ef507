package causal

import "slices"

// RuleGraph is a run seen at the level of its rules: which rule fed which, and
// how often.
type RuleGraph struct {
	Nodes []RuleNode // in order of first firing
	Edges []RuleEdge // by From, then To
}

// RuleNode is a rule with the number of its firings in the run.
type RuleNode struct {
	Rule  string
	Stage string
	Count int
}

// RuleEdge says how many resources that rule From made rule To used. A rule may
// feed itself.
type RuleEdge struct {
	From, To int // indexes of RuleGraph.Nodes
	Consumed int
	Read     int      // firings of To that read; one resource may be read often
	Preds    []string // of the resources, sorted
}

// Condense returns the rule graph of a run. Stage tokens do not count.
func (g *Graph) Condense() *RuleGraph {
	rg := &RuleGraph{}
	nodes := make(map[string]int)
	for e := range g.Len() {
		step := g.Step(Event(e))
		i, ok := nodes[step.Rule]
		if !ok {
			i = len(rg.Nodes)
			nodes[step.Rule] = i
			rg.Nodes = append(rg.Nodes, RuleNode{Rule: step.Rule, Stage: step.Stage})
		}
		rg.Nodes[i].Count++
	}
	edges := make(map[[2]int]*RuleEdge)
	edge := func(r *Resource, to Event) *RuleEdge {
		key := [2]int{nodes[g.Step(r.Producer).Rule], nodes[g.Step(to).Rule]}
		if edges[key] == nil {
			edges[key] = &RuleEdge{From: key[0], To: key[1]}
		}
		if e := edges[key]; !slices.Contains(e.Preds, r.Pred) {
			e.Preds = append(e.Preds, r.Pred)
		}
		return edges[key]
	}
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Producer == Outside || r.StageToken() {
			continue
		}
		if r.Consumer != Outside {
			edge(r, r.Consumer).Consumed++
		}
		for _, reader := range r.Readers {
			edge(r, reader).Read++
		}
	}
	for _, e := range edges {
		slices.Sort(e.Preds)
		rg.Edges = append(rg.Edges, *e)
	}
	slices.SortFunc(rg.Edges, func(a, b RuleEdge) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
	return rg
}
