package diagram

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Above returns how high the title and the legend are above a drawing of some width.
func (d *Diagram) Above(f *fonts.Font, width float64) float64 {
	above := &Diagram{Title: d.Title, Legend: slices.Clone(d.Legend), Width: width}
	above.widen(f)
	return above.placeLegend(f)
}

// Copy returns a diagram that shares no places with this one.
func (d *Diagram) Copy() *Diagram {
	c := *d
	c.Nodes, c.Edges = slices.Clone(d.Nodes), slices.Clone(d.Edges)
	c.Frames, c.Bands, c.Legend = slices.Clone(d.Frames), slices.Clone(d.Bands), slices.Clone(d.Legend)
	for i := range c.Edges {
		c.Edges[i].Path = slices.Clone(c.Edges[i].Path)
	}
	return &c
}

// Move moves the drawing, but for what stands above it.
func (d *Diagram) Move(by Point) {
	for i := range d.Nodes {
		d.Nodes[i].At = d.Nodes[i].At.Plus(by)
	}
	for i := range d.Edges {
		d.Edges[i].Move(by)
	}
	for i := range d.Frames {
		f := &d.Frames[i]
		f.Min, f.Max = f.Min.Plus(by), f.Max.Plus(by)
	}
	for i := range d.Bands {
		b := &d.Bands[i]
		b.Min, b.Max, b.LabelAt = b.Min.Plus(by), b.Max.Plus(by), b.LabelAt.Plus(by)
	}
}

// top returns where the highest of the drawing is: what stands above it does not count.
func (d *Diagram) top() float64 {
	top := math.Inf(1)
	for i := range d.Nodes {
		n := &d.Nodes[i]
		top = min(top, n.At.Y-max(n.H, float64(len(n.Text))*n.Size()*Leading)/2-n.Thickness()/2)
	}
	for i := range d.Edges {
		e := &d.Edges[i]
		for _, p := range e.Path {
			top = min(top, p.Y)
		}
		if len(e.Text) > 0 {
			top = min(top, e.LabelAt.Y-float64(len(e.Text))*EdgeFont*Leading/2)
		}
	}
	for i := range d.Frames {
		top = min(top, d.Frames[i].Min.Y)
	}
	for i := range d.Bands {
		top = min(top, d.Bands[i].Min.Y)
	}
	return top
}

// Centre sets an arranged drawing into the middle of a wider picture, below what stands above it.
func (d *Diagram) Centre(width, height float64) {
	left, right := math.Inf(1), math.Inf(-1)
	for i := range d.Nodes {
		left, right = min(left, d.Nodes[i].At.X-d.Nodes[i].W/2), max(right, d.Nodes[i].At.X+d.Nodes[i].W/2)
	}
	for i := range d.Edges {
		for _, p := range d.Edges[i].Path {
			left, right = min(left, p.X), max(right, p.X)
		}
	}
	if left <= right && len(d.Bands) == 0 {
		d.Move(Point{X: max(0, (width-left-right)/2)})
	}
	d.Width, d.Height = width, height
}
