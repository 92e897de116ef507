package diagram

import "strings"

// Merged returns the diagram with nodes that are parts of others merged into these, for
// writers that say each thing once. A node without a text of its own, such as a dot,
// takes the first line of its tip. Edges between parts of a node are left out. Places are lost.
func (d *Diagram) Merged() *Diagram {
	out := &Diagram{Title: d.Title, Desc: d.Desc, Legend: d.Legend, Flow: d.Flow}
	to := d.mergeNodes(out)
	for _, e := range d.Edges {
		loop := e.From == e.To && d.Nodes[e.From].PartOf == ""
		e.From, e.To, e.Path = to[e.From], to[e.To], nil
		if e.From != e.To || loop { // not between parts
			out.Edges = append(out.Edges, e)
		}
	}
	for _, pair := range d.Before {
		out.Before = append(out.Before, [2]int{to[pair[0]], to[pair[1]]})
	}
	for _, f := range d.Frames {
		nodes := make([]int, len(f.Nodes))
		for i, n := range f.Nodes {
			nodes[i] = to[n]
		}
		f.Nodes = nodes
		out.Frames = append(out.Frames, f)
	}
	return out
}

// mergeNodes adds the nodes that are no parts, and returns into which each node goes.
func (d *Diagram) mergeNodes(out *Diagram) (to []int) {
	index := make(map[string]int, len(d.Nodes))
	for _, n := range d.Nodes {
		if n.PartOf != "" {
			continue
		}
		if first, _, _ := strings.Cut(n.Tip, "\n"); len(n.Text) == 0 && first != "" {
			n.Text = []string{first}
		}
		index[n.ID] = len(out.Nodes)
		out.Nodes = append(out.Nodes, n)
	}
	to = make([]int, len(d.Nodes))
	for i, n := range d.Nodes {
		whole := n.ID
		if n.PartOf != "" {
			whole = n.PartOf
		}
		to[i] = index[whole]
	}
	return to
}
