package rules

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
)

// Incidences returns what the firings of each rule did to the number of facts of
// these kinds and to the quantities in them, in the order of the nodes of [Condense].
// Stage tokens do not count.
func Incidences(g *causal.Graph, k kinds.Table) []Incidence {
	t := newTally(g, k)
	rules := (&Graph{}).addNodes(g)
	for e, rule := range rules {
		t.add(causal.Event(e), rule)
	}
	return t.incidences()
}

// tally keeps the range of what the firings of each rule add.
type tally struct {
	graph      *causal.Graph
	kinds      map[Change]int // with their numbers, in order of first occurrence
	of         []int          // the kind of each resource; -1 for stage tokens
	quantities [][]quantity   // by resource; nil where no predicate has any
	names      []Change       // of facts, then of quantities
	rules      []ruleTally
	delta      []int // delta by kind of the current event; all zero between events
	vague      []int // vague lists kinds that the current event changes by a number out of range
}

// quantity is a number in a fact; [kinds.Unbounded] means any number at least as great.
type quantity struct{ kind, n int }

type ruleTally struct {
	firings int
	changes map[int]*tallied // by kind
}

// tallied is the range of what so many firings added to facts of a kind; the
// others added nothing.
type tallied struct{ least, most, firings int }

func newTally(g *causal.Graph, k kinds.Table) *tally {
	t := &tally{graph: g, kinds: make(map[Change]int), of: make([]int, len(g.Resources))}
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.StageToken() {
			t.of[i] = -1
			continue
		}
		t.of[i] = t.kind(Change{Kind: k.Of(r.Pred, r.Args), Permanent: r.Persistent})
	}
	t.addQuantities(k)
	t.delta = make([]int, len(t.names))
	return t
}

// kind returns the number of a kind, which is new where there is none.
func (t *tally) kind(kind Change) int {
	k, ok := t.kinds[kind]
	if !ok {
		k = len(t.names)
		t.kinds[kind] = k
		t.names = append(t.names, kind)
	}
	return k
}

// addQuantities finds the quantities in all linear facts.
func (t *tally) addQuantities(k kinds.Table) {
	if !k.HasQuantities() {
		return
	}
	t.quantities = make([][]quantity, len(t.of))
	for i := range t.graph.Resources {
		r := &t.graph.Resources[i]
		if r.Persistent || r.StageToken() {
			continue
		}
		for _, at := range k.Quantities(r.Pred) {
			if at >= len(r.Args) {
				break
			}
			if n, ok := kinds.Value(t.graph, r.Args[at]); ok {
				for _, c := range ChangesOf(k, r.Pred, r.Args, at) {
					t.quantities[i] = append(t.quantities[i], quantity{t.kind(c), n})
				}
			}
		}
	}
}

// add counts an event, a firing of a rule.
func (t *tally) add(e causal.Event, rule int) {
	for rule >= len(t.rules) {
		t.rules = append(t.rules, ruleTally{changes: make(map[int]*tallied)})
	}
	r := &t.rules[rule]
	r.firings++
	step := t.graph.Step(e)
	var touched []int
	for _, id := range step.Produces {
		touched = t.count(touched, t.graph.Index(id), 1)
	}
	for _, id := range step.Consumes {
		touched = t.count(touched, t.graph.Index(id), -1)
	}
	for _, k := range touched {
		least, most := t.delta[k], t.delta[k]
		if slices.Contains(t.vague, k) {
			least, most = -kinds.Unbounded, kinds.Unbounded
		}
		r.enter(k, least, most)
		t.delta[k] = 0
	}
	t.vague = t.vague[:0]
}

// count adds a resource, and the quantities in it, to the changes at hand.
func (t *tally) count(touched []int, resource, by int) []int {
	if k := t.of[resource]; k >= 0 {
		touched = t.change(touched, k, by)
	}
	if t.quantities != nil {
		for _, a := range t.quantities[resource] {
			if a.n == kinds.Unbounded {
				t.vague = append(t.vague, a.kind)
			}
			touched = t.change(touched, a.kind, a.n*by)
		}
	}
	return touched
}

// change adds to the change of a kind.
func (t *tally) change(touched []int, k, by int) []int {
	t.delta[k] += by
	if !slices.Contains(touched, k) {
		touched = append(touched, k)
	}
	return touched
}

// enter widens the range of a kind by the change of a firing.
func (r *ruleTally) enter(kind, least, most int) {
	c := r.changes[kind]
	if c == nil {
		c = &tallied{least: least, most: most}
		r.changes[kind] = c
	}
	c.least, c.most = min(c.least, least), max(c.most, most)
	c.firings++
}

func (t *tally) incidences() []Incidence {
	out := make([]Incidence, len(t.rules))
	for i, r := range t.rules {
		var changes []Change
		for k, c := range r.changes {
			change := t.names[k]
			change.Least, change.Most = c.least, c.most
			if c.firings < r.firings {
				change.Least, change.Most = min(c.least, 0), max(c.most, 0)
			}
			changes = append(changes, change)
		}
		out[i] = NewIncidence(changes)
	}
	return out
}
