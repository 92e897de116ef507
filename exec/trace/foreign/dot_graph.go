package foreign

import (
	"slices"
	"strings"
)

// This file takes a graph in DOT apart: nodes, edges and their attributes.

func (d *diagram) graph() error {
	d.pos += beginGraph(d.text[d.pos:])
	if !d.mark("{") {
		if _, _, err := d.dotName("a name or \"{\""); err != nil {
			return err
		}
		d.comments()
		if err := d.want("{"); err != nil {
			return err
		}
	}
	if err := d.statements(1); err != nil {
		return err
	}
	if d.comments(); !d.atEnd() {
		return d.unexpected("nothing after the graph")
	}
	return nil
}

// statements takes what stands up to a closing brace, and that.
func (d *diagram) statements(depth int) error {
	for !d.mark("}") {
		if d.mark(";") {
			continue
		}
		if d.mark("{") {
			if depth == maxDepth {
				return d.file.errorf(d.at(), "nested deeper than %d", maxDepth)
			}
			if err := d.statements(depth + 1); err != nil {
				return err
			}
			continue
		}
		if err := d.statement(); err != nil {
			return err
		}
	}
	return nil
}

// statement takes a node, edges, or attributes of the graph.
func (d *diagram) statement() error {
	d.comments()
	quoted := d.next() == '"'
	name, at, err := d.dotName("a node, an edge or \"}\"")
	if err != nil {
		return err
	}
	if keyword := strings.ToLower(name); !quoted && slices.Contains(keywords, keyword) {
		return d.defaults(keyword)
	}
	if d.mark("=") {
		value, _, err := d.dotName("a value")
		d.comment(name, value)
		return err
	}
	return d.nodeOrEdges(name, at)
}

// keywords start statements that are neither nodes nor edges.
var keywords = []string{"graph", "node", "edge", "subgraph"}

// defaults takes what stands behind a keyword: attributes, or the name of a subgraph, if it has one, of
// which the statements are to come.
func (d *diagram) defaults(keyword string) error {
	if keyword == "subgraph" {
		d.comments()
		if d.next() == '{' {
			return nil
		}
		_, _, err := d.dotName("a name or \"{\"")
		return err
	}
	attrs, err := d.attributes()
	if keyword == "graph" {
		d.comment("comment", attrs["comment"].value)
	}
	return err
}

// comment takes note of an attribute that says that the graph is by us.
func (d *diagram) comment(name, value string) {
	if name == "comment" && strings.HasPrefix(value, readMark) {
		d.run.arcs = true
	}
}

// attributes takes lists of attributes, if there are any.
func (d *diagram) attributes() (map[string]attr, error) {
	attrs := make(map[string]attr)
	for d.mark("[") {
		for !d.mark("]") {
			if err := d.attribute(attrs); err != nil {
				return nil, err
			}
			if !d.mark(",") {
				d.mark(";")
			}
		}
	}
	return attrs, nil
}

func (d *diagram) attribute(to map[string]attr) error {
	name, _, err := d.dotName("an attribute or \"]\"")
	if err != nil {
		return err
	}
	if !d.mark("=") {
		to[name] = attr{}
		return nil
	}
	value, at, err := d.dotName("a value")
	to[name] = attr{value, at}
	return err
}

func (d *diagram) nodeOrEdges(name string, at int) error {
	if d.mark("->") {
		return d.chain(name, at)
	}
	attrs, err := d.attributes()
	if err != nil {
		return err
	}
	n := d.node(name, at)
	if n.told {
		return d.file.errorf(at, "node %s for the second time", name)
	}
	n.told, n.attrs, n.at = true, attrs, at
	return nil
}

// chain takes a -> b -> c behind the first arrow.
func (d *diagram) chain(name string, at int) error {
	first := len(d.edges)
	for from := d.node(name, at); ; {
		next, nextAt, err := d.dotName("a node")
		if err != nil {
			return err
		}
		to := d.node(next, nextAt)
		d.edges = append(d.edges, &edge{from: from, to: to, at: at})
		from, at = to, nextAt
		if !d.mark("->") {
			break
		}
	}
	attrs, err := d.attributes()
	for _, e := range d.edges[first:] {
		e.read = attrs["class"].value == "read"
		d.run.arcs = d.run.arcs || e.read
	}
	return err
}

// node returns the node of that name.
func (d *diagram) node(name string, at int) *node {
	n, known := d.named[name]
	if !known {
		n = &node{name: name, at: at}
		d.named[name] = n
		d.nodes = append(d.nodes, n)
	}
	return n
}
