package render

import (
	"slices"

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
	for _, t := range slices.Concat(a.folding.Order(), a.folding.Implied()) {
		e := a.tieLook(t)
		a.connect(a.groupID(&a.folding.Groups[t.From]), a.groupID(&a.folding.Groups[t.To]), e)
	}
	a.legendOfSides()
	used := a.used()
	if used["cause"] {
		a.explain("made what the other used", nil, &diagram.Edge{Look: diagram.Line})
	}
	a.legendOfOrder(used)
}
