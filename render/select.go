package render

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// selection returns the selected part of the run.
func (a *artist) selection() (*fold.Selection, error) {
	if a.within != nil {
		a.chosen = len(a.within.Events)
		return a.within, nil
	}
	s, err := fold.Select(a.graph, a.Select)
	if err != nil {
		return nil, err
	}
	a.chosen = len(s.Events)
	if a.Only == nil {
		return s, nil
	}
	only := s.Only(common(s.Events, a.Only))
	a.chosen = len(only.Events)
	if left := len(s.Events) - len(only.Events); left > 0 {
		a.note(OthersLeft, "only %s of %s are drawn", grouped(len(only.Events)), counted(len(s.Events), "event"))
	}
	return only, nil
}

// selected returns the graph of the selection alone.
func (a *artist) selected() (*causal.Graph, error) {
	s, err := a.selection()
	if err != nil || s.LeftOut() == 0 {
		return a.graph, err
	}
	return causal.New(a.graph.Excerpt(s.Events)), nil
}

// detail is how much a picture shows of what happened.
type detail int

// The details, the least first.
const (
	eventsAlone detail = iota
	eventsAndFacts
)

// fold decides the level of detail: the one asked for or, if that has too many nodes, the one that
// [fold.Selection.Fit] finds.
func (a *artist) fold(most detail) (detail, error) {
	s, err := a.selection()
	if err != nil {
		return most, err
	}
	if a.pieces > 0 {
		a.folding = s.Pieces(a.pieces)
		return eventsAlone, nil
	}
	if a.glances(s, most) {
		a.glance(s, most)
		return most, nil
	}
	a.folding = s.Fold(a.Collapse...)
	if a.MaxNodes == 0 || a.fits(most) {
		return most, nil
	}
	shown := eventsAlone
	if most == eventsAndFacts {
		// As long as all visits to stages and rounds stand alike, there are facts: but events alone say
		// more than boxes of many with facts between them.
		if a.folding = s.Fit(a.MaxNodes); !a.folding.Uneven && a.fits(most) {
			shown = most
		}
	}
	if shown == eventsAlone {
		a.folding = s.FitGroups(a.MaxNodes)
	}
	a.note(TooMany, "%s", a.account(most, shown))
	return shown, nil
}

// fits reports whether a folding has no more nodes than there may be.
func (a *artist) fits(d detail) bool {
	return len(a.folding.Groups) <= a.MaxNodes && a.size(d) <= a.MaxNodes // facts are not counted in vain
}

// account says how many events stand together, and how many facts are not drawn, of
// what the view would show. The numbers add up to those that are selected.
func (a *artist) account(most, shown detail) string {
	f := a.folding
	alone := 0
	for _, g := range f.Groups {
		if len(g.Events) == 1 {
			alone++
		}
	}
	events := len(f.Selection.Events)
	note := counted(events, "event")
	if boxes := len(f.Groups) - alone; boxes > 0 {
		together := grouped(events-alone) + " of them"
		if alone == 0 {
			together = "all"
		}
		note += fmt.Sprintf(", %s in %s", together, counted(boxes, "box"))
		a.leave("{steps} in {boxes}", "steps", a.counted(events-alone, "step"), "boxes", a.counted(boxes, "box"))
	}
	if most == eventsAndFacts {
		note += a.accountOfFacts(shown)
	}
	return note
}

// accountOfFacts says where the facts are that events touch.
func (a *artist) accountOfFacts(shown detail) string {
	all := a.folding.Selection.Facts()
	if shown != eventsAndFacts {
		a.leave("{facts} not drawn", "facts", a.counted(all, "fact"))
		return fmt.Sprintf("; their %s are not drawn", counted(all, "fact"))
	}
	bundles := a.folding.Bundles()
	drawn := 0
	for i := range bundles {
		drawn += len(bundles[i].Resources)
	}
	text := ""
	if len(bundles) < drawn {
		text = fmt.Sprintf("; %s in %s", counted(drawn, "fact"), counted(len(bundles), "oval"))
	}
	if drawn < all {
		a.leave("{facts} inside boxes", "facts", a.counted(all-drawn, "fact"))
		text += fmt.Sprintf("; %s inside the boxes", counted(all-drawn, "fact"))
	}
	return text
}

// busiest leaves out the rules that fired least, where there are too many; of a program
// alone the last.
func (a *artist) busiest(rg *rules.Graph) *rules.Graph {
	if a.MaxNodes == 0 || len(rg.Nodes) <= a.MaxNodes {
		return rg
	}
	kept := foremost(len(rg.Nodes), a.MaxNodes, func(i int) int { return rg.Nodes[i].Count })
	a.leave("{n} of {all}", "n", grouped(len(kept)), "all", a.counted(len(rg.Nodes), "rule"))
	a.note(TooMany, "only %s of %s are drawn, %s", grouped(len(kept)), counted(len(rg.Nodes), "rule"),
		chosenAs(a.Rules != nil))
	return part(rg, kept)
}

// chosenAs says which rules are drawn where there are too many. Those of a program alone
// have not fired: of these it is the first, and a program lists its links last, wherever
// they are written.
func chosenAs(program bool) string {
	if program {
		return "the first in the program, rules of stages before links"
	}
	return "those that fire most often"
}

// foremost returns those of n things that have the greatest numbers, as many as there may
// be at most, in their order; of equals the first.
func foremost(n, most int, number func(int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(number(j), number(i)) })
	kept := order[:most]
	slices.Sort(kept)
	return kept
}

// part returns some rules of a graph, which are ascending, and what passes between them.
func part(rg *rules.Graph, kept []int) *rules.Graph {
	out := new(rules.Graph)
	index := make(map[int]int, len(kept))
	for _, i := range kept {
		index[i] = len(out.Nodes)
		out.Nodes = append(out.Nodes, rg.Nodes[i])
	}
	for _, e := range rg.Edges {
		from, here := index[e.From]
		to, hereToo := index[e.To]
		if here && hereToo {
			e.From, e.To = from, to
			out.Edges = append(out.Edges, e)
		}
	}
	return out
}

// Bounds of pictures at first glance.
const (
	// mostWhole is how many boxes and ovals a run may have to be shown whole.
	mostWhole = 100
	// mostPoints and fewestPoints are how many turning points stand alone.
	mostPoints, fewestPoints = 12, 6
	// mostAtGlance is how many boxes and ovals there may be, unless the fewest turning points have
	// more: so many fit a screen in letters that can be read.
	mostAtGlance = 36
	// mostWeighed is how many events are compared: to weigh them takes time in the square of their number.
	mostWeighed = 10_000
)

// glances reports whether only the turning points of a selection are to stand alone.
func (a *artist) glances(s *fold.Selection, most detail) bool {
	if a.Glance == 0 || !a.tells() || len(a.Collapse) > 0 || len(s.Events) > mostWeighed {
		return false
	}
	a.folding = s.Fold()
	return len(s.Events) > max(a.Glance, mostPoints) || len(s.Events) > mostPoints && a.size(most) > mostWhole
}

// glance lets as many turning points stand alone as there is room for.
func (a *artist) glance(s *fold.Selection, most detail) {
	weights := a.graph.Weights()
	for n := mostPoints; n >= fewestPoints; n-- {
		a.points = causal.TurningPoints(s.Events, weights, n)
		a.folding = s.Around(a.points)
		if a.size(most) <= mostAtGlance {
			break
		}
	}
	a.note(AtGlance, "%s", a.accountOfGlance(most))
	events, boxes := a.boxed()
	a.leave("{steps} in {boxes}", "steps", a.counted(events, "step"), "boxes", a.counted(boxes, "box"))
}

// isPoint reports whether a group is a turning point that stands alone.
func (a *artist) isPoint(group int) bool {
	_, is := slices.BinarySearch(a.points, a.folding.Groups[group].Events[0])
	return is
}

// size returns how many boxes and ovals there are.
func (a *artist) size(most detail) int {
	size := len(a.folding.Groups)
	if most == eventsAndFacts {
		size += len(a.sortFacts(a.folding.Bundles())[inOval])
	}
	return size
}

// accountOfGlance says where all events and facts are. The numbers add up to those that are selected.
func (a *artist) accountOfGlance(most detail) string {
	s := a.folding.Selection
	together, boxes := a.boxed()
	text := fmt.Sprintf("%s of %s stand out", counted(len(a.points), "turning point"), counted(len(s.Events), "event"))
	others := []string{counted(together, "event") + " in " + counted(boxes, "box")}
	if alone := len(s.Events) - len(a.points) - together; alone > 0 {
		others = append(others, grouped(alone)+" alone")
	}
	text += ", the others are " + english.List(others)
	if most == eventsAlone {
		return text
	}
	facts := a.sortFacts(a.folding.Bundles())
	rest := s.Facts()
	var where []string
	for how, place := range []string{inOval: "in " + counted(len(facts[inOval]), "oval"), inBox: "left in boxes",
		onArrow: "on arrows", inNote: "there from the start"} {
		if n := factsIn(facts[how]); n > 0 {
			where = append(where, grouped(n)+" "+place)
			rest -= n
		}
	}
	if rest > 0 {
		where = append(where, grouped(rest)+" inside boxes")
	}
	return text + "; " + counted(s.Facts(), "fact") + ": " + english.List(where)
}

// boxed returns how many events stand together, and in how many boxes.
func (a *artist) boxed() (events, boxes int) {
	for _, g := range a.folding.Groups {
		if len(g.Events) > 1 {
			events += len(g.Events)
			boxes++
		}
	}
	return events, boxes
}

// A screen on which pictures at first glance fit in letters that can be read, in points.
const glanceWidth, glanceHeight = 1600.0, 1000.0

// rowsAtGlance returns into how many rows, or columns, a placed picture is broken to fit a screen: the fewest with
// which it is at most a fifth larger than with one more. Rows are lower than the long picture by about a quarter.
func rowsAtGlance(d *diagram.Diagram) int {
	long, short := d.Width/glanceWidth, d.Height/glanceHeight
	if d.Flow == diagram.Down {
		long, short = d.Height/glanceHeight, d.Width/glanceWidth
	}
	size := func(n int) float64 {
		if n == 1 {
			return max(long, short, 1)
		}
		return max(long/float64(n), 0.75*short*float64(n), 1)
	}
	n := 1
	for size(n) > 1.2*size(n+1) {
		n++
	}
	return n
}
