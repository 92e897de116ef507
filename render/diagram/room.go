package diagram

import "math"

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

// lower moves the drawing down.
func (d *Diagram) lower(by float64) {
	for i := range d.Nodes {
		d.Nodes[i].At.Y += by
	}
	for i := range d.Edges {
		d.Edges[i].Move(Point{Y: by})
	}
	for i := range d.Frames {
		f := &d.Frames[i]
		f.Min.Y, f.Max.Y = f.Min.Y+by, f.Max.Y+by
	}
	for i := range d.Bands {
		b := &d.Bands[i]
		b.Min.Y, b.Max.Y, b.LabelAt.Y = b.Min.Y+by, b.Max.Y+by, b.LabelAt.Y+by
	}
}
