// Package dot writes diagrams in the language of Graphviz, for Graphviz and tools like
// it.
//
// A diagram that has places keeps them: `neato -n2`, or the engine nop2, draws it as
// it is, other engines lay it out anew.
package dot

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/themes"
)

// writer writes one diagram.
type writer struct {
	bytes.Buffer
	*diagram.Diagram
	theme *themes.Theme
	look  *themes.Picture
}

// attr is an attribute of Graphviz. The value is plain text, not escaped; a line break in it is a
// line break in the picture.
type attr struct{ name, value string }

// Write returns the diagram in DOT, in UTF-8. Nodes have their ids for names.
func Write(d *diagram.Diagram, t *themes.Theme) []byte {
	w := &writer{Diagram: d, theme: t, look: &t.Light.Picture}
	w.WriteString("digraph {\n")
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
	w.legend()
	w.WriteString("}\n")
	return w.Bytes()
}

// defaults writes what holds for all nodes and all edges.
func (w *writer) defaults() {
	font := attr{"fontname", firstFamily(w.theme.Fonts.Picture)}
	direction := "TB"
	if w.Flow == diagram.Right {
		direction = "LR"
	}
	w.statement("graph", font, attr{"label", w.Title}, attr{"labelloc", "t"}, points("fontsize", diagram.TitleFont),
		attr{"fontcolor", w.look.Ink}, attr{"bgcolor", w.look.Background}, attr{"pad", "0.3"}, attr{"nodesep", "0.2"},
		attr{"ranksep", "0.4"},
		attr{"rankdir", direction}, attr{"outputorder", "edgesfirst"})
	w.statement("node", font, points("fontsize", diagram.NodeFont), attr{"margin", "0.05,0.02"})
	w.statement("edge", font, points("fontsize", diagram.EdgeFont), attr{"fontcolor", w.look.Ink},
		attr{"arrowsize", "0.7"})
}

// firstFamily returns the one font of a list that Graphviz is told: of a list it
// would know no widths.
func firstFamily(fonts string) string {
	first, _, _ := strings.Cut(fonts, ",")
	return strings.Trim(strings.TrimSpace(first), `"'`)
}

func (w *writer) node(n *diagram.Node) {
	as := w.nodeLooks(n)
	as = append(as, attr{"label", strings.Join(n.Text, "\n")}, inches("width", n.W), inches("height", n.H))
	if n.FontSize != 0 {
		as = append(as, points("fontsize", n.FontSize))
	}
	as = append(as, attr{"id", n.ID}, attr{"class", strings.Join(n.Classes, " ")}, attr{"tooltip", n.Tip})
	if n.URL != "" {
		as = append(as, attr{"URL", n.URL})
	}
	if w.Placed {
		as = append(as, attr{"pos", w.place(n.At)})
	}
	w.statement(quote(n.ID), as...)
}

// nodeLooks are the attributes of outline and colour.
func (w *writer) nodeLooks(n *diagram.Node) []attr {
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
	as := []attr{{"shape", shapes[n.Shape]}, {"style", style}, {"fillcolor", colours.Fill}, {"color", colours.Border},
		{"fontcolor", colours.Ink}}
	if n.Double {
		as = append(as, attr{"peripheries", "2"})
	}
	return as
}

func (w *writer) edge(e *diagram.Edge) {
	as := w.edgeLooks(e)
	as = append(as, attr{"weight", strconv.Itoa(e.Pull)})
	if e.Loose {
		as = append(as, attr{"constraint", "false"})
	}
	if len(e.Text) > 0 {
		as = append(as, attr{"label", strings.Join(e.Text, "\n")})
	}
	as = append(as, attr{"class", strings.Join(e.Classes, " ")}, attr{"tooltip", e.Tip})
	if w.Placed && len(e.Path) > 0 {
		as = append(as, w.way(e)...)
	}
	w.statement(quote(w.Nodes[e.From].ID)+" -> "+quote(w.Nodes[e.To].ID), as...)
}

// way is where an edge runs, its tips apart from its line, and where its label stands.
func (w *writer) way(e *diagram.Edge) []attr {
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
	as := []attr{{"pos", tip + strings.Join(places, " ")}}
	if len(e.Text) > 0 {
		as = append(as, attr{"lp", w.place(e.LabelAt)})
	}
	return as
}

// edgeLooks are the attributes of line, colour and head.
func (w *writer) edgeLooks(e *diagram.Edge) []attr {
	heads := map[diagram.Head]string{
		diagram.Arrow: "normal", diagram.Vee: "vee", diagram.Hollow: "onormal", diagram.Tee: "tee", diagram.NoHead: "none",
	}
	as := []attr{{"color", e.Colour(w.look)}, {"arrowhead", heads[e.Head]}}
	if e.Both {
		as = append(as, attr{"dir", "both"}, attr{"arrowtail", heads[e.Head]})
	}
	switch e.Stroke {
	case diagram.Dashed:
		as = append(as, attr{"style", "dashed"})
	case diagram.Dotted:
		as = append(as, attr{"style", "dotted"})
	}
	if e.Width != 0 {
		as = append(as, attr{"penwidth", number(e.Width)})
	}
	return as
}

// frame writes a frame, which Graphviz knows by the start of its name.
func (w *writer) frame(i int, f *diagram.Frame) {
	w.WriteString("  subgraph " + quote("cluster"+strconv.Itoa(i+1)) + " {\n")
	as := []attr{{"label", strings.Join(f.Text, "\n")}, {"style", "rounded"}, {"color", f.Colour(w.look)},
		{"margin", "12"},
		{"class", strings.Join(f.Classes, " ")}, {"tooltip", f.Tip}}
	if w.Placed {
		as = append(as,
			attr{"bb", w.place(diagram.Point{X: f.Min.X, Y: f.Max.Y}) + "," + w.place(diagram.Point{X: f.Max.X, Y: f.Min.Y})})
	}
	w.statement("graph", as...)
	for _, n := range f.Nodes {
		w.WriteString("  " + quote(w.Nodes[n].ID) + ";\n")
	}
	w.WriteString("  }\n")
}

// bands writes the names of bands: Graphviz has no bands.
func (w *writer) bands() {
	for i, b := range w.Bands {
		if b.Text == "" {
			continue
		}
		colour := (&diagram.Edge{Hue: b.Hue, Look: b.Look}).Colour(w.look)
		as := []attr{{"shape", "plaintext"}, {"label", b.Text}, {"fontcolor", colour},
			{"class", strings.Join(b.Classes, " ")}}
		if w.Placed {
			as = append(as, attr{"pos", w.place(b.LabelAt)})
		}
		w.statement(quote(fmt.Sprintf("band%d", i+1)), as...)
	}
}

// legend writes a cluster of samples: a node with its looks, or an edge with its own
// between two points.
func (w *writer) legend() {
	if len(w.Legend) == 0 || w.Placed {
		return
	}
	w.WriteString("  subgraph \"cluster_legend\" {\n")
	w.statement("graph", attr{"label", ""}, attr{"color", w.look.Faint}, attr{"class", "legend"})
	for i, entry := range w.Legend {
		name := fmt.Sprintf("legend%d", i+1)
		if entry.Node != nil {
			w.statement(quote(name), append(w.nodeLooks(entry.Node), attr{"label", entry.Text},
				points("fontsize", diagram.LegendFont))...)
			continue
		}
		for _, end := range []string{"a", "b"} {
			w.statement(quote(name+end), attr{"shape", "point"}, attr{"width", "0.02"}, attr{"color", w.look.Faint})
		}
		w.statement(quote(name+"a")+" -> "+quote(name+"b"), append(w.edgeLooks(entry.Edge), attr{"label", entry.Text})...)
	}
	w.WriteString("  }\n")
}

// place writes a point as Graphviz has it, with y upwards.
func (w *writer) place(p diagram.Point) string { return number(p.X) + "," + number(w.Height-p.Y) }

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 32) }

func points(name string, x float64) attr { return attr{name, number(x)} }

func inches(name string, x float64) attr {
	return attr{name, strconv.FormatFloat(x/72, 'f', 3, 64)}
}

func (w *writer) statement(subject string, as ...attr) {
	w.WriteString("  " + subject + " [")
	first := true
	for _, a := range as {
		if a.value == "" && a.name != "label" {
			continue
		}
		if !first {
			w.WriteString(", ")
		}
		first = false
		if a.name == "tooltip" { // Graphviz undoes backslashes in these twice
			a.value = strings.ReplaceAll(a.value, `\`, `\\`)
		}
		w.WriteString(a.name + "=" + quote(a.value))
	}
	w.WriteString("];\n")
}

// quote returns the double-quoted string that Graphviz shows as s. It undoes in
// advance what Graphviz does to strings: it ends them at quotation marks, puts
// names in the place of escapes such as \N and \G, and reads character entities
// such as &lt;. Everything written into DOT goes through here.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for len(s) > longest {
		n := longest
		for n > 1 && !utf8.RuneStart(s[n]) {
			n--
		}
		b.WriteString(escapes.Replace(s[:n]) + `" + "`)
		s = s[n:]
	}
	b.WriteString(escapes.Replace(s) + `"`)
	return b.String()
}

// longest is the bound on the length of a string, in bytes; longer ones are written in pieces,
// which Graphviz joins: versions before 3 have no room for more than 16 kB at a time.
const longest = 3000

var escapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "&", "&amp;", "\n", `\n`)
