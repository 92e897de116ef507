package render

import (
	"strings"

	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// tie draws an order that no facts in the picture show: it follows from a stage, from
// facts that are hidden or from events that are left out. That a fact was read before
// it was used up can be seen, and explanations do not go through stages. A tie does not pull events together: what they do with
// facts says where they belong.
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
