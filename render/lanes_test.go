package render

import (
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

func lanesViews() []View { return []View{Threads, Storyline} }

// In lanes time goes to the right: causes stand left of their effects, whoever takes part.
func TestTimeGoesRight(t *testing.T) {
	for _, v := range lanesViews() {
		rapid.Check(t, func(t *rapid.T) {
			g := randomTown(t)
			p := mustDraw(t, g, Options{View: v, Select: randomSelect(t, g)})
			at := make(map[causal.Event]float64)
			for _, n := range p.Nodes {
				if n.Stands == 1 {
					at[causal.Event(n.Born-1)] = n.At.X
				}
			}
			for a, x := range at {
				for b, y := range at {
					require.True(t, !g.Before(a, b) || x < y, "%s at %.0f and %s at %.0f", g.Step(a).ID, x, g.Step(b).ID, y)
				}
			}
		})
	}
}

// The line of a character leads to all events in which it takes part, and to no other.
func TestLinesAreThreads(t *testing.T) {
	for _, v := range lanesViews() {
		rapid.Check(t, func(t *rapid.T) {
			g := randomTown(t)
			p := mustDraw(t, g, Options{View: v})
			if g.Len() == 0 {
				return // nobody is followed
			}
			cast, err := causal.FindCast(g.Trace, "")
			require.NoError(t, err)
			for i, thread := range g.Threads(cast) {
				var want, got []int
				for _, e := range thread.Events {
					want = append(want, int(e)+1)
				}
				for _, e := range p.Edges {
					if e.Hue == i+1 && slices.Contains(e.Classes, "thread") {
						got = append(got, bornOf(p, e.From)...)
						got = append(got, bornOf(p, e.To)...)
					}
				}
				slices.Sort(got)
				require.Equal(t, want, slices.Compact(got), thread.Character)
			}
		})
	}
}

// bornOf is the event that a node of a lane, or a part of it, is of; nil for none.
func bornOf(p *Picture, node int) []int {
	if n := p.Nodes[node]; n.Born > 0 && n.Shape != diagram.Plain {
		return []int{n.Born}
	}
	return nil
}

// Where the end of a run is left out, a note says how much is drawn.
func TestNoteOfLanes(t *testing.T) {
	form := regexp.MustCompile(`^only the first (\d+) of (\d+) events are drawn, up to t(\d+)$`)
	for _, v := range lanesViews() {
		rapid.Check(t, func(t *rapid.T) {
			g := randomTown(t)
			o := Options{View: v, Select: randomSelect(t, g), MaxNodes: rapid.IntRange(1, 30).Draw(t, "most")}
			p := mustDraw(t, g, o)
			if p.Folding == nil {
				return // nobody is followed
			}
			require.LessOrEqual(t, len(p.Folding.Groups), o.MaxNodes)
			drawn, all := p.Folding.Selection.Events, mustSelect(t, g, o.Select).Events
			i := slices.IndexFunc(said(p), form.MatchString)
			require.Equal(t, len(drawn) < len(all), i >= 0, "%d of %d: %v", len(drawn), len(all), p.Notes)
			if i < 0 {
				return
			}
			last := int(g.Step(drawn[len(drawn)-1]).ID)
			require.Equal(t, []string{strconv.Itoa(len(drawn)), strconv.Itoa(len(all)), strconv.Itoa(last)}, form.FindStringSubmatch(said(p)[i])[1:])
			for _, n := range p.Nodes {
				require.LessOrEqual(t, n.Born, last)
			}
		})
	}
}
