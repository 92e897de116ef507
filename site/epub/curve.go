package epub

import (
	"math"
	"regexp"
	"strconv"

	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/site/dom"
)

// A span is the horizontal extent of an element in a picture.
type span struct{ from, to float64 }

func (s span) holds(x float64) bool  { return s.from <= x && x <= s.to }
func (s span) middle() float64       { return (s.from + s.to) / 2 }
func (s span) touches(o span) bool   { return s.from <= o.to && o.from <= s.to }
func (s *span) add(from, to float64) { s.from, s.to = min(s.from, from), max(s.to, to) }

// letter is about how wide a letter is, in heights of the font.
const letter = 0.58

// spanOf returns the width that an element takes, with all that is in it: those elements
// that a map is drawn with. Without any of them it is nowhere.
func spanOf(n *html.Node) span {
	s := span{math.Inf(1), math.Inf(-1)}
	for e := range dom.Elements(n) {
		switch e.Data {
		case "rect":
			s.add(number(e, "x"), number(e, "x")+number(e, "width"))
		case "circle":
			s.add(number(e, "cx")-number(e, "r"), number(e, "cx")+number(e, "r"))
		case "text": // in the middle
			half := letter / 2 * number(e, "font-size") * float64(len([]rune(dom.Text(e))))
			s.add(number(e, "x")-half, number(e, "x")+half)
		case "path":
			for _, c := range curves(e) {
				for _, p := range c {
					s.add(p.x, p.x)
				}
			}
		}
	}
	return s
}

// number returns the value of an attribute, or 0 if that is not a number.
func number(e *html.Node, name string) float64 {
	text, _ := dom.Attr(e, name)
	value, _ := strconv.ParseFloat(text, 64)
	return value
}

type point struct{ x, y float64 }

// steps finds the parts of a path, which are lines and Bézier curves to points that are
// written with spaces between.
var steps = regexp.MustCompile(`([MLC])([-\d. ]+)`)

var numbers = regexp.MustCompile(`-?[\d.]+`)

// curves returns the parts of a path, each with where it starts: two points are a line,
// four a cubic curve.
func curves(path *html.Node) [][]point {
	d, _ := dom.Attr(path, "d")
	var found [][]point
	var at point
	for _, step := range steps.FindAllStringSubmatch(d, -1) {
		way := []point{at}
		values := numbers.FindAllString(step[2], -1)
		for i := 0; i+1 < len(values); i += 2 {
			x, _ := strconv.ParseFloat(values[i], 64)
			y, _ := strconv.ParseFloat(values[i+1], 64)
			way = append(way, point{x, y})
		}
		at = way[len(way)-1]
		if step[1] != "M" {
			found = append(found, way)
		}
	}
	return found
}

// height returns where a curve is at x, and whether it gets there. It goes to the right
// all the way, as the lines of a map do, so the place is found by halving.
func height(c []point, x float64) (float64, bool) {
	if last := c[len(c)-1]; x < c[0].x || x > last.x {
		return 0, false
	}
	from, to := 0.0, 1.0
	for range 20 {
		if half := (from + to) / 2; bezier(c, half).x < x {
			from = half
		} else {
			to = half
		}
	}
	return bezier(c, to).y, true
}

// bezier returns a point of a curve, by the method of de Casteljau.
func bezier(c []point, t float64) point {
	if len(c) == 1 {
		return c[0]
	}
	a, b := bezier(c[:len(c)-1], t), bezier(c[1:], t)
	return point{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)}
}
