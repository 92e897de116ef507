package render

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// causal draws events as boxes and resources as ovals. Resources that no event
// touches are left out: they explain nothing.
func (a *artist) causal() error {
	shown, err := a.fold(eventsAndFacts)
	if err != nil {
		return err
	}
	if shown == eventsAlone {
		a.withoutFacts()
		return nil
	}
	a.groups()
	of := a.folding.Bundles()
	if a.View == Why {
		of = a.leading(of)
	}
	all := a.sortFacts(of)
	bundles := all[inOval]
	for _, b := range bundles {
		a.add(a.bundle(b))
	}
	var told map[readBy]bool
	tellsReads := a.View == Causal && a.Overlay == nil && a.Reads != showing.AllReads
	if tellsReads {
		told = a.tellReads(bundles)
	}
	for _, b := range bundles {
		a.arcs(b, told)
	}
	a.pass(all[onArrow])
	a.tellUnused(all[inBox])
	a.accountOfTold(len(told), factsIn(all[inBox]), a.ties(a.folding.Ties(), a.tie))
	if a.View == Causal {
		a.precede(bundles)
	}
	if tellsReads || a.tells() {
		a.keepOrder(bundles)
	}
	a.legendOfSides()
	used := a.used()
	if used["consume"] || used["produce"] {
		a.explain("used up or made", nil, &diagram.Edge{Look: diagram.Line})
	}
	if used["spent"] {
		a.explain("used it up, so that it is missing", nil, &diagram.Edge{Look: diagram.LeftOnly, Head: diagram.Tee})
	}
	a.legendOfLooks()
	a.legendOfOrder(used)
	return nil
}

// precede tells each node which ones directly precede it: not all of that order has an
// arrow. Groups are the first nodes, and bundles come after them.
func (a *artist) precede(bundles []*fold.Bundle) {
	groups := a.folding.Groups
	for _, t := range a.folding.Order() {
		n := &a.Nodes[t.To]
		n.After = append(n.After, a.groupID(&groups[t.From]))
	}
	for i, b := range bundles {
		fact := &a.Nodes[len(groups)+i]
		fact.After = []string{}
		if b.Producer >= 0 {
			fact.After = append(fact.After, a.groupID(&groups[b.Producer]))
		}
		for _, users := range [][]int{b.Consumers, b.Readers} {
			for _, g := range users {
				a.Nodes[g].After = append(a.Nodes[g].After, fact.ID)
			}
		}
	}
}

// withoutFacts draws events alone.
func (a *artist) withoutFacts() {
	if a.pieces > 0 {
		a.groups()
		a.Measure(a.font())
		tile(a.Diagram)
		return
	}
	a.follow()
}

// resource returns the oval of a resource.
func (a *artist) resource(r *causal.Resource) diagram.Node {
	n := diagram.Node{
		ID: r.ID.String(), Shape: diagram.Oval, Look: diagram.Resource, Text: a.factLabel(r), FontSize: resourceFont,
		Tip: a.factStory(r), Classes: []string{"resource", class("pred", r.Pred)},
		Born: int(r.Producer) + 1, Gone: int(r.Consumer) + 1,
	}
	if r.StageToken() {
		n.Look = diagram.Link
	}
	if r.Persistent {
		n.Look, n.Double = diagram.Persistent, true
		n.Classes = append(n.Classes, "persistent")
	}
	n.Classes = append(n.Classes, whoClasses(r.Args)...)
	n.URL = cmp.Or(a.other(r), a.linkOf(r))
	return a.sided(n, a.sideOfResource(r))
}

// factStory tells a fact in full: in words, if there are some, and as programs write it.
func (a *artist) factStory(r *causal.Resource) string {
	written := called(a.nameOfResource(r), visible.Picture(r.String()))
	if a.Fact == nil {
		return written
	}
	return a.fact(r.Resource) + "\n" + written
}

// linkOf is the link of the step that made a fact or, of those of the start, that first
// touches it.
func (a *artist) linkOf(r *causal.Resource) string {
	first := r.Producer
	for _, e := range r.Users() {
		if first == causal.Outside || e < first && r.Producer == causal.Outside {
			first = e
		}
	}
	if first == causal.Outside {
		return ""
	}
	return a.link(a.graph.Step(first))
}

// other is the page of an atlas where a fact was made or, failing that, used up, if
// that is another than this one.
func (a *artist) other(r *causal.Resource) string {
	if a.elsewhere == nil {
		return ""
	}
	return cmp.Or(a.elsewhere(r.Producer), a.elsewhere(r.Consumer))
}

// resourceFont is a little smaller than that of events.
const resourceFont = 10

// broadFact is how many characters of a fact go on one line.
const broadFact = 16

// factLabel breaks a long fact after its predicate: pictures of runs in which
// much goes on at once are wide enough.
func (a *artist) factLabel(r *causal.Resource) []string {
	whole := visible.Picture(r.String())
	if len(r.Args) == 0 || utf8.RuneCountInString(whole) <= broadFact {
		return []string{a.short(whole)}
	}
	return append([]string{a.short(predOf(r))}, a.wrap(termsOf(r.Args))...)
}

// arcs draws the arrows to and from facts, but for reads that are told.
func (a *artist) arcs(b *fold.Bundle, told map[readBy]bool) {
	if b.Producer >= 0 {
		a.arc(b, b.Producer, producing)
	}
	for _, g := range b.Consumers {
		a.arc(b, g, consuming)
	}
	for _, g := range b.Readers {
		if told[readBy{b, g}] {
			a.told = append(a.told, diagram.Edge{From: a.nodes[bundleID(b)], To: g, Classes: []string{string(reads)}})
			continue
		}
		a.arc(b, g, reads)
	}
}

// role is what an event does with a fact.
type role string

const (
	producing role = "produce"
	consuming role = "consume"
	reads     role = "read"
)

// arc draws the arrow between facts and what touches them.
func (a *artist) arc(b *fold.Bundle, group int, as role) {
	e := diagram.Edge{Look: diagram.Line, Classes: []string{string(as)}, Pull: 3}
	if as == reads {
		e = reading(e)
		e.Pull = 1
	}
	g := &a.folding.Groups[group]
	if len(b.Resources) == 1 && len(g.Events) == 1 {
		step := a.graph.Step(g.Events[0])
		r := b.Resources[0]
		if a.Overlay != nil && a.Overlay.Spent[compare.Arc{Step: step.ID, Resource: r.ID}] {
			e.Head, e.Classes = diagram.Tee, []string{"spent"} // the fact was used up, and is drawn as missing
		}
		e = a.sidedEdge(e, a.sideOfArc(step, r))
	}
	from, to := bundleID(b), a.groupID(g)
	if as == producing {
		from, to = to, from
	}
	a.connect(from, to, e)
}

// used returns the kinds of edges that there are.
func (a *artist) used() map[string]bool {
	used := make(map[string]bool)
	for i := range a.Edges {
		used[a.Edges[i].Classes[0]] = true
	}
	return used
}

func (a *artist) legendOfOrder(used map[string]bool) {
	if used["read"] {
		e := reading(diagram.Edge{})
		a.explain("only read", nil, &e)
	}
	if used["order"] {
		e := ordering(diagram.Edge{})
		a.explain("only the order: by a stage, or by what is hidden", nil, &e)
	}
}

// why draws the past of its targets, as the causal view does, with the targets highlighted.
func (a *artist) why() error {
	if len(a.Of) == 0 {
		return errors.New("the why view needs to know what to explain")
	}
	var targets []causal.Target
	for _, text := range a.Of {
		found, err := a.graph.Find(text)
		if err != nil {
			return err
		}
		targets = append(targets, found...)
	}
	a.Select.Persistent = true // an explanation rests on these, too
	within, err := a.selection()
	if err != nil {
		return err
	}
	why := a.graph.Why(targets, causal.Reach{Stages: a.Select.StageTokens})
	a.within = within.Only(common(why.Events, within.Events))
	a.Overlay = &Overlay{Sides: compare.NewSides(), Right: strings.Join(a.Of, ", ")}
	a.Overlay.Mark(a.graph, targets)
	a.untouched(targets)
	return a.causal()
}

// leading returns the facts of an explanation that lead on to what is explained, or are it. Others
// that its events made explain nothing.
func (a *artist) leading(bundles []fold.Bundle) []fold.Bundle {
	besides := 0
	bundles = slices.DeleteFunc(bundles, func(b fold.Bundle) bool {
		if len(b.Consumers) > 0 || len(b.Readers) > 0 || a.sideOfBundle(&b) != compare.Both {
			return false
		}
		besides += len(b.Resources)
		return true
	})
	if besides > 0 {
		a.leave("without {facts} made besides", "facts", a.counted(besides, "fact"))
	}
	return bundles
}

// common returns the events of two lists that are in both; all are ascending.
func common(some, others []causal.Event) []causal.Event {
	return slices.DeleteFunc(slices.Clone(some), func(e causal.Event) bool {
		_, both := slices.BinarySearch(others, e)
		return !both
	})
}

// untouched adds facts that are to be explained and that were there from the start, if
// no event of the explanation touches them.
func (a *artist) untouched(targets []causal.Target) {
	for _, t := range targets {
		if t.Resource == nil || t.Resource.Producer != causal.Outside {
			continue
		}
		_, known := a.nodes[t.Resource.ID.String()]
		if !known && len(common(t.Resource.Users(), a.within.Events)) == 0 {
			a.add(a.resource(t.Resource))
		}
	}
}
