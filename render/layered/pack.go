package layered

import (
	"cmp"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// partGap is between parts, in points.
const partGap = 28.0

// proportion is about how many times as wide as high a picture of many parts gets.
const proportion = 1.6

// pack puts parts side by side without overlap: the highest first, each as high up as it
// fits below those there are (the skyline of bin packing). They keep to a width that follows from
// their area, or that of the widest.
func pack(parts []*part, t turn) {
	area, widest := 0.0, 0.0
	for _, p := range parts {
		area += (p.w + partGap) * (p.h + partGap)
		widest = max(widest, p.w+partGap)
	}
	wide, _ := t.size(proportion, 1/proportion)
	byHeight := slices.Clone(parts)
	slices.SortStableFunc(byHeight, func(a, b *part) int { return cmp.Compare(b.h, a.h) })
	s := skyline{{0, max(widest, math.Sqrt(area*wide)), 0}}
	for _, p := range byHeight {
		p.at = s.add(p.w+partGap, p.h+partGap)
	}
}

// skyline is the lower edge of the packed boxes, from left to right without gaps.
type skyline []step

type step struct{ left, right, y float64 }

// add finds the highest place for a box, the left one of several, and takes it.
func (s *skyline) add(w, h float64) diagram.Point {
	best, at := math.Inf(1), 0.0
	for i := range *s {
		if y, ok := s.fits(i, w); ok && y < best {
			best, at = y, (*s)[i].left
		}
	}
	s.raise(at, at+w, best+h)
	return diagram.Point{X: at, Y: best}
}

// fits returns the highest position for a box with its left side at a step.
func (s *skyline) fits(i int, w float64) (y float64, ok bool) {
	right := (*s)[i].left + w
	if right > (*s)[len(*s)-1].right+1e-6 {
		return 0, false
	}
	for _, t := range (*s)[i:] {
		if t.left >= right {
			break
		}
		y = max(y, t.y)
	}
	return y, true
}

// raise lays a step over those there are, and joins equal neighbours.
func (s *skyline) raise(left, right, y float64) {
	var next skyline
	put := func(t step) {
		if t.right-t.left < 1e-9 {
			return
		}
		if n := len(next); n > 0 && next[n-1].y == t.y {
			next[n-1].right = t.right
			return
		}
		next = append(next, t)
	}
	raised := false
	for _, t := range *s {
		put(step{t.left, min(t.right, left), t.y})
		if !raised && t.right > left {
			put(step{left, right, y})
			raised = true
		}
		put(step{max(t.left, right), t.right, t.y})
	}
	*s = next
}
