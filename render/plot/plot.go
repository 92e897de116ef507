// Package plot writes placed diagrams as PNG and PDF, for where SVG cannot go.
//
// Both bring their own letters, those of the fonts that text is measured with, and
// set them one after the other from left to right: scripts that join or reorder
// letters, such as Arabic, are better served by SVG. [Missing] tells of letters that
// are not there at all.
//
// The same diagram gives the same bytes.
package plot

import (
	"context"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/themes"
)

// Options say how to plot a PNG. The zero value is right.
type Options struct {
	// Scale is how many pixels make a point; 0 is 2, which looks sharp on
	// screens of today, or 1 or a half where that would be too large.
	Scale float64
}

// A canvas is what a picture is drawn on. Lengths are those of the diagram, colours
// are `#rrggbb`. A path is begun by move and ended by paint.
type canvas interface {
	move(p diagram.Point)
	line(p diagram.Point)
	curve(a, b, p diagram.Point)
	closePath()
	paint(i ink)
	write(w diagram.Words, colour string)
	link(low, high diagram.Point, url string)
}

// An ink is how a path is painted. An empty colour leaves out what it is for.
type ink struct {
	fill, line string
	width      float64
	dashes     []float64
}

// plotter draws a diagram.
type plotter struct {
	canvas
	d *diagram.Diagram
	p *themes.Picture
	f *face
}

// patience is how many things are drawn between looks at the context.
const patience = 64

// draw draws the whole picture, back to front, in the order of the other writers.
func (p *plotter) draw(ctx context.Context) error {
	p.box(diagram.Point{}, diagram.Point{X: p.d.Width, Y: p.d.Height}, 0)
	p.paint(ink{fill: p.p.Background})
	p.write(p.d.Heading(p.f.font), p.p.Ink)
	for _, layer := range []struct {
		n   int
		one func(int)
	}{
		{len(p.d.Legend), func(i int) {
			e := &p.d.Legend[i]
			if n, g := e.Drawn(); n != nil {
				p.node(n)
			} else if g != nil {
				p.edge(g)
			}
			p.write(e.Words(), p.p.Ink)
		}},
		{len(p.d.Bands), func(i int) {
			b := &p.d.Bands[i]
			colour := b.Colour(p.p)
			p.box(b.Min, b.Max, 0)
			p.paint(ink{fill: mix(p.p.Background, colour, diagram.BandShade)})
			p.write(b.Words(), colour)
		}},
		{len(p.d.Frames), func(i int) {
			f := &p.d.Frames[i]
			colour := f.Colour(p.p)
			p.box(f.Min, f.Max, diagram.Corner)
			p.paint(ink{line: colour, width: 1})
			p.all(f.Words(), colour)
		}},
		{len(p.d.Edges), func(i int) { p.edge(&p.d.Edges[i]) }},
		{len(p.d.Nodes), func(i int) { p.node(&p.d.Nodes[i]) }},
	} {
		for i := range layer.n {
			if i%patience == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			layer.one(i)
		}
	}
	return ctx.Err()
}

// Missing returns how many labels of a diagram have letters that the theme's font
// does not have, and that pictures of this package show as U+FFFD: �.
func Missing(d *diagram.Diagram, t *themes.Theme) int {
	f := fonts.Like(t.Fonts.Picture)
	missing := 0
	for _, label := range labels(d) {
		if !f.Has(label) || strings.IndexFunc(label, isAstral) >= 0 {
			missing++
		}
	}
	return missing
}

// labels returns all text of a diagram, by label.
func labels(d *diagram.Diagram) []string {
	all := []string{d.Title}
	for i := range d.Nodes {
		all = append(all, strings.Join(slices.Concat(d.Nodes[i].Text, d.Nodes[i].Told), ""))
	}
	for i := range d.Edges {
		all = append(all, strings.Join(d.Edges[i].Text, ""))
	}
	for i := range d.Frames {
		all = append(all, strings.Join(d.Frames[i].Text, ""))
	}
	for i := range d.Bands {
		all = append(all, d.Bands[i].Text)
	}
	for i := range d.Legend {
		all = append(all, d.Legend[i].Text)
	}
	return all
}
