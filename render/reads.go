package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/fold"
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
func (a *artist) tellReads(bundles []fold.Bundle) map[readBy]bool {
	told, drawn := make(map[readBy]bool), 0
	depth := a.depths()
	for i := range bundles {
		b := &bundles[i]
		readers, near := byDepth(b.Readers, depth), 0
		if a.Reads != showing.NoReads {
			near = a.near(b, readers, depth)
		}
		drawn += near
		for _, g := range readers[near:] {
			told[readBy{b, g}] = true
			a.tell(b, g)
		}
	}
	for g := range a.folding.Groups {
		a.Nodes[g].Told = a.toldLines(a.Nodes[g].Told)
	}
	if len(told) > 0 {
		n, verb := len(told), "are"
		if n == 1 {
			verb = "is"
		}
		a.leave("{reads} told in boxes", "reads", a.counted(n, "read"))
		a.note(ReadsTold, "%s of facts that stay %s told in the boxes of their readers, %s drawn as arrows",
			counted(n, "read"), verb, grouped(drawn))
		text := a.say("{reads} told in boxes, not drawn", "reads", a.counted(n, "read"))
		a.Legend = append(a.Legend,
			diagram.Entry{Text: text, Node: &diagram.Node{Look: diagram.Resource, Told: []string{""}}})
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
	n.Told = append(n.Told, facts)
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

// mostReads is how many of the reads of a box are named in it, a line each. Its tip names all.
const mostReads = 4

// toldLines returns the second part of a box that tells of facts.
func (a *artist) toldLines(facts []string) []string {
	var told []string
	for i, fact := range facts {
		if i == mostReads-1 && len(facts) > mostReads {
			return append(told, a.say("and {n} more", "n", grouped(len(facts)-i)))
		}
		if i == 0 {
			fact = a.say("reads: {facts}", "facts", fact)
		}
		told = append(told, a.short(fact))
	}
	return told
}

// keepOrder gives layouts the order between groups that no arrows show: through reads that are told,
// and between the reader of a fact and the event that uses it up. A fact without an
// arrow stands above its first reader.
func (a *artist) keepOrder(bundles []fold.Bundle) {
	next := make([][]int, len(a.Nodes))
	connected := make([]bool, len(a.Nodes))
	for _, e := range a.Edges {
		next[e.From] = append(next[e.From], e.To)
		connected[e.From], connected[e.To] = true, true
	}
	order := a.folding.Order()
	search := len(order)*len(a.Edges) <= mostSearched
	for _, t := range order {
		if !search || !leads(next, t.From, t.To) {
			a.Before = append(a.Before, [2]int{t.From, t.To})
		}
	}
	for i := range bundles {
		if fact := len(a.folding.Groups) + i; !connected[fact] {
			a.Before = append(a.Before, [2]int{fact, bundles[i].Readers[0]})
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
