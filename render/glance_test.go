package render

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// atGlance draws a random run at first glance, all of it.
func atGlance(t *rapid.T) (*causal.Graph, *Picture) {
	g := randomTown(t)
	view := rapid.SampledFrom([]View{Causal, Steps}).Draw(t, "view")
	return g, mustDraw(t, g, Options{View: view, Brief: true, Glance: 7})
}

// TestGlanceIsWhole: at first glance each event is in just one box, each turning point alone, and the numbers in
// the note and the title add up to those of the run.
func TestGlanceIsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, p := atGlance(t)
		stands, boxes, together := 0, 0, 0
		for _, n := range p.Nodes {
			stands += n.Stands
			if n.Stands > 1 {
				boxes++
				together += n.Stands
			}
		}
		require.Equal(t, g.Len(), stands)
		if g.Len() <= mostPoints {
			require.False(t, isGlance(p))
			return
		}
		require.Contains(t, p.Title, fmt.Sprintf("%s in %s", counted(together, "step"), counted(boxes, "box")))
		require.Equal(t, AtGlance, p.Notes[0].For)
		text := p.Notes[0].Text
		var points, events, in, inBoxes, alone int
		_, err := fmt.Sscanf(text, "%d turning points of %d events stand out, the others are %d events in %d",
			&points, &events, &in, &inBoxes)
		require.NoError(t, err, text)
		if found := regexp.MustCompile(`and (\d+) alone`).FindStringSubmatch(text); found != nil {
			alone, err = strconv.Atoi(found[1])
			require.NoError(t, err)
		}
		require.Equal(t, []int{g.Len(), g.Len(), together, boxes}, []int{points + in + alone, events, in, inBoxes})
	})
}

// TestGlanceHasAllFacts: each fact that events touch is counted once, and those in ovals are those that are drawn.
func TestGlanceHasAllFacts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, p := atGlance(t)
		if len(p.Notes) == 0 {
			return // few events
		}
		found := regexp.MustCompile(`; ([\d,]+) facts?: (.*)`).FindStringSubmatch(p.Notes[0].Text)
		if found == nil {
			return // of events alone
		}
		sum := 0
		for _, part := range regexp.MustCompile(`(\d+) (in \d+|left|on|there|inside)`).FindAllStringSubmatch(found[2], -1) {
			n, err := strconv.Atoi(part[1])
			require.NoError(t, err)
			sum += n
		}
		require.Equal(t, strconv.Itoa(sum), found[1], p.Notes[0].Text)
		require.Equal(t, p.Folding.Selection.Facts(), sum)
	})
}

// TestGlanceFitsAScreen: long pictures at first glance are broken, so that runs of the examples fit a screen.
func TestGlanceFitsAScreen(t *testing.T) {
	p := mustDraw(t, verona(t), Options{Brief: true, Glance: 40})
	require.NoError(t, p.Place(t.Context()))
	require.Less(t, p.Width, 1900.0)
	require.Less(t, p.Height, 1300.0)
	for size, rows := range map[[2]float64]int{{800, 900}: 1, {800, 2000}: 2, {300, 6000}: 5} {
		require.Equal(t, rows, rowsAtGlance(&diagram.Diagram{Width: size[0], Height: size[1]}), size)
	}
}
