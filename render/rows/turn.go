package rows

import "github.com/ceptre-graph/ceptre/render/diagram"

// turn mirrors a drawing so that what led down leads to the right, and the other way round.
func turn(d *diagram.Diagram) {
	d.Width, d.Height = d.Height, d.Width
	for i := range d.Nodes {
		n := &d.Nodes[i]
		n.W, n.H = n.H, n.W
		swap(&n.At)
	}
	for i := range d.Edges {
		e := &d.Edges[i]
		swap(&e.LabelAt)
		for k := range e.Path {
			swap(&e.Path[k])
		}
	}
	for i := range d.Frames {
		swap(&d.Frames[i].Min)
		swap(&d.Frames[i].Max)
	}
	for i := range d.Bands {
		b := &d.Bands[i]
		swap(&b.Min)
		swap(&b.Max)
		swap(&b.LabelAt)
	}
}

func swap(p *diagram.Point) { p.X, p.Y = p.Y, p.X }
