package render

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/themes"
)

// drawing is a directed graph with attributes in Graphviz's terms. Everything
// stands in the order in which it was added.
type drawing struct {
	title, fonts              string // of the picture; the fonts as CSS lists them
	whole, allNodes, allEdges attrs
	nodes                     []node
	edges                     []edge
	frames                    []frame
}

// attr is an attribute of Graphviz. The value is what is meant, not escaped; a
// line break in it is a line break in the picture.
type attr struct{ name, value string }

type attrs []attr

type node struct {
	name string // made by us, never text from outside
	attrs
}

type edge struct {
	from, to string
	attrs
}

// frame is a box around nodes.
type frame struct {
	nodes []string
	attrs
}

// newDrawing returns an empty drawing in the theme's font and colours.
func newDrawing(look *themes.Picture, title string) *drawing {
	font := firstFamily(look.Font)
	return &drawing{
		title: title,
		fonts: look.Font,
		whole: attrs{
			{"bgcolor", look.Background}, {"pad", "0.3"},
			{"nodesep", "0.2"}, {"ranksep", "0.45"}, {"fontname", font},
		},
		allNodes: attrs{{"fontname", font}, {"fontsize", "11"}},
		allEdges: attrs{
			{"fontname", font}, {"fontsize", "9"}, {"fontcolor", look.Ink},
			{"color", look.Line}, {"arrowsize", "0.7"},
		},
	}
}

// firstFamily returns the font that the widths of boxes are made for: Graphviz
// knows the widths of letters only where it is given one family, not a list.
func firstFamily(fonts string) string {
	first, _, _ := strings.Cut(fonts, ",")
	return strings.TrimSpace(first)
}

func (d *drawing) node(name string, as ...attr) { d.nodes = append(d.nodes, node{name, as}) }

func (d *drawing) edge(from, to string, as ...attr) { d.edges = append(d.edges, edge{from, to, as}) }

func (d *drawing) frame(nodes []string, as ...attr) { d.frames = append(d.frames, frame{nodes, as}) }

// dot returns the drawing in the DOT language.
func (d *drawing) dot() []byte {
	var b bytes.Buffer
	b.WriteString("digraph {\n")
	writeStatement(&b, "graph", d.whole)
	writeStatement(&b, "node", d.allNodes)
	writeStatement(&b, "edge", d.allEdges)
	for _, n := range d.nodes {
		writeStatement(&b, quote(n.name), n.attrs)
	}
	for i, f := range d.frames {
		f.write(&b, i)
	}
	for _, e := range d.edges {
		writeStatement(&b, quote(e.from)+" -> "+quote(e.to), e.attrs)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// write writes a frame, which Graphviz knows by the start of its name.
func (f frame) write(b *bytes.Buffer, number int) {
	b.WriteString("  subgraph " + quote("cluster"+strconv.Itoa(number+1)) + " {\n")
	writeStatement(b, "graph", f.attrs)
	for _, n := range f.nodes {
		b.WriteString("  " + quote(n) + ";\n")
	}
	b.WriteString("  }\n")
}

func writeStatement(b *bytes.Buffer, subject string, as attrs) {
	b.WriteString("  " + subject + " [")
	for i, a := range as {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.name + "=")
		if a.name == "tooltip" { // Graphviz undoes backslashes in these twice
			a.value = strings.ReplaceAll(a.value, `\`, `\\`)
		}
		b.WriteString(quote(a.value))
	}
	b.WriteString("];\n")
}

// quote returns the double-quoted string that Graphviz shows as s. It undoes in
// advance what Graphviz does to strings: it ends them at quotation marks, puts
// names in the place of escapes such as \N and \G, and reads character entities
// such as &lt;. Everything written into DOT goes through here.
func quote(s string) string { return `"` + escapes.Replace(s) + `"` }

var escapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "&", "&amp;", "\n", `\n`)
