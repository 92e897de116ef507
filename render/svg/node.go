package svg

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// node writes a node, in a link if it has one. Pages keep the link for later: there,
// a click chooses.
func (w *writer) node(n *diagram.Node) {
	link := followed(n.URL)
	if link != "" && w.follows() {
		w.WriteString("<a")
		attribute(w.Buffer, "href", link)
		w.WriteByte('>')
	}
	w.WriteString("<g")
	attribute(w.Buffer, "id", n.ID)
	w.class("node "+lookOf(n), n.Classes)
	count(w.Buffer, "data-born", n.Born)
	count(w.Buffer, "data-gone", n.Gone)
	count(w.Buffer, "data-stands", n.Stands)
	if w.page {
		w.walk(n, link)
	}
	w.named(w.role(), nameOf(n), n.Tip)
	if card := n.Card(); card != nil {
		w.card(n, card)
	}
	w.outline(n.Head())
	class := ""
	if n.Shape == diagram.Plain {
		class = "halo" // the words stand on the ground, where lines may cross them
	}
	w.words(n.Words(), class)
	w.WriteString("</g>")
	if link != "" && w.follows() {
		w.WriteString("</a>")
	}
}

// card writes the second part of a node, which lies under its head.
func (w *writer) card(n, card *diagram.Node) {
	w.WriteString("<g")
	w.class("told "+lookOf(card), nil)
	w.WriteByte('>')
	w.outline(card)
	w.words(n.ToldWords(), "")
	w.WriteString("</g>")
}

// follows reports whether a click on a node leads to its page. In most pages it
// chooses the node.
func (w *writer) follows() bool { return !w.page || w.d.Follow }

// walk writes what a page needs to walk from a node to others.
func (w *writer) walk(n *diagram.Node, link string) {
	if link != "" {
		attribute(w.Buffer, "data-url", link)
	}
	if n.After != nil {
		attribute(w.Buffer, "data-after", strings.Join(n.After, " "))
	}
	if n.PartOf != "" {
		attribute(w.Buffer, "data-of", n.PartOf)
	}
}

// role returns the role of nodes: those of a page can be pressed.
func (w *writer) role() string {
	if w.page {
		return "button"
	}
	return symbol
}

// followed returns where a click may lead: to a page, and never to a script.
func followed(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	switch u.Scheme {
	case "", "http", "https", "file":
		return link
	}
	return ""
}

// nameOf returns what a node is called: its label, or the first line of all there
// is to know.
func nameOf(n *diagram.Node) string {
	if len(n.Text) > 0 {
		return strings.Join(n.Text, " ")
	}
	if first, _, _ := strings.Cut(n.Tip, "\n"); first != "" {
		return first
	}
	return n.ID
}

// class writes the classes of an element.
func (w *writer) class(own string, kinds []string) {
	w.WriteString(` class="`)
	w.WriteString(own)
	for _, kind := range kinds {
		w.WriteByte(' ')
		escape(w.Buffer, kind)
	}
	w.WriteByte('"')
}

// outline writes the shape of a node, twice for a double line.
func (w *writer) outline(n *diagram.Node) {
	if n.Shape == diagram.Plain {
		return
	}
	w.shape(n)
	const less = 4 * diagram.DoubleGap // on both sides, with the room between the lines
	if n.Double && min(n.W, n.H) > less {
		inner := *n
		inner.W, inner.H = n.W-less, n.H-less
		w.shape(&inner)
	}
}

func (w *writer) shape(n *diagram.Node) {
	switch n.Shape {
	case diagram.Oval:
		w.WriteString("<ellipse")
		w.centre(n)
		number(w.Buffer, "rx", n.W/2)
		number(w.Buffer, "ry", n.H/2)
	case diagram.Dot:
		w.WriteString("<circle")
		w.centre(n)
		number(w.Buffer, "r", n.W/2)
	default:
		half := diagram.Point{X: n.W / 2, Y: n.H / 2}
		w.rect(diagram.Point{X: n.At.X - half.X, Y: n.At.Y - half.Y}, n.W, n.H)
		number(w.Buffer, "rx", n.Radius())
	}
	if n.Shade > 0 {
		attribute(w.Buffer, "fill-opacity", strconv.FormatFloat(n.Shade, 'f', 2, 64))
	}
	if n.Thickness() != 1 {
		number(w.Buffer, "stroke-width", n.Thickness())
	}
	if n.Dashed {
		w.dashes(diagram.Dashed, n.Thickness())
	}
	w.WriteString("/>")
}

func (w *writer) centre(n *diagram.Node) {
	number(w.Buffer, "cx", n.At.X)
	number(w.Buffer, "cy", n.At.Y)
}

// rect begins a rectangle with a corner and a size.
func (w *writer) rect(corner diagram.Point, width, height float64) {
	w.WriteString("<rect")
	number(w.Buffer, "x", corner.X)
	number(w.Buffer, "y", corner.Y)
	number(w.Buffer, "width", width)
	number(w.Buffer, "height", height)
}
