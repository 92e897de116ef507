package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// Bounds of the arrows that [showing.NearReads] draws.
const (
	// nearReaders is to how many readers of a fact arrows lead. More of them make a fan that
	// hides what else there is.
	nearReaders = 2
	// nearDepth is how many events there may be on the longest way from the maker of a fact to its
	// reader, with the reader. Longer arrows cross many others.
	nearDepth = 2
)

// readBy is that a group of events reads the facts of a bundle.
type readBy struct {
	bundle *fold.Bundle
	group  int
}

// tellReads decides which reads are told, and enters them into the boxes of their readers. It
// returns them. Groups are the first nodes.
func (a *artist) tellReads(bundles []*fold.Bundle) map[readBy]bool {
	told, drawn := make(map[readBy]bool), 0
	depth := a.depths()
	facts := make(map[int][]string) // by reader
	for _, b := range bundles {
		readers, near := byDepth(b.Readers, depth), 0
		if a.Reads != showing.NoReads {
			near = a.near(b, readers, depth)
		}
		drawn += near
		for _, g := range readers[near:] {
			told[readBy{b, g}] = true
			a.tell(b, g)
			facts[g] = append(facts[g], namesOf(b)...)
		}
	}
	for g := range a.folding.Groups {
		a.tellFacts(g, "reads: {facts}", "reads {n}", facts[g])
	}
	if n := len(told); n > 0 {
		a.leave("{reads} told in boxes", "reads", a.counted(n, "read"))
		a.note(ReadsTold, "%s of facts that stay %s told in the boxes of their readers, %s drawn as arrows",
			counted(n, "read"), is(n), grouped(drawn))
	}
	return told
}

// depths returns for each group how many groups there are on the longest way to it.
func (a *artist) depths() []int {
	depth := make([]int, len(a.folding.Groups))
	for _, t := range a.folding.Order() { // in the order of the later group
		if t.From < t.To {
			depth[t.To] = max(depth[t.To], depth[t.From]+1)
		}
	}
	return depth
}

// byDepth returns groups, those with the least depth first.
func byDepth(groups, depth []int) []int {
	sorted := slices.Clone(groups)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(depth[a], depth[b]) })
	return sorted
}

// near returns to how many of the readers of a bundle, by depth, arrows lead. Facts of the start
// stand above the first event that touches them.
func (a *artist) near(b *fold.Bundle, readers, depth []int) int {
	if len(readers) == 0 {
		return 0
	}
	made := depth[readers[0]] - 1
	for _, g := range b.Consumers {
		made = min(made, depth[g]-1)
	}
	if b.Producer >= 0 {
		made = depth[b.Producer]
	}
	far := slices.IndexFunc(readers, func(g int) bool { return depth[g] > made+nearDepth })
	if far < 0 {
		far = len(readers)
	}
	return min(far, nearReaders)
}

// tell enters a read into the box of the reader, and into its tip with the maker of the fact.
func (a *artist) tell(b *fold.Bundle, group int) {
	n := &a.Nodes[group]
	facts := a.factsOf(b)
	text := "no arrow from {id}: {facts}"
	maker := ""
	if b.Producer >= 0 {
		text, maker = "no arrow from {id}: {facts}, made by {maker}", a.groupID(&a.folding.Groups[b.Producer])
	}
	if a.Fact != nil && len(b.Resources) == 1 {
		facts = a.fact(b.Resources[0].Resource)
	}
	n.Tip += "\n" + a.say(text, "id", bundleID(b), "facts", facts, "maker", maker)
}

// factsOf names the facts of a bundle: `at romeo orchard`, or `at 3×`.
func (a *artist) factsOf(b *fold.Bundle) string {
	if len(b.Resources) == 1 {
		return visible.Picture(b.Resources[0].String())
	}
	preds := tally(len(b.Resources), func(i int) string { return predOf(b.Resources[i]) })
	return strings.Join(a.lines(preds, 3), ", ")
}

// accountOfTold says how many reads, facts and orders are told in boxes.
func (a *artist) accountOfTold(reads, facts, orders int) {
	var parts, told []string
	for _, of := range []struct {
		n    int
		noun string
	}{{reads, "read"}, {facts, "fact"}, {orders, "order"}} {
		if of.n > 0 {
			told = append(told, a.counted(of.n, of.noun))
		}
	}
	if len(told) > 0 {
		text := a.say("{reads} told in boxes, not drawn", "reads", strings.Join(told, ", "))
		a.Legend = append(a.Legend,
			diagram.Entry{Text: text, Node: &diagram.Node{Look: diagram.Resource, Told: []string{""}}})
	}
	if facts > 0 {
		a.leave("{reads} told in boxes", "reads", a.counted(facts, "fact"))
	}
	if facts > 0 && a.points == nil { // the account of a first glance has them
		parts = append(parts, fmt.Sprintf("%s that nothing uses %s told in the boxes of their makers",
			counted(facts, "fact"), is(facts)))
	}
	if orders > 0 {
		parts = append(parts, fmt.Sprintf("%s by stages or hidden facts %s told in the boxes of the later events",
			counted(orders, "order"), is(orders)))
	}
	if len(parts) > 0 {
		a.note(ReadsTold, "%s", english.List(parts))
	}
}

// is returns the verb for a number of things.
func is(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// mostReads is how many facts of a kind are named in a box, a line each. Its tip names all.
const mostReads = 4

// toldLines returns lines of the second part of a box that tell of facts.
func (a *artist) toldLines(what string, facts []string) []string {
	var told []string
	for i, fact := range facts {
		if i == mostReads-1 && len(facts) > mostReads {
			return append(told, a.say("and {n} more", "n", grouped(len(facts)-i)))
		}
		if i == 0 {
			fact = a.say(what, "facts", fact)
		}
		told = append(told, a.short(fact))
	}
	return told
}

// keepOrder gives layouts the order between groups that no arrows show: through reads that are told,
// and between the reader of a fact and the event that uses it up. A fact without an
// arrow stands above its first reader.
func (a *artist) keepOrder(bundles []*fold.Bundle) {
	next := make([][]int, len(a.Nodes))
	connected := make([]bool, len(a.Nodes))
	for _, e := range a.Edges {
		next[e.From] = append(next[e.From], e.To)
		connected[e.From], connected[e.To] = true, true
	}
	order := a.folding.Order()
	search := len(order)*len(a.Edges) <= mostSearched
	for _, pair := range a.Before { // of what is told
		next[pair[0]] = append(next[pair[0]], pair[1])
	}
	for _, t := range order {
		if !search || !leads(next, t.From, t.To) {
			a.Before = append(a.Before, [2]int{t.From, t.To})
		}
	}
	for i, b := range bundles {
		if fact := len(a.folding.Groups) + i; !connected[fact] {
			a.Before = append(a.Before, [2]int{fact, b.Readers[0]})
		}
	}
}

// mostSearched bounds the search for orders that arrows show, in edges: in larger pictures all
// orders are entered, which makes layouts a little wider and no slower than the search.
const mostSearched = 4_000_000

// leads reports whether there is a way from a node to another.
func leads(next [][]int, from, to int) bool {
	seen, path := make([]bool, len(next)), []int{from}
	for len(path) > 0 {
		n := path[len(path)-1]
		path = path[:len(path)-1]
		if n == to {
			return true
		}
		for _, after := range next[n] {
			if !seen[after] {
				seen[after] = true
				path = append(path, after)
			}
		}
	}
	return false
}

// tells reports whether boxes tell facts and order that have no oval and no arrow.
func (a *artist) tells() bool {
	return (a.View == Causal || a.View == Steps) && a.Overlay == nil && a.Brief
}

// standing is how facts are shown.
type standing int

const (
	inOval  standing = iota
	inBox            // in that of their maker: nothing uses them
	onArrow          // from their maker to their users
	inNote           // as a number: they were there from the start
)

// sortedFacts are those of a folding, by how they are shown.
type sortedFacts [inNote + 1][]*fold.Bundle

// sortFacts returns facts by how they are shown.
func (a *artist) sortFacts(bundles []fold.Bundle) (sorted sortedFacts) {
	asked := a.askedFor()
	for i := range bundles {
		b := &bundles[i]
		how := inOval
		if a.tells() && !slices.ContainsFunc(b.Resources, func(r *causal.Resource) bool { return asked[r.ID] }) {
			how = a.standingOf(b)
		}
		sorted[how] = append(sorted[how], b)
	}
	return sorted
}

// standingOf returns how facts are shown for which no option asks. Those that nothing uses have no oval, but
// for permanent ones. At first glance, ovals are facts by which one turning point leads to another, and
// permanent ones that turning points make.
func (a *artist) standingOf(b *fold.Bundle) standing {
	unused := b.Producer >= 0 && len(b.Consumers)+len(b.Readers) == 0
	permanent := slices.ContainsFunc(b.Resources, func(r *causal.Resource) bool { return r.Persistent })
	switch {
	case a.points == nil && (!unused || permanent):
		return inOval
	case a.points == nil:
		return inBox
	case b.Producer < 0:
		return inNote
	case a.isPoint(b.Producer) && (unused && permanent || slices.ContainsFunc(b.Consumers, a.isPoint) ||
		slices.ContainsFunc(b.Readers, a.isPoint)):
		return inOval
	case unused:
		return inBox
	}
	return onArrow
}

// askedFor returns the facts that options name as what to look at.
func (a *artist) askedFor() map[trace.ResourceID]bool {
	asked := make(map[trace.ResourceID]bool)
	for _, pattern := range slices.Concat(a.Select.Past, a.Select.Future, a.Select.Focus) {
		found, _ := a.graph.Find(pattern) // what cannot be found is a stage
		for _, target := range found {
			if target.Resource != nil {
				asked[target.Resource.ID] = true
			}
		}
	}
	return asked
}

// factsIn returns how many facts there are in bundles.
func factsIn(bundles []*fold.Bundle) (n int) {
	for _, b := range bundles {
		n += len(b.Resources)
	}
	return n
}

// tellFacts enters facts into a box: their number by one text if they are several and the box is several
// events, else their names by the other.
func (a *artist) tellFacts(group int, names, number string, facts []string) {
	n := &a.Nodes[group]
	switch {
	case len(facts) == 0:
	case len(facts) == 1 || len(a.folding.Groups[group].Events) == 1:
		n.Told = append(n.Told, a.toldLines(names, facts)...)
	default:
		n.Told = append(n.Told, a.say(number, "n", a.counted(len(facts), "fact")))
	}
}

// tellUnused enters facts that nothing uses into the boxes of their makers.
func (a *artist) tellUnused(bundles []*fold.Bundle) {
	unused := make(map[int][]string) // by maker
	for _, b := range bundles {
		unused[b.Producer] = append(unused[b.Producer], namesOf(b)...)
	}
	for g := range a.folding.Groups {
		a.tellFacts(g, "leaves: {facts}", "leaves {n}", unused[g])
	}
}

// namesOf returns the facts of a bundle as they are written.
func namesOf(b *fold.Bundle) []string {
	names := make([]string, len(b.Resources))
	for i, r := range b.Resources {
		names[i] = visible.Picture(r.String())
	}
	return names
}

// farDepth is how many events there may be on the longest way along an arrow that stands for facts, with the
// later one. What would be on longer ones is told in the box of the later one.
const farDepth = 3

// passing is that facts pass from a group to another.
type passing struct {
	from, to int
	facts    []string
	consumed bool // consumed: not all of them are only read
}

// passings returns what passes from group to group, in their order.
func passings(bundles []*fold.Bundle) []*passing {
	var all []*passing
	index := make(map[[2]int]*passing)
	for _, b := range bundles {
		for i, g := range slices.Concat(b.Consumers, b.Readers) {
			at := [2]int{b.Producer, g}
			if index[at] == nil {
				index[at] = &passing{from: b.Producer, to: g}
				all = append(all, index[at])
			}
			index[at].facts = append(index[at].facts, namesOf(b)...)
			index[at].consumed = index[at].consumed || i < len(b.Consumers)
		}
	}
	slices.SortFunc(all, func(x, y *passing) int { return cmp.Or(x.from-y.from, x.to-y.to) })
	return all
}

// pass draws arrows from the makers of facts to their users, in the place of ovals.
func (a *artist) pass(bundles []*fold.Bundle) {
	depth, far := a.depths(), make(map[int][]string)
	for _, p := range passings(bundles) {
		if depth[p.to] > depth[p.from]+farDepth {
			far[p.to] = append(far[p.to], p.facts...)
			continue
		}
		e := diagram.Edge{Look: diagram.Line, Classes: []string{string(consuming)}, Pull: 2}
		if !p.consumed {
			e = reading(e)
			e.Classes = []string{string(reads)}
		}
		e.Text, e.Tip = []string{a.short(p.facts[0])}, strings.Join(p.facts, ", ")
		if len(p.facts) > 1 {
			e.Text[0] = a.counted(len(p.facts), "fact")
		}
		a.connect(a.Nodes[p.from].ID, a.Nodes[p.to].ID, e)
	}
	for g := range a.folding.Groups {
		a.tellFacts(g, "uses: {facts}", "uses {n}", far[g])
	}
}
