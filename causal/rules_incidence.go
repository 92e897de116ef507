package causal

import (
	"cmp"
	"fmt"
	"slices"
)

// The incidence of a rule is what one firing adds to the number of facts of each
// kind ([Kinds]), and takes from it: what it makes less what it consumes. What it
// reads counts nothing (Murata, "Petri nets: properties, analysis and
// applications", Proceedings of the IEEE 77, 1989, section IV.B). Linear
// facts and permanent ones of a kind are counted apart.
//
// Firings of one rule can differ. A permanent fact is made only where it does not
// hold yet; and an atom of the left side consumes a linear fact, but leaves a
// permanent one. So the incidence has for each kind the least and the most
// that a firing adds. From a trace these are of the firings that it has, and
// others may go beyond.

// Incidence is what firings of a rule, or of several together, add to the number
// of facts: linear ones first, then permanent ones, each by kind. Kinds
// that never change are left out.
type Incidence []Change

// Change is what firings add to the number of facts of one kind, less than
// zero where they take more than they make.
type Change struct {
	Kind        string
	Permanent   bool // of its permanent facts, and not of its linear ones
	Least, Most int
}

// Exact reports whether all firings are alike.
func (c Change) Exact() bool { return c.Least == c.Most }

// Fact returns the kind, with `!` before that of permanent facts.
func (c Change) Fact() string {
	if c.Permanent {
		return "!" + c.Kind
	}
	return c.Kind
}

// String returns the change with its sign, and as a range where firings differ:
// `+2 coin`, `-1 to +1 !met`.
func (c Change) String() string {
	if c.Exact() {
		return fmt.Sprintf("%+d %s", c.Least, c.Fact())
	}
	return fmt.Sprintf("%s to %s %s", signed(c.Least), signed(c.Most), c.Fact())
}

func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// sameFacts orders changes, and finds those of the same facts.
func sameFacts(a, b Change) int {
	switch {
	case a.Permanent == b.Permanent:
		return cmp.Compare(a.Kind, b.Kind)
	case b.Permanent:
		return -1
	}
	return 1
}

// NewIncidence returns the sum of changes, which may be in any order.
func NewIncidence(changes []Change) Incidence {
	sorted := slices.Clone(changes)
	slices.SortStableFunc(sorted, sameFacts)
	var out Incidence
	for _, c := range sorted {
		if last := len(out) - 1; last >= 0 && sameFacts(out[last], c) == 0 {
			out[last].Least += c.Least
			out[last].Most += c.Most
			continue
		}
		out = append(out, c)
	}
	return slices.DeleteFunc(out, func(c Change) bool { return c.Least == 0 && c.Most == 0 })
}

// Linear returns the changes of linear facts.
func (n Incidence) Linear() Incidence {
	i := slices.IndexFunc(n, func(c Change) bool { return c.Permanent })
	if i < 0 {
		return n
	}
	return n[:i]
}

// Exact reports whether all firings do the same to the linear facts.
func (n Incidence) Exact() bool {
	return !slices.ContainsFunc(n.Linear(), func(c Change) bool { return !c.Exact() })
}

// Incidences returns what the firings of each rule did to the number of facts of
// these kinds, in the order of the nodes of [Graph.Condense]. Stage tokens do not
// count.
func (g *Graph) Incidences(kinds Kinds) []Incidence {
	t := newTally(g, kinds)
	rules := (&RuleGraph{}).addNodes(g)
	for e, rule := range rules {
		t.add(Event(e), rule)
	}
	return t.incidences()
}

// tally keeps the range of what the firings of each rule add.
type tally struct {
	graph *Graph
	kinds map[Change]int // with their numbers, in order of first occurrence
	of    []int          // the kind of each resource; -1 for stage tokens
	names []Change
	rules []ruleTally
	delta []int // by kind, of the event at hand; all zero between events
}

type ruleTally struct {
	firings int
	changes map[int]*tallied // by kind
}

// tallied is the range of what so many firings added to facts of a kind; the
// others added nothing.
type tallied struct{ least, most, firings int }

func newTally(g *Graph, kinds Kinds) *tally {
	t := &tally{graph: g, kinds: make(map[Change]int), of: make([]int, len(g.Resources))}
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.StageToken() {
			t.of[i] = -1
			continue
		}
		kind := Change{Kind: kinds.Of(r.Pred, r.Args), Permanent: r.Persistent}
		k, ok := t.kinds[kind]
		if !ok {
			k = len(t.names)
			t.kinds[kind] = k
			t.names = append(t.names, kind)
		}
		t.of[i] = k
	}
	t.delta = make([]int, len(t.names))
	return t
}

// add counts an event, a firing of a rule.
func (t *tally) add(e Event, rule int) {
	for rule >= len(t.rules) {
		t.rules = append(t.rules, ruleTally{changes: make(map[int]*tallied)})
	}
	r := &t.rules[rule]
	r.firings++
	step := t.graph.Step(e)
	var touched []int
	for _, id := range step.Produces {
		touched = t.count(touched, t.graph.resources.of(id), 1)
	}
	for _, id := range step.Consumes {
		touched = t.count(touched, t.graph.resources.of(id), -1)
	}
	for _, k := range touched {
		r.enter(k, t.delta[k])
		t.delta[k] = 0
	}
}

// count adds a resource to the changes at hand.
func (t *tally) count(touched []int, resource, by int) []int {
	k := t.of[resource]
	if k < 0 {
		return touched
	}
	t.delta[k] += by
	if !slices.Contains(touched, k) {
		touched = append(touched, k)
	}
	return touched
}

// enter widens the range of a kind by what a firing added.
func (r *ruleTally) enter(kind, added int) {
	c := r.changes[kind]
	if c == nil {
		c = &tallied{least: added, most: added}
		r.changes[kind] = c
	}
	c.least, c.most = min(c.least, added), max(c.most, added)
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
