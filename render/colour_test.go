package render

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// nameBy returns what colours go by.
func nameBy(c showing.Colours, g *causal.Graph, e causal.Event) string {
	if c == showing.ByStage {
		return g.Step(e).Stage
	}
	return g.Label(e)
}

// TestColoursMeanOneThing: boxes of one event have the same colour exactly if they have the same name,
// and the legend has just the colours that there are.
func TestColoursMeanOneThing(t *testing.T) {
	everyPicture(t, []View{Causal, Steps}, func(t *rapid.T, g *causal.Graph, o Options, _ *Picture) {
		o.Colour = rapid.SampledFrom([]showing.Colours{showing.ByStage, showing.ByRule}).Draw(t, "colour")
		p := mustDraw(t, g, o)
		hues, names := make(map[string]int), make(map[int]string)
		shown := make(map[int]bool)
		for i, group := range p.Folding.Groups {
			n := &p.Nodes[i]
			if n.Hue == 0 {
				continue
			}
			shown[n.Hue] = true
			if len(group.Events) > 1 {
				continue
			}
			name := nameBy(o.Colour, g, group.Events[0])
			if names[n.Hue] == "" && hues[name] == 0 {
				names[n.Hue], hues[name] = name, n.Hue
			}
			require.Equal(t, name, names[n.Hue])
			require.Equal(t, n.Hue, hues[name])
		}
		explained := make(map[int]bool)
		for _, entry := range p.Legend {
			if entry.Node != nil && entry.Node.Hue > 0 {
				require.False(t, explained[entry.Node.Hue])
				explained[entry.Node.Hue] = true
			}
		}
		require.Equal(t, shown, explained)
		o.Colour = showing.NoColours
		for _, n := range mustDraw(t, g, o).Nodes {
			require.Zero(t, n.Hue)
		}
	})
}

// TestUsualColours: stages have colours where there are several with events, else rules where there
// are few.
func TestUsualColours(t *testing.T) {
	everyPicture(t, []View{Causal, Steps}, func(t *rapid.T, g *causal.Graph, o Options, p *Picture) {
		stages, labels := make(map[string]bool), make(map[string]bool)
		a := &artist{graph: g}
		for e := range g.Len() {
			if step := g.Step(causal.Event(e)); a.eventLook(step) == diagram.Event {
				labels[g.Label(causal.Event(e))] = true
				if step.Stage != "" {
					stages[step.Stage] = true
				}
			}
		}
		o.Colour = showing.NoColours
		switch {
		case len(stages) > 1:
			o.Colour = showing.ByStage
		case len(labels) > 1 && len(labels) <= len(p.Theme.Light.Picture.Threads):
			o.Colour = showing.ByRule
		}
		require.Equal(t, mustDraw(t, g, o).Diagram, p.Diagram)
	})
}

// TestCharactersKeepTheirColours: an event has the colour that the line of a character has whom it
// names.
func TestCharactersKeepTheirColours(t *testing.T) {
	g := verona(t)
	c, err := cast.Find(g, cast.Options{})
	require.NoError(t, err)
	hues := make(map[string]int)
	for _, n := range mustDraw(t, g, Options{View: Threads}).Nodes {
		if n.Shape == diagram.Plain && n.Hue > 0 {
			hues[n.Text[0]] = n.Hue
		}
	}
	p := mustDraw(t, g, Options{Colour: showing.ByCharacter})
	coloured := 0
	for i, group := range p.Folding.Groups {
		n := &p.Nodes[i]
		for _, name := range constants(g.Step(group.Events[0]).Args) {
			if hue, known := hues[name]; known {
				require.Contains(t, c.Names, name)
				require.Equal(t, hue, n.Hue, n.ID)
				coloured++
				break
			}
		}
	}
	require.Positive(t, coloured)
}
