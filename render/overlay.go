package render

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Overlay lays two things over each other in the Causal view, such as what led to
// one fact and what led to another, or a run and what it would have been. The
// graph holds all of both. Sides are told by colour and outline, and a legend says
// which is which.
type Overlay struct {
	compare.Sides
	// Left and Right describe the parts drawn of one side only.
	Left, Right string
	// Steps and resources that are not called by their ids in the picture: those of
	// another run, which has its own. "" is no name at all.
	StepNames     map[trace.StepID]string
	ResourceNames map[trace.ResourceID]string
	// StepArgs are the arguments of steps that have others on the right, as they are written:
	// with both.
	StepArgs map[trace.StepID]string
	// Spent are arrows from steps to facts that they did not make, but used up.
	Spent map[compare.Arc]bool
}

// nameOf is what a step is called.
func (a *artist) nameOf(step *trace.Step) string {
	if a.Overlay != nil {
		if name, other := a.Overlay.StepNames[step.ID]; other {
			return name
		}
	}
	return step.ID.String()
}

// argsOf returns the arguments of a step as they are written.
func (a *artist) argsOf(step *trace.Step) string {
	if a.Overlay != nil {
		if args, other := a.Overlay.StepArgs[step.ID]; other {
			return args
		}
	}
	return termsOf(step.Args)
}

// nameOfResource is what a resource is called.
func (a *artist) nameOfResource(r *causal.Resource) string {
	if a.Overlay != nil {
		if name, other := a.Overlay.ResourceNames[r.ID]; other {
			return name
		}
	}
	return r.ID.String()
}

// called puts a name before a description.
func called(name, what string) string { return strings.TrimPrefix(name+" "+what, " ") }

func (a *artist) sideOf(step *trace.Step) compare.Side {
	if a.Overlay == nil {
		return compare.Both
	}
	return a.Overlay.Steps[step.ID]
}

func (a *artist) sideOfResource(r *causal.Resource) compare.Side {
	if a.Overlay == nil {
		return compare.Both
	}
	return a.Overlay.Resources[r.ID]
}

// sideOfArc is that of the one of its ends which is not on both sides, if the
// arrow has none itself.
func (a *artist) sideOfArc(step *trace.Step, r *causal.Resource) compare.Side {
	if a.Overlay == nil {
		return compare.Both
	}
	if s := a.Overlay.Arcs[compare.Arc{Step: step.ID, Resource: r.ID}]; s != compare.Both {
		return s
	}
	if s := a.sideOf(step); s != compare.Both {
		return s
	}
	return a.sideOfResource(r)
}

// sideOfMost is the side on which more than half of some things are; both where there is
// none.
func sideOfMost(n int, of func(int) compare.Side) compare.Side {
	count := make(map[compare.Side]int)
	for i := range n {
		count[of(i)]++
	}
	for _, side := range []compare.Side{compare.Left, compare.Right} {
		if 2*count[side] > n {
			return side
		}
	}
	return compare.Both
}

// sided gives a node the looks of a side: another colour, and dashes or a bold line
// for who cannot tell colours.
func (a *artist) sided(n diagram.Node, s compare.Side) diagram.Node {
	switch s {
	case compare.Left:
		n.Look, n.Dashed = diagram.LeftOnly, true
		n.Classes = append(n.Classes, "left")
	case compare.Right:
		n.Look, n.Bold = diagram.RightOnly, true
		n.Classes = append(n.Classes, "right")
	}
	return n
}

// sidedEdge gives an edge the colour of a side.
func (a *artist) sidedEdge(e diagram.Edge, s compare.Side) diagram.Edge {
	switch s {
	case compare.Left:
		e.Look = diagram.LeftOnly
		e.Classes = append(e.Classes, "left")
	case compare.Right:
		e.Look = diagram.RightOnly
		e.Classes = append(e.Classes, "right")
	}
	return e
}

// legendOfSides says which side looks how, if anything is of it alone.
func (a *artist) legendOfSides() {
	if a.Overlay == nil {
		return
	}
	for _, side := range []struct {
		of   compare.Side
		text string
	}{{compare.Left, a.Overlay.Left}, {compare.Right, a.Overlay.Right}} {
		if sample := a.sided(diagram.Node{}, side.of); side.text != "" && a.shows(sample.Look) {
			text := a.short(side.text)
			if a.isMixed(side.of) {
				text += "; boxes and ovals of several: more than half"
			}
			a.explain(text, &sample, nil)
		}
	}
}

// isMixed reports whether something of several events or facts has the looks of a side, of
// which not all are.
func (a *artist) isMixed(side compare.Side) bool {
	return slices.ContainsFunc(a.folding.Groups,
		func(g fold.Group) bool { return a.sideOfGroup(&g) == side && !a.isPure(&g) }) ||
		slices.ContainsFunc(a.folding.Bundles(), func(b fold.Bundle) bool {
			return a.sideOfBundle(&b) == side &&
				slices.ContainsFunc(b.Resources, func(r *causal.Resource) bool { return a.sideOfResource(r) != side })
		})
}

// legendOfLooks explains the looks of facts and events that are the same in all views.
func (a *artist) legendOfLooks() {
	for _, kind := range []struct {
		text   string
		sample diagram.Node
	}{
		{a.say("it changes the stage"), diagram.Node{Look: diagram.Link}},
		{a.say("the mark of a stage"), diagram.Node{Shape: diagram.Oval, Look: diagram.Link}},
		{a.say("permanent: it stays for good"), diagram.Node{Shape: diagram.Oval, Look: diagram.Persistent, Double: true}},
		{a.say("never fired"), diagram.Node{Look: diagram.Idle, Dashed: true}},
	} {
		if slices.ContainsFunc(a.Nodes, func(n diagram.Node) bool {
			return n.Look == kind.sample.Look && n.Shape == kind.sample.Shape
		}) {
			a.Legend = append(a.Legend, diagram.Entry{Text: kind.text, Node: &kind.sample})
		}
	}
}

// shows reports whether anything in the picture has a look.
func (a *artist) shows(look diagram.Look) bool {
	return slices.ContainsFunc(a.Nodes, func(n diagram.Node) bool { return n.Look == look }) ||
		slices.ContainsFunc(a.Edges, func(e diagram.Edge) bool { return e.Look == look })
}

// explain enters a look into the legend, and what other shapes mean the same.
func (a *artist) explain(text string, n *diagram.Node, e *diagram.Edge, also ...diagram.Shape) {
	a.Legend = append(a.Legend, diagram.Entry{Text: a.say(text), Node: n, Edge: e, Also: also})
}
