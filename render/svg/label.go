package svg

import "github.com/ceptre-graph/ceptre/render/diagram"

// words writes lines of text as one: of one element that has spans where there are
// several.
func (w *writer) words(lines []diagram.Words, class string) {
	if len(lines) == 0 {
		return
	}
	w.WriteString("<text")
	if !lines[0].Centered && class == "" {
		class = "beside"
	}
	if class != "" {
		attribute(w.Buffer, "class", class)
	}
	if lines[0].Size != diagram.NodeFont {
		number(w.Buffer, "font-size", lines[0].Size)
	}
	if len(lines) == 1 {
		w.line(lines[0])
	} else {
		w.WriteByte('>')
		for _, l := range lines {
			w.WriteString("<tspan")
			w.line(l)
			w.WriteString("</tspan>")
		}
	}
	w.WriteString("</text>")
}

// line writes the rest of the start of an element, and a line of text. If the font lacks some of
// its letters, browsers substitute letters of unknown width: textLength makes them keep to the
// measured width.
func (w *writer) line(l diagram.Words) {
	number(w.Buffer, "x", l.At.X)
	number(w.Buffer, "y", l.At.Y)
	if !ascii(l.Text) && !w.font.Has(l.Text) {
		number(w.Buffer, "textLength", w.font.Width(l.Text)*l.Size)
		w.WriteString(` lengthAdjust="spacingAndGlyphs"`)
	}
	w.WriteByte('>')
	escape(w.Buffer, l.Text)
}
