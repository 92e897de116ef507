// Package histogram draws the expressive range of a program: runs by two metrics as cells in shades,
// with the number of runs in each bin of both at the margins.
//
// Two series of runs are drawn over each other: each cell has a half for both.
package histogram

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Sizes, in points.
const (
	margin    = 12.0  // around the picture
	plotWide  = 520.0 // about the width of all cells
	plotHigh  = 360.0 // about the height of all cells
	leastCell = 14.0  // the least side of a cell
	mostWide  = 44.0  // the greatest width of a cell
	nameWide  = 120.0 // the greatest width of a cell for a name
	mostHigh  = 32.0  // the greatest height of a cell
	between   = 5.0   // between cells and words
	barSpace  = 56.0  // the length of the longest bar at a margin
	barGap    = 2.0   // between bars
	inset     = 1.0   // between a cell and its neighbour
	mostLabel = 150.0 // the greatest width of a label at the left
)

// Options say how a range is drawn.
type Options struct {
	Font *fonts.Font
	// Link returns where a click on a cell of a series leads, the first or the second; "" for nowhere. It may be nil.
	Link func(series int, c *expressive.Cell) string
}

// drawer draws a range.
type drawer struct {
	Options
	*diagram.Diagram
	r          *expressive.Range
	parts      []*expressive.Part
	wide, high float64       // the size of a cell
	at         diagram.Point // upper left corner of the cells
	levels     []int         // of shade
	most       int           // runs in the most frequent cell
}

// Diagram returns a picture of a range, all of it in its place. The range has at least one run.
func Diagram(r *expressive.Range, o Options) *diagram.Diagram {
	d := &drawer{Options: o, Diagram: new(diagram.Diagram), r: r, parts: r.Parts()}
	for _, p := range d.parts {
		for _, n := range p.Histogram.Counts() {
			d.most = max(d.most, n)
		}
	}
	d.levels = expressive.Levels(d.most, mostLevels)
	d.size()
	d.describe()
	d.ground()
	d.cells()
	d.margins()
	d.words()
	d.legend()
	d.Placed = true
	return d.Diagram
}

// size decides how large cells are, and where they begin.
func (d *drawer) size() {
	clamp := func(whole float64, bins int, most float64) float64 {
		return min(max(whole/float64(bins), leastCell), most)
	}
	wide := mostWide
	if !d.r.X.Numeric() {
		wide = nameWide
	}
	d.wide = clamp(plotWide, len(d.r.X.Bins), wide)
	d.high = clamp(plotHigh, len(d.r.Y.Bins), mostHigh)
	left := 0.0
	for _, b := range d.r.Y.Bins {
		left = max(left, d.width(b.Label))
	}
	line := diagram.EdgeFont * diagram.Leading
	d.at = diagram.Point{X: margin + min(left, mostLabel) + 2*between, Y: margin + barSpace + between + line}
}

// width returns the width of a label.
func (d *drawer) width(text string) float64 {
	w, _ := diagram.Size(d.Font, []string{visible.Picture(text)}, diagram.EdgeFont)
	return w
}

// corner returns the upper left corner of a cell. Greater values of y are above.
func (d *drawer) corner(x, y int) diagram.Point {
	return diagram.Point{X: d.at.X + float64(x)*d.wide, Y: d.at.Y + float64(len(d.r.Y.Bins)-1-y)*d.high}
}

// end returns the lower right corner of all cells.
func (d *drawer) end() diagram.Point {
	return d.corner(len(d.r.X.Bins), -1)
}

// describe sets the title and the description for readers who cannot see the picture.
func (d *drawer) describe() {
	var names, sizes []string
	for i, p := range d.parts {
		switch {
		case i == 0:
			names = append(names, p.Program)
		case p.Program != names[0]:
			names = append(names, p.Program)
		default: // from two starts
			names = []string{p.Program + " from " + d.parts[0].From, p.From}
		}
		sizes = append(sizes, fmt.Sprintf("%s of %s in %s", english.Count(p.Done, "run"), p.Program,
			english.Count(len(p.Cells), "cell")))
	}
	d.Title = visible.Picture(fmt.Sprintf("%s: %s and %s of %s", strings.Join(names, " and "), d.r.X.Metric,
		d.r.Y.Metric, english.Count(d.parts[0].Done, "run")))
	d.Desc = visible.Picture(fmt.Sprintf("Histogram of %s to the right and %s up: %s.", d.r.X.Metric, d.r.Y.Metric,
		strings.Join(sizes, "; ")))
}

// ground draws the border of the cells.
func (d *drawer) ground() {
	d.Frames = append(d.Frames, diagram.Frame{Look: diagram.Faint, Classes: []string{"plot"}, Min: d.at, Max: d.end()})
}

// mostLevels is the number of shades.
const mostLevels = 6

// shade returns how much of its colour a cell of a number of runs has.
func (d *drawer) shade(runs int) float64 {
	const least = 0.15
	level := expressive.Level(d.levels, runs) + mostLevels - len(d.levels)
	return least + (1-least)*float64(level)/(mostLevels-1)
}

// cells draws the cells that have runs.
func (d *drawer) cells() {
	half := d.wide / float64(len(d.parts))
	for side, p := range d.parts {
		for _, c := range p.Cells {
			at := d.corner(c.X, c.Y)
			n := diagram.Node{
				ID: fmt.Sprintf("c%d-%d-%d", side+1, c.X, c.Y), Shape: diagram.Bar, Look: diagram.Event, Hue: side + 1,
				Shade: d.shade(c.Runs), Classes: []string{"cell", fmt.Sprintf("series-%d", side+1)}, Tip: d.tip(p, &c),
				W: half - 2*inset, H: d.high - 2*inset,
				At: diagram.Point{X: at.X + (float64(side)+0.5)*half, Y: at.Y + d.high/2},
			}
			if d.Link != nil {
				n.URL = d.Link(side, &c)
			}
			d.Nodes = append(d.Nodes, n)
		}
	}
}

// tip describes the runs in a cell.
func (d *drawer) tip(p *expressive.Part, c *expressive.Cell) string {
	seeds := make([]string, len(c.Seeds))
	for i, s := range c.Seeds {
		seeds[i] = fmt.Sprint(s)
	}
	text := fmt.Sprintf("%s: %s, %s: %s\n%s of %d (%.1f %%)\nsuch as %s %s", d.r.X.Metric, d.r.X.Bins[c.X].Label,
		d.r.Y.Metric, d.r.Y.Bins[c.Y].Label, english.Count(c.Runs, "run"), p.Done,
		100*float64(c.Runs)/float64(p.Done), english.Noun(len(seeds), "seed"), strings.Join(seeds, ", "))
	if len(d.parts) > 1 {
		text = p.Program + " " + p.From + "\n" + text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = visible.Picture(line)
	}
	return strings.Join(lines, "\n")
}

// margins draws a bar for each bin of both axes: the bars of x above the cells, the bars of y at their right.
func (d *drawer) margins() {
	mostX, mostY := 1, 1
	for _, p := range d.parts {
		xs, ys := p.Histogram.Marginals()
		for _, n := range xs {
			mostX = max(mostX, n)
		}
		for _, n := range ys {
			mostY = max(mostY, n)
		}
	}
	sides := float64(len(d.parts))
	for side, p := range d.parts {
		xs, ys := p.Histogram.Marginals()
		for i, n := range xs {
			long, wide := barSpace*float64(n)/float64(mostX), (d.wide-2*barGap)/sides
			at := d.corner(i, len(d.r.Y.Bins)-1)
			d.bar(fmt.Sprintf("x%d-%d", side+1, i), side, n, d.r.X, i, wide, long,
				diagram.Point{X: at.X + barGap + (float64(side)+0.5)*wide, Y: at.Y - between - long/2})
		}
		for i, n := range ys {
			long, high := barSpace*float64(n)/float64(mostY), (d.high-2*barGap)/sides
			at := d.corner(len(d.r.X.Bins), i)
			d.bar(fmt.Sprintf("y%d-%d", side+1, i), side, n, d.r.Y, i, long, high,
				diagram.Point{X: at.X + between + long/2, Y: at.Y + barGap + (float64(side)+0.5)*high})
		}
	}
}

// bar draws a bar at a margin, if it has runs.
func (d *drawer) bar(id string, side, runs int, a *expressive.Axis, bin int, wide, high float64, at diagram.Point) {
	if runs == 0 {
		return
	}
	tip := visible.Picture(fmt.Sprintf("%s: %s", a.Metric, a.Bins[bin].Label)) + "\n" + english.Count(runs, "run")
	d.Nodes = append(d.Nodes, diagram.Node{ID: id, Shape: diagram.Bar, Look: diagram.Line, Hue: side + 1, Shade: 0.5,
		Classes: []string{"margin", fmt.Sprintf("series-%d", side+1)}, Tip: tip,
		W: wide, H: high, At: at})
}
