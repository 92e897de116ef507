package render

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// steps draws the events alone, each below those that had to come before: the causal
// order without what follows from the rest (its Hasse diagram), and a solid arrow wherever an
// event used up what another had made, even where that follows from other arrows. A solid arrow
// says that something was made by one event and used by the other, a dashed one that the other
// used up what the one had read, and a dotted one that only the stage, or something
// that is hidden, decided.
func (a *artist) steps() error {
	if _, err := a.fold(eventsAlone); err != nil {
		return err
	}
	a.withoutFacts()
	return nil
}

// follow draws events, and which directly follow which.
func (a *artist) follow() {
	a.groups()
	implied := a.folding.Implied()
	if depth := a.depths(); a.points != nil { // long arrows cross many others, and the order shows without
		implied = slices.DeleteFunc(implied, func(t fold.Tie) bool { return depth[t.To] > depth[t.From]+farDepth })
	}
	a.accountOfTold(0, 0, a.ties(slices.Concat(a.folding.Order(), implied), a.follows))
	a.legendOfSides()
	used := a.used()
	if used["cause"] {
		a.explain("made what the other used", nil, &diagram.Edge{Look: diagram.Line})
	}
	a.legendOfLooks()
	a.legendOfOrder(used)
}

// mostFollowed is how many events a box names that it follows.
const mostFollowed = 4

// ties draws order between groups. Where boxes tell of it, order by stages or by what is hidden is not drawn between
// groups that are far apart. It returns how often it is told.
func (a *artist) ties(ties []fold.Tie, draw func(fold.Tie)) (told int) {
	depth, after := a.depths(), make(map[int][]string)
	for _, t := range ties {
		if t.Kind > fold.Read && depth[t.To] > depth[t.From]+1 && a.tells() && !a.folding.Cyclic {
			after[t.To] = append(after[t.To], a.nameOf(a.graph.Step(a.folding.Groups[t.From].Events[0])))
			a.Before = append(a.Before, [2]int{t.From, t.To})
			told++
			continue
		}
		draw(t)
	}
	for g := range a.folding.Groups {
		if names := after[g]; len(names) > 0 {
			n := &a.Nodes[g]
			n.Tip += "\n" + a.say("after {events}", "events", strings.Join(names, ", "))
			if more := len(names) - mostFollowed + 1; more > 1 {
				names = append(names[:mostFollowed-1], a.say("and {n} more", "n", grouped(more)))
			}
			n.Told = append(n.Told, a.say("after {events}", "events", strings.Join(names, ", ")))
		}
	}
	return told
}

// follows draws that a group directly follows another.
func (a *artist) follows(t fold.Tie) {
	a.connect(a.groupID(&a.folding.Groups[t.From]), a.groupID(&a.folding.Groups[t.To]), a.tieLook(t))
}

// tie draws an order that no facts in the picture show: it follows from a stage, from facts that are
// hidden or from events that are left out. That a fact was read before it was used up can be seen, and
// explanations do not go through stages. A tie does not pull events together: their facts say where
// they belong.
func (a *artist) tie(t fold.Tie) {
	if t.Kind == fold.Read || a.View == Why && t.Kind != fold.Hidden {
		return
	}
	e := a.tieLook(t)
	e.Pull = 0
	a.connect(a.groupID(&a.folding.Groups[t.From]), a.groupID(&a.folding.Groups[t.To]), e)
}

// tieLook is the arrow between two events, one of which directly precedes the other.
func (a *artist) tieLook(t fold.Tie) diagram.Edge {
	e := diagram.Edge{Look: diagram.Line, Classes: []string{"cause"}, Pull: 1}
	switch t.Kind {
	case fold.Cause:
	case fold.Read:
		e = reading(e)
		e.Classes = []string{"read"}
	default:
		e = ordering(e)
	}
	e.Tip = tieTip(t)
	return e
}

// mostNamed is how many facts the tooltip of an arrow names.
const mostNamed = 10

// tieTip says through what an event precedes another.
func tieTip(t fold.Tie) string {
	var names []string
	for i, r := range t.Resources {
		if i == mostNamed {
			names = append(names, "…")
			break
		}
		names = append(names, visible.Picture(r.String()))
	}
	if t.Events > 0 {
		names = append(names, "through "+counted(t.Events, "event")+" left out")
	}
	return strings.Join(names, ", ")
}
