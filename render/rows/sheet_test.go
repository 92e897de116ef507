package rows

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// TestSheets holds that each node is on one page, that all pages have the size of the sheet, that
// nothing stands outside them, that letters can be read, and that each page says which it is.
func TestSheets(t *testing.T) {
	f := fonts.Like("")
	slide, paper := diagram.Point{X: 960, Y: 540}, []diagram.Point{{X: 595, Y: 842}, {X: 842, Y: 595}}
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		d.Title = "a run"
		if rapid.Bool().Draw(t, "frame") {
			n := len(d.Nodes) - 1
			d.Frames = []diagram.Frame{{Nodes: []int{0, n}, Max: diagram.Point{X: d.Width, Y: d.Height}}}
		}
		sizes := rapid.SampledFrom([][]diagram.Point{{slide}, paper}).Draw(t, "sizes")
		before := d.Copy()
		pages := OnSheet(d, f, sizes)
		on := make(map[string]int)
		for i, p := range pages {
			require.InDelta(t, 0, min(off(p, sizes[0]), off(p, sizes[len(sizes)-1])), 0.01)
			require.GreaterOrEqual(t, p.Scale*p.SmallestFont(), leastLetters-0.01)
			require.Equal(t, pages[0].Scale, p.Scale)
			if len(pages) > 1 {
				require.Equal(t, fmt.Sprintf("%d of %d · a run", i+1, len(pages)), p.Title)
			}
			here := make(map[string]bool)
			for _, n := range p.Nodes {
				require.False(t, here[n.ID], n.ID)
				here[n.ID] = true
				on[n.ID]++
				require.True(t, n.At.X >= n.W/2 && n.At.X <= p.Width-n.W/2, "%s at %v on %v", n.ID, n.At, p.Width)
				require.True(t, n.At.Y >= n.H/2 && n.At.Y <= p.Height-n.H/2, "%s at %v on %v", n.ID, n.At, p.Height)
			}
			for _, e := range p.Edges {
				require.Less(t, max(e.From, e.To), len(p.Nodes))
			}
		}
		for _, n := range before.Nodes {
			require.Equal(t, 1, on[n.ID], n.ID)
		}
	})
}

// off returns how far the shown size of a picture is from a size.
func off(d *diagram.Diagram, size diagram.Point) float64 {
	x, y := d.Width*d.Scale-size.X, d.Height*d.Scale-size.Y
	return x*x + y*y
}
