// Package states draws the states that a program can reach.
package states

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Diagram returns a diagram of states of a program, with an arrow for each transition, which the
// search has to keep. The start is bold, final states have two lines, and states that were not
// looked at are dashed. A run is shown by thick lines, from the start through some states.
func Diagram(prog *lang.Program, space *explore.Space, run []explore.State) *diagram.Diagram {
	d := &diagram.Diagram{
		Title: fmt.Sprintf("%s: states", visible.Line(prog.Name)),
		Desc:  fmt.Sprintf("%s and %s.", english.Count(space.Len(), "state"), english.Count(space.Transitions, "transition")),
		Nodes: make([]diagram.Node, space.Len()),
	}
	shapes := exec.Shapes(prog)
	for i := range d.Nodes {
		facts := english.Counted(space.Written(explore.State(i), shapes))
		for k, f := range facts {
			facts[k] = visible.Line(f)
		}
		d.Nodes[i] = diagram.Node{
			ID: fmt.Sprintf("s%d", i), Look: diagram.Resource, Text: facts,
			Bold: i == 0, Dashed: i >= space.Looked, Classes: []string{"state"},
		}
	}
	for _, s := range space.Final {
		n := &d.Nodes[s]
		n.Double, n.Classes = true, append(n.Classes, "final")
	}
	steps := make(map[[2]explore.State]bool)
	for i, s := range run {
		d.Nodes[s].Bold = true
		if i > 0 {
			steps[[2]explore.State{run[i-1], s}] = true
		}
	}
	for _, e := range space.Edges {
		arrow := diagram.Edge{From: int(e.From), To: int(e.To), Look: diagram.Line,
			Text: []string{visible.Line(space.Label(e.Move))}, Classes: []string{"transition"}}
		if step := [2]explore.State{e.From, e.To}; steps[step] {
			arrow.Width, arrow.Classes = ofRun, append(arrow.Classes, "shown")
			delete(steps, step) // of several such transitions, it is one
		}
		d.Edges = append(d.Edges, arrow)
	}
	return d
}

// ofRun is how wide the lines of a run are, in points.
const ofRun = 3
