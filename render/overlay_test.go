package render

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// dice returns a picture of four steps in one box, of which the last ones are only on the
// left.
func dice(t *testing.T, left int) *Picture {
	g := tell(t, "init day\nroll : $ day\nroll : $ day\nroll : $ day\nroll : $ day")
	sides := compare.NewSides()
	for id := 5 - left; id < 5; id++ {
		sides.Steps[trace.StepID(id)] = compare.Left
	}
	return mustDraw(t, g, Options{Collapse: []fold.Method{fold.Rules}, Overlay: &Overlay{Sides: sides, Left: "lost"}})
}

// A box of several has the looks of the side on which most of it is, and says how much; the
// legend says so where that is not all.
func TestBoxesHaveTheSideOfMost(t *testing.T) {
	for left, want := range []struct {
		look   diagram.Look
		text   []string
		legend string
	}{
		{diagram.Event, []string{"roll 4×", "t1 … t4"}, ""},
		{diagram.Event, []string{"roll 4×", "t1 … t4", "1 lost"}, ""},
		{diagram.Event, []string{"roll 4×", "t1 … t4", "2 lost"}, ""},
		{diagram.LeftOnly, []string{"roll 4×", "t1 … t4", "3 lost"}, "lost; boxes and ovals of several: more than half"},
		{diagram.LeftOnly, []string{"roll 4×", "t1 … t4"}, "lost"},
	} {
		p := dice(t, left)
		i := slices.IndexFunc(p.Nodes, func(n diagram.Node) bool { return n.Stands == 4 })
		require.Equal(t, want.look, p.Nodes[i].Look, left)
		require.Equal(t, want.text, p.Nodes[i].Text, left)
		var legend string
		for _, e := range p.Legend {
			if e.Node != nil && e.Node.Look == diagram.LeftOnly {
				legend = e.Text
			}
		}
		require.Equal(t, want.legend, legend, left)
	}
}

// Steps and facts of another run are called what they are called there, or not at all.
func TestNamesOfAnotherRun(t *testing.T) {
	g := tell(t, "init day\ndusk : - day, + night\ndawn : - night")
	p := mustDraw(t, g, Options{Overlay: &Overlay{
		Sides: compare.NewSides(), StepNames: map[trace.StepID]string{1: "t7", 2: ""},
		ResourceNames: map[trace.ResourceID]string{2: "x9"},
		Spent:         map[compare.Arc]bool{{Step: 1, Resource: 2}: true},
	}})
	var got []string
	for _, n := range p.Nodes {
		got = append(got, n.ID+": "+n.Text[0]+" | "+n.Tip[:min(len(n.Tip), 8)])
	}
	require.ElementsMatch(t, []string{"t1: t7 dusk | t7 dusk\n", "t2: dawn | dawn\nuse", "x1: day | x1 day",
		"x2: night | x9 night"}, got)
	require.True(t, slices.ContainsFunc(p.Edges, func(e diagram.Edge) bool {
		return e.Head == diagram.Tee && e.Classes[0] == "spent"
	}))
	require.True(t, slices.ContainsFunc(p.Legend, func(e diagram.Entry) bool {
		return e.Text == "used it up, so that it is missing"
	}))
}

// A step that has other arguments on the right is written with both, in its tip as well.
func TestArgumentsOfAnotherRun(t *testing.T) {
	g := tell(t, "init day\nroll 3 : $ day\nroll 4 : $ day")
	p := mustDraw(t, g, Options{View: Steps, Overlay: &Overlay{StepArgs: map[trace.StepID]string{2: "4→6"}}})
	require.Equal(t, []string{"t1 roll", "3"}, p.Nodes[0].Text)
	require.Equal(t, []string{"t2 roll", "4→6"}, p.Nodes[1].Text)
	require.Contains(t, p.Nodes[1].Tip, "t2 roll 4→6\n")
}

// Of a run only some events can be drawn; a note says how many.
func TestOnlySome(t *testing.T) {
	g := tell(t, "init day\nroll : $ day\nroll : $ day\nroll : $ day\nroll : $ day")
	p := mustDraw(t, g, Options{View: Steps, Only: []causal.Event{1, 3}, Select: fold.Options{To: 3}})
	require.Equal(t, "t2", p.Nodes[0].ID)
	require.Len(t, p.Nodes, 1, "t4 is not selected")
	require.Equal(t, []Note{{"only 1 of 3 events are drawn", OthersLeft}}, p.Notes)
}
