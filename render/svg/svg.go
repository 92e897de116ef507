// Package svg writes placed diagrams as pictures and pages for people.
//
// A picture is self-contained: its text is text, items that can be pointed at have names and kinds
// for screen readers and stylesheets, and its colours follow the reader's preference for light or
// dark, and the paper. A page is a picture with the means to walk through it; it needs no other
// files and sends no requests.
package svg

import (
	"bytes"
	"cmp"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/themes"
)

// Write returns a placed diagram as a file in SVG. One of its units is a point, and
// a pixel of CSS where it is shown in its own size.
func Write(d *diagram.Diagram, t *themes.Theme) []byte {
	var b bytes.Buffer
	newWriter(&b, d, t).picture()
	return b.Bytes()
}

// writer writes a diagram.
type writer struct {
	*bytes.Buffer
	d    *diagram.Diagram
	t    *themes.Theme
	font *fonts.Font // that the text was measured with
	page bool        // for a page: nodes are chosen, not followed
}

func newWriter(b *bytes.Buffer, d *diagram.Diagram, t *themes.Theme) *writer {
	b.Grow(400 * (len(d.Nodes) + 4))
	return &writer{Buffer: b, d: d, t: t, font: fonts.Like(t.Fonts.Picture)}
}

// picture writes the whole picture, back to front.
func (w *writer) picture() {
	w.open()
	w.WriteString("<style>")
	w.Write(style(w.d, w.t))
	w.WriteString("</style>\n")
	w.WriteString(`<rect class="ground" width="100%" height="100%"/>` + "\n")
	if w.d.Title != "" { // above the drawing, where [diagram.Diagram.Arrange] makes the room
		w.words([]diagram.Words{w.d.Heading(w.font)}, "title")
		w.WriteByte('\n')
	}
	w.group("legend", len(w.d.Legend), func(i int) { w.entry(&w.d.Legend[i]) })
	w.group("bands", len(w.d.Bands), func(i int) { w.band(&w.d.Bands[i]) })
	w.group("frames", len(w.d.Frames), func(i int) { w.frame(&w.d.Frames[i]) })
	w.group("edges", len(w.d.Edges), func(i int) { w.edge(&w.d.Edges[i]) })
	w.group("nodes", len(w.d.Nodes), func(i int) { w.node(&w.d.Nodes[i]) })
	w.WriteString("</svg>\n")
}

// open begins the picture, with its name and what there is to see.
func (w *writer) open() {
	width, height := max(w.d.Width, 1), max(w.d.Height, 1)
	w.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" class="diagram" viewBox="0 0 `)
	decimal(w.Buffer, width)
	w.WriteByte(' ')
	decimal(w.Buffer, height)
	w.WriteByte('"')
	w.length("width", width)
	w.length("height", height)
	w.WriteString(` role="graphics-document document" aria-roledescription="diagram" aria-describedby="picture-desc"`)
	if w.page {
		// The name of a page is no element, which pointers would show wherever nothing else is.
		attribute(w.Buffer, "aria-label", w.d.Title)
		w.WriteString(">\n")
	} else {
		w.WriteString(` aria-labelledby="picture-title">` + "\n" + `<title id="picture-title">`)
		escape(w.Buffer, w.d.Title)
		w.WriteString("</title>\n")
	}
	w.WriteString(`<desc id="picture-desc">`)
	escape(w.Buffer, w.d.Desc)
	w.WriteString("</desc>\n")
}

// length writes an attribute that is a length of the whole picture: on a page of a size in points,
// as this is printed, else in units.
func (w *writer) length(name string, value float64) {
	number(w.Buffer, name, value*cmp.Or(w.d.Scale, 1))
	if w.d.Scale > 0 {
		w.Truncate(w.Len() - 1)
		w.WriteString(`pt"`)
	}
}

// group writes things of a kind, a line each.
func (w *writer) group(class string, n int, one func(int)) {
	if n == 0 {
		return
	}
	w.WriteString(`<g class="` + class + `">` + "\n")
	for i := range n {
		one(i)
		w.WriteByte('\n')
	}
	w.WriteString("</g>\n")
}

// symbol is the role of drawn items, in the WAI-ARIA Graphics Module.
const symbol = "graphics-symbol"

// named writes the rest of the start of a group that may be pointed at: its role, its name for
// screen readers, and the details, which a pointer shows.
func (w *writer) named(role, name, tip string) {
	if name == "" && tip == "" {
		w.WriteByte('>')
		return
	}
	attribute(w.Buffer, "role", role)
	if tip == "" {
		tip = name
	}
	if name != "" && name != tip {
		attribute(w.Buffer, "aria-label", name)
	}
	w.WriteString("><title>")
	escape(w.Buffer, tip)
	w.WriteString("</title>")
}
