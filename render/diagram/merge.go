package diagram

import "strings"

// Merged returns the diagram with nodes that are parts of others merged into these, for
// writers that say each thing once. A node without a text of its own, such as a dot,
// takes the first line of its tip. Places are lost.
func (d *Diagram) Merged() *Diagram {
	index := make(map[string]int, len(d.Nodes))
	out := &Diagram{Title: d.Title, Desc: d.Desc, Legend: d.Legend, Flow: d.Flow}
	for _, n := range d.Nodes {
		if n.PartOf == "" {
			if first, _, _ := strings.Cut(n.Tip, "\n"); len(n.Text) == 0 && first != "" {
				n.Text = []string{first}
			}
			index[n.ID] = len(out.Nodes)
			out.Nodes = append(out.Nodes, n)
		}
	}
	to := make([]int, len(d.Nodes))
	for i, n := range d.Nodes {
		if n.PartOf != "" {
			to[i] = index[n.PartOf]
		} else {
			to[i] = index[n.ID]
		}
	}
	for _, e := range d.Edges {
		from, end := e.From, e.To
		if e.From, e.To = to[from], to[end]; e.From != e.To || from == end {
			e.Path = nil
			out.Edges = append(out.Edges, e)
		}
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
