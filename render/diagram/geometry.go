package diagram

import (
	"math"
	"slices"
)

// What writers have to agree on, so that all of them draw the same picture.

// Sizes of shapes, in points.
const (
	Corner    = 4.0  // the radius of the corners of a box, see [Node.Radius]
	DoubleGap = 2.0  // between the lines of a double outline
	BandFont  = 10.0 // the size of the text of bands
	headLong  = 7.0  // the length of a head, on a line as wide as a point
	headWide  = 6.0
)

// Radius returns the radius of the corners of a box or capsule, in points.
func (n *Node) Radius() float64 {
	half := min(n.W, n.H) / 2
	switch n.Shape {
	case Capsule:
		return half
	case Bar:
		return 0
	}
	return min(Corner, half)
}

// Thickness returns the width of the outline, in points; 0 where there is none.
func (n *Node) Thickness() float64 {
	switch {
	case n.Shape == Plain:
		return 0
	case n.Bold:
		return 2
	}
	return 1
}

// Thickness returns the width of the line, in points.
func (e *Edge) Thickness() float64 {
	if e.Width == 0 {
		return 1
	}
	return e.Width
}

// Dashes returns the lengths of dashes and gaps in turn, in points, for a line of
// some width; nil where it is not broken.
func (s Stroke) Dashes(width float64) []float64 {
	grow := math.Sqrt(max(width, 1))
	switch s {
	case Dashed:
		return []float64{4 * grow, 3 * grow}
	case Dotted:
		return []float64{1 * grow, 2.5 * grow}
	}
	return nil
}

// Closed reports whether the outline of the head leads back to its start: it is
// filled with the edge's colour for [Arrow], with the background for [Hollow].
func (h Head) Closed() bool { return h == Arrow || h == Hollow }

// Line returns the path up to where its head begins: to the base of a closed head,
// to the tip for others; and so at its start, if it has both. It is a chain of Bézier
// curves like Path, and nil where that is no chain.
func (e *Edge) Line() []Point {
	if !e.isPath() {
		return nil
	}
	if !e.Head.Closed() {
		return e.Path
	}
	line := cutEnd(e.Path, e.headSize())
	if e.Both {
		line = backwards(cutEnd(backwards(line), e.reversed().headSize()))
	}
	return line
}

// Heads returns the outlines of the heads of the edge, each as [Edge.Outline] has it.
func (e *Edge) Heads() [][]Point {
	ends := []*Edge{e}
	if e.Both {
		ends = append(ends, e.reversed())
	}
	var heads [][]Point
	for _, end := range ends {
		if head := end.Outline(); head != nil {
			heads = append(heads, head)
		}
	}
	return heads
}

// reversed returns the edge as it is seen from its other end.
func (e *Edge) reversed() *Edge {
	back := *e
	back.Path = backwards(e.Path)
	return &back
}

// backwards returns a path from its end to its start.
func backwards(path []Point) []Point {
	back := slices.Clone(path)
	slices.Reverse(back)
	return back
}

// Outline returns the corners of the head in their order, the second of three the tip,
// as a polygon if it is [Head.Closed], else as an open line. It is nil where there is no head.
func (e *Edge) Outline() []Point {
	if e.Head == NoHead || !e.isPath() {
		return nil
	}
	size := e.headSize()
	line := cutEnd(e.Path, size)
	base, tip := line[len(line)-1], e.Path[len(e.Path)-1]
	along := tip.Minus(base)
	if along.length() == 0 {
		return nil
	}
	across := Point{-along.Y, along.X}.Times(size * headWide / headLong / 2 / along.length())
	if e.Head == Tee {
		// Nodes are drawn over edges: a bar at the very tip would be half hidden.
		bar := tip.Minus(along.Times((1 + e.Thickness()/2) / along.length()))
		return []Point{bar.Plus(across), bar.Minus(across)}
	}
	return []Point{base.Plus(across), tip, base.Minus(across)}
}

// headSize returns the length of the head. It grows with the line, more slowly, and is
// never most of a short edge.
func (e *Edge) headSize() float64 {
	size, share := headLong*(0.6+0.4*e.Thickness()), 0.6
	if e.Both {
		share = 0.3
	}
	return min(size, share*reach(e.Path, e.Path[len(e.Path)-1]))
}

func (e *Edge) isPath() bool { return len(e.Path) >= 4 && len(e.Path)%3 == 1 }

// reach returns how far a path comes from a point, by the starts and the middles of
// its curves.
func reach(path []Point, end Point) float64 {
	far := 0.0
	for i := 0; i+3 < len(path); i += 3 {
		far = max(far, path[i].Minus(end).length(), curveAt(path[i:], 0.5).Minus(end).length())
	}
	return far
}

// cutEnd returns a path without the part within some distance of its end.
func cutEnd(path []Point, distance float64) []Point {
	end := path[len(path)-1]
	n := len(path) - 4
	for n > 0 && reach(path[n:n+4], end) <= distance {
		n -= 3
	}
	low, high := 0.0, 1.0 // of the curve; there it is farther than the distance, here nearer
	for range 24 {
		if half := (low + high) / 2; curveAt(path[n:], half).Minus(end).length() > distance {
			low = half
		} else {
			high = half
		}
	}
	return append(path[:n:n], firstPart(path[n:], low)...)
}

// curveAt returns a point of the first curve of a path, from 0 at its start to 1.
func curveAt(path []Point, t float64) Point {
	a, b, c := between(path[0], path[1], t), between(path[1], path[2], t), between(path[2], path[3], t)
	return between(between(a, b, t), between(b, c, t), t)
}

// firstPart cuts the first curve of a path at t, after de Casteljau.
func firstPart(path []Point, t float64) []Point {
	a, b, c := between(path[0], path[1], t), between(path[1], path[2], t), between(path[2], path[3], t)
	ab, bc := between(a, b, t), between(b, c, t)
	return []Point{path[0], a, ab, between(ab, bc, t)}
}

func between(a, b Point, t float64) Point { return a.Plus(b.Minus(a).Times(t)) }

func (p Point) Plus(q Point) Point    { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) Minus(q Point) Point   { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) Times(f float64) Point { return Point{p.X * f, p.Y * f} }
func (p Point) length() float64       { return math.Hypot(p.X, p.Y) }
