package histogram

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/causal/metric"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/stretchr/testify/require"
)

// rangeOf returns the range of some runs of a small program, or of two such series.
func rangeOf(t *testing.T, x, y string, series int) *expressive.Range {
	prog, errs := lang.Load("coin.cep", []byte("coin : pred. face : pred. lost : pred. "+
		"flip : coin -o face. toss : face -o coin. lose : coin -o lost. #trace 30 main { coin, coin }."))
	require.Empty(t, errs)
	var samples []expressive.Sample
	for i := range series {
		m := metric.NewMeter(prog)
		for _, text := range []string{x, y} {
			_, err := m.Parse(text)
			require.NoError(t, err)
		}
		made, err := sweep.Run(context.Background(), prog, prog.Traces[0],
			m.Options(sweep.Options{Runs: 80, Seed: uint64(1 + 80*i)}))
		require.NoError(t, err)
		m.Measure(made.Rows)
		all := expressive.NewTotal(total.Subject{Program: fmt.Sprintf("coin%d", i), Stage: "main", Metrics: m.Metrics(),
			Bins: 12})
		for _, row := range made.Rows {
			all.Add(row)
		}
		samples = append(samples, expressive.Sample{Total: all, Rows: made.Rows.All()})
	}
	if series == 1 {
		return expressive.New(samples[0])
	}
	r, err := expressive.Compare(samples[0], samples[1])
	require.NoError(t, err)
	return r
}

// place is a link that says where its cell is.
func place(series int, c *expressive.Cell) string { return fmt.Sprint(series, c.X, c.Y) }

// Each cell with runs has a part of the picture in its place, within the plot and apart from all others;
// the bars at the margins are as long as they have runs.
func TestCellsAreInTheirPlaces(t *testing.T) {
	for _, axes := range [][2]string{{"steps", "entropy"}, {"ending", "steps"}, {"fired flip", "ending"}} {
		for _, series := range []int{1, 2} {
			r := rangeOf(t, axes[0], axes[1], series)
			d := Diagram(r, Options{Font: fonts.Like("DejaVu Sans"), Link: place})
			require.True(t, d.Placed)
			plot, ids := d.Frames[0], make(map[string]*diagram.Node)
			var cells []*diagram.Node
			for i := range d.Nodes {
				n := &d.Nodes[i]
				require.NotContains(t, ids, n.ID)
				ids[n.ID] = n
				low, high := corners(n)
				require.True(t, low.X >= 0 && low.Y >= 0 && high.X <= d.Width && high.Y <= d.Height, n.ID)
				if strings.HasPrefix(n.ID, "c") && n.Shape == diagram.Bar {
					require.True(t, low.X >= plot.Min.X && high.X <= plot.Max.X && low.Y >= plot.Min.Y && high.Y <= plot.Max.Y)
					for _, o := range cells {
						l, h := corners(o)
						require.True(t, low.X >= h.X || high.X <= l.X || low.Y >= h.Y || high.Y <= l.Y, "%s and %s", n.ID, o.ID)
					}
					cells = append(cells, n)
				}
			}
			all := 0
			for side, p := range r.Parts() {
				for _, c := range p.Cells {
					n := ids[fmt.Sprintf("c%d-%d-%d", side+1, c.X, c.Y)]
					require.Contains(t, n.Tip, fmt.Sprintf("%d run", c.Runs))
					require.Equal(t, place(side, &c), n.URL)
					all++
				}
				checkMargins(t, ids, side, p)
			}
			require.Len(t, cells, all)
		}
	}
}

// checkMargins checks that bars are in proportion to their runs.
func checkMargins(t *testing.T, ids map[string]*diagram.Node, side int, p *expressive.Part) {
	xs, ys := p.Histogram.Marginals()
	perRun := 0.0
	for i, runs := range xs {
		n := ids[fmt.Sprintf("x%d-%d", side+1, i)]
		require.Equal(t, runs > 0, n != nil)
		if n != nil && perRun == 0 {
			perRun = n.H / float64(runs)
		}
		if n != nil {
			require.InDelta(t, perRun, n.H/float64(runs), 1e-9)
		}
	}
	for i, runs := range ys {
		require.Equal(t, runs > 0, ids[fmt.Sprintf("y%d-%d", side+1, i)] != nil)
	}
}

func corners(n *diagram.Node) (low, high diagram.Point) {
	return diagram.Point{X: n.At.X - n.W/2, Y: n.At.Y - n.H/2}, diagram.Point{X: n.At.X + n.W/2, Y: n.At.Y + n.H/2}
}

// More runs are never lighter, and the legend tells all shades.
func TestShades(t *testing.T) {
	r := rangeOf(t, "steps", "entropy", 1)
	d := &drawer{r: r, parts: r.Parts(), most: 50, levels: expressive.Levels(50, mostLevels)}
	for runs := 2; runs <= 50; runs++ {
		require.GreaterOrEqual(t, d.shade(runs), d.shade(runs-1))
	}
	require.InDelta(t, 1, d.shade(50), 1e-9)
	require.Greater(t, d.shade(1), 0.0)
	whole := Diagram(r, Options{Font: fonts.Like("DejaVu Sans")})
	shades := make(map[float64]bool)
	for _, e := range whole.Legend {
		shades[e.Node.Shade] = true
	}
	for _, n := range whole.Nodes {
		if strings.HasPrefix(n.ID, "c1-") {
			require.Contains(t, shades, n.Shade)
			require.Empty(t, n.URL)
		}
	}
}
