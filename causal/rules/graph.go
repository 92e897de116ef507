// Package rules answers how the rules of a run or a program work together: which rule fed which ([Condense]), what
// their firings add ([Incidences]), what going round a cycle does ([Graph.Cycles], [Around]), which firings restore
// the counts of facts ([FindInvariants]), and the Petri net of rules and kinds of facts ([NetOf]).
//
// Components are found by Tarjan's algorithm ("Depth-first search and linear graph algorithms", SIAM Journal on
// Computing 1, 1972). Cycles are searched for by length, deepening iteratively (Korf, "Depth-first
// iterative-deepening", Artificial Intelligence 27, 1985). Invariants are the T-invariants of minimal support of the
// net, by the algorithm of Farkas (Martínez and Silva, 1982).
package rules

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
)

// Graph is a run seen at the level of its rules: which rule fed which, and
// how often.
type Graph struct {
	Nodes []Node // in order of first firing
	Edges []Edge // by From, then To
}

// Node is a rule with the number of its firings in the run.
type Node struct {
	Rule  string // the label
	Stage string // of the first firing
	First causal.Event
	Count int
}

// Edge says how many resources that rule From made rule To used. A rule may
// feed itself.
type Edge struct {
	From, To int // indexes of Graph.Nodes
	Consumed int
	Read     int      // firings of To that read; one resource may be read often
	Kinds    []string // of the resources, sorted
}

// Condense returns the rule graph of a run, with facts of these kinds. Stage tokens
// do not count.
func Condense(g *causal.Graph, k kinds.Table) *Graph {
	rg := &Graph{}
	nodes := rg.addNodes(g)
	edges := make(map[[2]int]*Edge)
	feed := func(r *causal.Resource, to causal.Event) *Edge {
		key := [2]int{nodes[r.Producer], nodes[to]}
		if edges[key] == nil {
			edges[key] = &Edge{From: key[0], To: key[1]}
		}
		e := edges[key]
		if kind := k.Of(r.Pred, r.Args); !slices.Contains(e.Kinds, kind) {
			e.Kinds = append(e.Kinds, kind)
		}
		return e
	}
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Producer == causal.Outside || r.StageToken() {
			continue
		}
		if r.Consumer != causal.Outside {
			feed(r, r.Consumer).Consumed++
		}
		for _, reader := range r.Readers {
			feed(r, reader).Read++
		}
	}
	rg.addEdges(edges)
	return rg
}

// addNodes adds the rules that fired and returns the node of each event.
func (rg *Graph) addNodes(g *causal.Graph) []int {
	of := make([]int, g.Len())
	index := make(map[int]int)
	for e := range of {
		rule := g.Rule(causal.Event(e))
		i, ok := index[rule]
		if !ok {
			i = len(rg.Nodes)
			index[rule] = i
			rg.Nodes = append(rg.Nodes,
				Node{Rule: g.Label(causal.Event(e)), Stage: g.Step(causal.Event(e)).Stage, First: causal.Event(e)})
		}
		rg.Nodes[i].Count++
		of[e] = i
	}
	return of
}

func (rg *Graph) addEdges(edges map[[2]int]*Edge) {
	for _, e := range edges {
		slices.Sort(e.Kinds)
		rg.Edges = append(rg.Edges, *e)
	}
	slices.SortFunc(rg.Edges, func(a, b Edge) int { return cmp.Or(a.From-b.From, a.To-b.To) })
}

// Components returns the strongly connected components of the rule graph: the
// largest groups of rules in which each feeds each other, directly or by way of
// others (Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal
// on Computing 1, 1972). Every rule is in one of them, if only by itself. Each is
// a list of indexes of Nodes, ascending; that with the smallest comes first.
func (rg *Graph) Components() [][]int {
	var out [][]int
	for _, nodes := range topo.TarjanSCC(rg.directed()) {
		component := make([]int, len(nodes))
		for i, n := range nodes {
			component[i] = int(n.ID())
		}
		slices.Sort(component)
		out = append(out, component)
	}
	slices.SortFunc(out, func(a, b []int) int { return cmp.Compare(a[0], b[0]) }) // no rule is in two
	return out
}

// Loops returns the components with a cycle: components of several
// rules, or of one rule that feeds itself.
func (rg *Graph) Loops() [][]int {
	itself := make(map[int]bool)
	for _, e := range rg.Edges {
		itself[e.From] = itself[e.From] || e.From == e.To
	}
	return slices.DeleteFunc(rg.Components(), func(c []int) bool { return len(c) == 1 && !itself[c[0]] })
}

// directed returns the rule graph as a graph of the library, which knows no edges from a node
// to itself.
func (rg *Graph) directed() *simple.DirectedGraph {
	g := simple.NewDirectedGraph()
	for i := range rg.Nodes {
		g.AddNode(simple.Node(i))
	}
	for _, e := range rg.Edges {
		if e.From != e.To {
			g.SetEdge(simple.Edge{F: simple.Node(e.From), T: simple.Node(e.To)})
		}
	}
	return g
}

// Link says that facts of some kinds can pass from what one rule
// makes to what another needs. The rules need not have fired.
type Link struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Consumed and Read are the kinds of facts that rule To can use up, and the kinds
	// that it can read; sorted.
	Consumed []string `json:"consumed,omitempty"`
	Read     []string `json:"read,omitempty"`
}

// Prevention says how often firings of one rule kept transitions of another
// from happening, by using up what both wanted. The loser need not have fired at
// all.
type Prevention struct {
	Winner string   `json:"winner"`
	Loser  string   `json:"loser"`
	Count  int      `json:"count"`
	Later  int      `json:"later"` // of these, how often the loser fired later all the same
	Kinds  []string `json:"facts"` // of what they wanted, sorted
}
