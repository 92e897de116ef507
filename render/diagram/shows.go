package diagram

import "slices"

// Shows reports whether something in the picture looks as an entry of its legend says.
func (d *Diagram) Shows(e *Entry) bool {
	switch {
	case e.Node != nil && e.Node.Look == Text && !e.Node.Bold:
		return len(d.Frames) > 0
	case e.Node != nil:
		return slices.ContainsFunc(d.Nodes, func(n Node) bool { return e.ExplainsNode(&n) })
	case e.Edge != nil:
		return slices.ContainsFunc(d.Edges, func(g Edge) bool { return e.ExplainsEdge(&g) })
	}
	return true
}

// ExplainsNode reports whether a node looks as the sample does, in what the sample is about: the
// double outline, the second part, or the colours and the outline.
func (e *Entry) ExplainsNode(n *Node) bool {
	s := e.Node
	switch {
	case s == nil:
		return false
	case s.Double:
		return n.Double && (n.Look == Persistent) == (s.Look == Persistent)
	case len(s.Told) > 0:
		return len(n.Told) > 0
	case slices.Contains(e.Also, n.Shape):
		return true
	}
	return n.Look == s.Look && (s.Hue == 0 || n.Hue == s.Hue) && n.Paint == s.Paint && n.Dashed == s.Dashed &&
		n.Bold == s.Bold && (n.Shape == Bar) == (s.Shape == Bar)
}

// ExplainsEdge reports whether an edge looks as the sample does: in its colour where that has a
// meaning, else in its stroke and its head. Of an edge that is broken only one part has the head.
func (e *Entry) ExplainsEdge(g *Edge) bool {
	s := e.Edge
	if s == nil {
		return false
	}
	switch s.Look {
	case Engine, Drain, Balance:
		return g.Look == s.Look
	}
	return g.Stroke == s.Stroke && (g.Head == s.Head || g.Head == NoHead)
}
