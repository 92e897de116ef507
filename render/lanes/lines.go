package lanes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// ends are the nodes where a character's line begins and ends, and the marks of
// birth and death; -1 for none.
type ends struct{ start, birth, death, end int }

// path returns the way of a character's line from one x to another.
type path func(who int, from, to float64) []diagram.Point

// follow draws a character's line from stop to stop: dotted where events mention a character that
// is not there yet, or no more.
func (c *canvas) follow(who int, e ends, way path) {
	l, at := &c.lives[who], e.start
	visit := func(to int, stroke diagram.Stroke) {
		if at >= 0 && to >= 0 {
			c.leg(who, at, to, stroke, way)
		}
		if to >= 0 {
			at = to
		}
	}
	for k, s := range l.stops {
		stroke := diagram.Solid
		if k < l.born || k > l.died {
			stroke = diagram.Dotted
		}
		if k == l.born && l.birth {
			visit(e.birth, diagram.Dotted)
		}
		part, _ := slices.BinarySearch(c.who[s.Node], who)
		visit(c.eventNodes[s.Node][part], stroke)
		if k == l.died && l.death {
			visit(e.death, diagram.Solid)
		}
	}
	visit(e.end, diagram.Solid)
}

func (c *canvas) leg(who, from, to int, stroke diagram.Stroke, way path) {
	a, b, person := &c.nodes[from], &c.nodes[to], &c.Cast[who]
	if stroke == diagram.Solid && c.Hues > 0 && (person.Hue-1)/c.Hues%2 == 1 {
		stroke = diagram.Dashed
	}
	c.lines = append(c.lines, diagram.Edge{
		From: from, To: to, Look: diagram.Line, Hue: person.Hue, Stroke: stroke, Head: diagram.NoHead, Width: thread,
		Classes: append([]string{"thread"}, person.Classes...), Tip: person.Name,
		Path: way(who, a.At.X+a.W/2, b.At.X-b.W/2),
	})
}
