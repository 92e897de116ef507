package lanes

import (
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// name returns a character's name as a node of which the left border stands at a
// place.
func (c *canvas) name(who int, suffix string, at diagram.Point) diagram.Node {
	person := &c.Cast[who]
	text := c.cut(person.Name, nameFont)
	w, h := diagram.Size(c.font, []string{text}, nameFont)
	return diagram.Node{
		ID: "c" + strconv.Itoa(who+1) + suffix, Shape: diagram.Plain, Look: diagram.Text, Hue: person.Hue,
		Text: []string{text}, FontSize: nameFont, Classes: append([]string{"character"}, person.Classes...),
		Tip: tip(person.Tip, person.Name),
		At:  diagram.Point{X: at.X + w/2 + 2, Y: at.Y}, W: w + 4, H: h,
	}
}

func tip(tip, text string) string {
	if tip != "" {
		return tip
	}
	return text
}

// cut shortens a text that is too wide in a font of some size. Different texts stay different.
func (c *canvas) cut(text string, size float64) string {
	return c.labels.Line(text, func(text string) string { return c.fit(text, size) })
}

// fit cuts off the end of a text that is too wide.
func (c *canvas) fit(text string, size float64) string {
	width, end := 0.0, 0 // end is that of what leaves room for an ellipsis
	room := nameMax/size - c.font.Width("…")
	for i, r := range text {
		if width <= room {
			end = i
		}
		if width += c.font.Width(string(r)); width*size > nameMax {
			return strings.TrimSpace(text[:end]) + "…"
		}
	}
	return text
}

// mark returns the sign of a birth, a dot, or of a death, a bar across the line.
func (c *canvas) mark(who int, death bool, at diagram.Point) diagram.Node {
	person := &c.Cast[who]
	n := diagram.Node{
		ID: "c" + strconv.Itoa(who+1) + "-born", Shape: diagram.Dot, Look: diagram.Line, Hue: person.Hue,
		Classes: append([]string{"birth"}, person.Classes...), Tip: tip(person.Tip, person.Name), At: at, W: 6, H: 6,
	}
	if death {
		n.ID, n.Shape, n.W, n.H = "c"+strconv.Itoa(who+1)+"-died", diagram.Capsule, 3, 13
		n.Classes = append([]string{"death"}, person.Classes...)
	}
	return n
}
