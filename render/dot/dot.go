// Package dot writes diagrams in the language of Graphviz, for Graphviz and tools like
// it.
//
// A diagram that has places keeps them: `neato -n2`, or the engine nop2, draws it as
// it is, other engines lay it out anew.
package dot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/digraph"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/themes"
)

// writer writes one diagram.
type writer struct {
	*digraph.Graph
	*diagram.Diagram
	theme *themes.Theme
	look  *themes.Picture
}

// Write returns the diagram in DOT, in UTF-8. Nodes have their ids for names.
func Write(d *diagram.Diagram, t *themes.Theme) []byte {
	w := &writer{Graph: digraph.New(""), Diagram: d, theme: t, look: &t.Light.Picture}
	w.defaults()
	for i := range d.Nodes {
		w.node(&d.Nodes[i])
	}
	for i := range d.Frames {
		w.frame(i, &d.Frames[i])
	}
	w.bands()
	for i := range d.Edges {
		w.edge(&d.Edges[i])
	}
	w.order()
	w.legend()
	return w.Bytes()
}

// defaults writes what holds for all nodes and all edges.
func (w *writer) defaults() {
	family, _, _ := strings.Cut(w.theme.Fonts.Picture, ",") // of a list Graphviz would know no widths
	font := text("fontname", strings.Trim(strings.TrimSpace(family), `"'`))
	direction := "TB"
	if w.Flow == diagram.Right {
		direction = "LR"
	}
	w.Attributes(font, text("label", w.Title), text("labelloc", "t"), fontSize(diagram.TitleFont),
		text("fontcolor", w.look.Ink), text("bgcolor", w.look.Background), text("pad", "0.3"), text("nodesep", "0.2"),
		text("ranksep", "0.4"), text("rankdir", direction), text("outputorder", "edgesfirst"))
	w.NodeDefaults(font, fontSize(diagram.NodeFont), text("margin", "0.05,0.02"))
	w.EdgeDefaults(font, fontSize(diagram.EdgeFont), text("fontcolor", w.look.Ink), text("arrowsize", "0.7"))
}

func (w *writer) node(n *diagram.Node) {
	as := w.nodeLooks(n)
	as = append(as, text("label", strings.Join(slices.Concat(n.Text, n.Told), "\n")), inches("width", n.W),
		inches("height", n.H))
	if n.FontSize != 0 {
		as = append(as, fontSize(n.FontSize))
	}
	as = append(as, text("id", n.ID), text("class", strings.Join(n.Classes, " ")), tooltip(n.Tip))
	if n.URL != "" {
		as = append(as, text("URL", n.URL))
	}
	if w.Placed {
		as = append(as, text("pos", w.place(n.At)))
	}
	w.Node(digraph.LongText(n.ID), as...)
}

// nodeLooks are the attributes of outline and colour.
func (w *writer) nodeLooks(n *diagram.Node) []digraph.Attr {
	colours := n.Colours(w.look)
	shapes := map[diagram.Shape]string{
		diagram.Box: "box", diagram.Capsule: "box", diagram.Bar: "box", diagram.Oval: "oval", diagram.Plain: "plaintext",
		diagram.Dot: "circle",
	}
	style := "filled"
	switch {
	case n.Shape == diagram.Plain:
		style = ""
	case n.Shape == diagram.Box || n.Shape == diagram.Capsule:
		style += ",rounded"
	}
	if n.Dashed {
		style += ",dashed"
	}
	if n.Bold {
		style += ",bold"
	}
	as := []digraph.Attr{text("shape", shapes[n.Shape]), text("style", style), text("fillcolor", colours.Fill),
		text("color", colours.Border), text("fontcolor", colours.Ink)}
	if n.Double {
		as = append(as, text("peripheries", "2"))
	}
	return as
}

func (w *writer) edge(e *diagram.Edge) {
	as := w.edgeLooks(e)
	as = append(as, text("weight", strconv.Itoa(e.Pull)))
	if e.Loose {
		as = append(as, text("constraint", "false"))
	}
	if len(e.Text) > 0 {
		as = append(as, text("label", strings.Join(e.Text, "\n")))
	}
	as = append(as, text("class", strings.Join(e.Classes, " ")), tooltip(e.Tip))
	if w.Placed && len(e.Path) > 0 {
		as = append(as, w.way(e)...)
	}
	w.Edge(digraph.LongText(w.Nodes[e.From].ID), digraph.LongText(w.Nodes[e.To].ID), as...)
}

// order writes the order that is not drawn, for engines that lay the diagram out.
func (w *writer) order() {
	for _, pair := range w.Before {
		w.Edge(digraph.LongText(w.Nodes[pair[0]].ID), digraph.LongText(w.Nodes[pair[1]].ID), text("style", "invis"),
			text("weight", "0"))
	}
}

// way is where an edge runs, its tips apart from its line, and where its label stands.
func (w *writer) way(e *diagram.Edge) []digraph.Attr {
	tip, path := "", e.Path
	if e.Both {
		tip = "s," + w.place(path[0]) + " "
	}
	if e.Head != diagram.NoHead {
		tip += "e," + w.place(path[len(path)-1]) + " "
	}
	places := make([]string, len(path))
	for i, p := range path {
		places[i] = w.place(p)
	}
	as := []digraph.Attr{text("pos", tip+strings.Join(places, " "))}
	if len(e.Text) > 0 {
		as = append(as, text("lp", w.place(e.LabelAt)))
	}
	return as
}

// edgeLooks are the attributes of line, colour and head.
func (w *writer) edgeLooks(e *diagram.Edge) []digraph.Attr {
	heads := map[diagram.Head]string{
		diagram.Arrow: "normal", diagram.Vee: "vee", diagram.Hollow: "onormal", diagram.Tee: "tee", diagram.NoHead: "none",
	}
	as := []digraph.Attr{text("color", e.Colour(w.look)), text("arrowhead", heads[e.Head])}
	if e.Both {
		as = append(as, text("dir", "both"), text("arrowtail", heads[e.Head]))
	}
	switch e.Stroke {
	case diagram.Dashed:
		as = append(as, text("style", "dashed"))
	case diagram.Dotted:
		as = append(as, text("style", "dotted"))
	}
	if e.Width != 0 {
		as = append(as, text("penwidth", number(e.Width)))
	}
	return as
}

// frame writes a frame, which Graphviz knows by the start of its name.
func (w *writer) frame(i int, f *diagram.Frame) {
	w.Subgraph(digraph.Text("cluster" + strconv.Itoa(i+1)))
	as := []digraph.Attr{text("label", strings.Join(f.Text, "\n")), text("style", "rounded"),
		text("color", f.Colour(w.look)), text("margin", "12"), text("class", strings.Join(f.Classes, " ")), tooltip(f.Tip)}
	if w.Placed {
		low, high := diagram.Point{X: f.Min.X, Y: f.Max.Y}, diagram.Point{X: f.Max.X, Y: f.Min.Y}
		as = append(as, text("bb", w.place(low)+","+w.place(high)))
	}
	w.Attributes(as...)
	for _, n := range f.Nodes {
		w.Node(digraph.LongText(w.Nodes[n].ID))
	}
	w.End()
}

// bands writes the names of bands: Graphviz has no bands.
func (w *writer) bands() {
	for i, b := range w.Bands {
		if b.Text == "" {
			continue
		}
		colour := (&diagram.Edge{Hue: b.Hue, Look: b.Look}).Colour(w.look)
		as := []digraph.Attr{text("shape", "plaintext"), text("label", b.Text), text("fontcolor", colour),
			text("class", strings.Join(b.Classes, " "))}
		if w.Placed {
			as = append(as, text("pos", w.place(b.LabelAt)))
		}
		w.Node(digraph.Text(fmt.Sprintf("band%d", i+1)), as...)
	}
}

// legend writes a cluster of samples: a node with its looks, or an edge with its own
// between two points.
func (w *writer) legend() {
	if len(w.Legend) == 0 || w.Placed {
		return
	}
	w.Subgraph(digraph.Text("cluster_legend"))
	w.Attributes(text("label", ""), text("color", w.look.Faint), text("class", "legend"))
	for i, entry := range w.Legend {
		name := fmt.Sprintf("legend%d", i+1)
		if entry.Node != nil {
			w.Node(digraph.Text(name), append(w.nodeLooks(entry.Node), text("label", entry.Text),
				fontSize(diagram.LegendFont))...)
			continue
		}
		for _, end := range []string{"a", "b"} {
			w.Node(digraph.Text(name+end), text("shape", "point"), text("width", "0.02"), text("color", w.look.Faint))
		}
		w.Edge(digraph.Text(name+"a"), digraph.Text(name+"b"),
			append(w.edgeLooks(entry.Edge), text("label", entry.Text))...)
	}
	w.End()
}

// place writes a point as Graphviz has it, with y upwards.
func (w *writer) place(p diagram.Point) string { return number(p.X) + "," + number(w.Height-p.Y) }

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 32) }

func fontSize(points float64) digraph.Attr { return text("fontsize", number(points)) }

func inches(name string, x float64) digraph.Attr {
	return text(name, strconv.FormatFloat(x/72, 'f', 3, 64))
}

// text returns an attribute of a text in which a line break is one in the picture.
func text(name, value string) digraph.Attr {
	return digraph.With(name, digraph.LongText(value))
}

func tooltip(s string) digraph.Attr { return digraph.With("tooltip", digraph.Tip(s)) }
