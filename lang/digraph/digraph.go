// Package digraph writes directed graphs in DOT, the language of Graphviz: it escapes texts, and
// knows how attributes, nodes, edges and subgraphs are written. Its callers choose what these are.
package digraph

import "bytes"

// Graph is the text of a graph in the making.
type Graph struct {
	// Dense leaves out the spaces before statements and after the commas of attributes.
	Dense bool

	text bytes.Buffer
}

// Attr is an attribute. One without a value is not written, except an empty label, without which
// Graphviz would show the name of the node.
type Attr struct {
	Name  string
	Value ID
}

// With returns an attribute.
func With(name string, value ID) Attr { return Attr{name, value} }

// empty is a text without characters.
const empty ID = `""`

// New begins a graph. A graph may have no name, as "".
func New(name ID) *Graph {
	g := &Graph{}
	g.open("digraph", name)
	return g
}

// Bytes ends the graph and returns its text.
func (g *Graph) Bytes() []byte {
	g.text.WriteString("}\n")
	return g.text.Bytes()
}

// Subgraph begins a subgraph. Graphviz draws a frame around one with a name that begins with "cluster".
func (g *Graph) Subgraph(name ID) {
	g.indent()
	g.open("subgraph", name)
}

// End ends a subgraph.
func (g *Graph) End() {
	g.indent()
	g.text.WriteString("}\n")
}

// Set gives the graph, or the subgraph that is open, one attribute.
func (g *Graph) Set(a Attr) {
	g.indent()
	g.text.WriteString(a.Name + "=" + string(a.Value) + ";\n")
}

// Attributes gives the graph, or the subgraph that is open, attributes.
func (g *Graph) Attributes(as ...Attr) { g.statement("graph", as) }

// NodeDefaults gives the nodes that follow attributes.
func (g *Graph) NodeDefaults(as ...Attr) { g.statement("node", as) }

// EdgeDefaults gives the edges that follow attributes.
func (g *Graph) EdgeDefaults(as ...Attr) { g.statement("edge", as) }

// Node writes a node. One that is there already is put into the subgraph that is open.
func (g *Graph) Node(name ID, as ...Attr) { g.statement(string(name), as) }

// Edge writes an edge between nodes.
func (g *Graph) Edge(from, to ID, as ...Attr) { g.statement(string(from)+" -> "+string(to), as) }

func (g *Graph) open(keyword string, name ID) {
	g.text.WriteString(keyword)
	if name != "" {
		g.text.WriteString(" " + string(name))
	}
	g.text.WriteString(" {\n")
}

func (g *Graph) statement(subject string, as []Attr) {
	g.indent()
	g.text.WriteString(subject)
	comma := ", "
	if g.Dense {
		comma = ","
	}
	before, after := " [", ""
	for _, a := range as {
		if a.Value == "" || a.Value == empty && a.Name != "label" {
			continue
		}
		g.text.WriteString(before + a.Name + "=" + string(a.Value))
		before, after = comma, "]"
	}
	g.text.WriteString(after + ";\n")
}

func (g *Graph) indent() {
	if !g.Dense {
		g.text.WriteString("  ")
	}
}
