package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// rowsOf returns the nodes of the rows of a timeline, and the bars of each.
func rowsOf(p *Picture) (rows []diagram.Node, bars map[string][]diagram.Node) {
	bars = make(map[string][]diagram.Node)
	for _, n := range p.Nodes {
		if slices.Contains(n.Classes, "row") {
			rows = append(rows, n)
		}
		if slices.Contains(n.Classes, "bar") {
			bars[n.PartOf] = append(bars[n.PartOf], n)
		}
	}
	return rows, bars
}

// Bars stand for the events that are selected, the highest is as high as there is room, and
// all stand on the same ground.
func TestTimeline(t *testing.T) {
	everyPicture(t, []View{Timeline}, func(t *rapid.T, g *causal.Graph, o Options, p *Picture) {
		rows, bars := rowsOf(p)
		sum := 0
		for _, r := range rows {
			high, ground := 0.0, bars[r.ID][0].At.Y+bars[r.ID][0].H/2
			for _, b := range bars[r.ID] {
				sum += b.Stands
				high = max(high, b.H)
				require.InDelta(t, ground, b.At.Y+b.H/2, 1e-9)
			}
			require.InDelta(t, barHeight, high, 1e-9)
			require.InDelta(t, 1, slices.Max(r.Chart.Bars), 1e-9)
		}
		if events := len(mustSelect(t, g, o.Select).Events); len(p.Notes) == 0 {
			require.Equal(t, events, sum)
			return
		}
		lines := 0
		for _, n := range p.Nodes {
			if slices.Contains(n.Classes, "number") && n.PartOf == "" {
				lines++
			}
		}
		require.Equal(t, o.MaxNodes, len(rows)+lines)
		require.Regexp(t, `^only \d+ of \d+ rows are drawn, those in which most happens$`, said(p)[0])
	})
}

// A picture of a long run is as large as one of a short one.
func TestTimelineOfALongRun(t *testing.T) {
	g := longTown(5_000)
	p := mustDraw(t, g, Options{View: Timeline, MaxNodes: MaxNodes})
	require.NoError(t, p.Place(t.Context()))
	require.Less(t, p.Width, 2*chartWidth)
	rows, bars := rowsOf(p)
	require.NotEmpty(t, rows)
	for _, r := range rows {
		require.LessOrEqual(t, len(bars[r.ID]), mostSlots)
	}
}

func TestTimelineAsText(t *testing.T) {
	p := mustDraw(t, tell(t, "init seed\nsow : - seed, + corn\nreap : - corn, + seed, + seed\nsow : - seed, + corn\n"),
		Options{View: Timeline})
	text, err := p.Write(t.Context(), TextFormat)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	for _, want := range []string{"█·█ r1 sow 2×", "·█· r2 reap 1×", "▄██ k1 seed 1 → 1", "███ k2 corn 0 → 1"} {
		require.True(t, slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(line, "· "+want) }),
			"%s in\n%s", want, text)
	}
}
