package graphviz

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/digraph"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// margin is the space around the picture, in points.
const margin = 12

// Place gives the nodes, edges and frames of a diagram the places that Graphviz's dot
// finds for them. Nodes must have their sizes; labels of edges are set in a font. It
// returns ctx.Err() as soon as the context ends, and a [Refusal] where dot finds no place
// for something, as happens to edges between frames that overlap.
//
// dot minimises crossings better than anything faster does, and takes a time that
// grows with the cube of the size and more: see the bench in package render.
func Place(ctx context.Context, d *diagram.Diagram, f *fonts.Font) error {
	out, err := run(ctx, "dot", "json0", describe(d, f))
	if err != nil {
		return err
	}
	var l layout
	if err := json.Unmarshal(out, &l); err != nil {
		return &Refusal{err}
	}
	if err := l.fill(d); err != nil {
		return &Refusal{err}
	}
	d.Placed = true
	return nil
}

// describe writes the parts of a diagram that affect its layout in Graphviz's language. The result
// contains no text of the diagram: nodes have numbers for names, and labels are boxes of a size.
func describe(d *diagram.Diagram, f *fonts.Font) []byte {
	g := digraph.New("")
	var direction digraph.ID = "TB"
	if d.Flow == diagram.Right {
		direction = "LR"
	}
	g.Attributes(digraph.With("rankdir", direction), digraph.With("nodesep", "0.2"), digraph.With("ranksep", "0.4"))
	g.NodeDefaults(digraph.With("label", digraph.Text("")), digraph.With("fixedsize", "true"))
	g.EdgeDefaults(digraph.With("arrowhead", "none"))
	for i := range d.Nodes {
		n, outline := &d.Nodes[i], digraph.ID("box")
		switch n.Shape {
		case diagram.Oval:
			outline = "oval"
		case diagram.Dot:
			outline = "circle"
		}
		g.Node(number(i), digraph.With("shape", outline), inches("width", n.W), inches("height", n.H))
	}
	for i, frame := range d.Frames {
		g.Subgraph("cluster_" + number(i))
		g.Set(digraph.With("margin", "12"))
		for _, n := range frame.Nodes {
			g.Node(number(n))
		}
		g.End()
	}
	pull := pulls(d)
	weight := func(own, from, to int) digraph.Attr {
		if own == 0 && (pull[from] == 0 || pull[to] == 0) {
			own = 1
		}
		return digraph.With("weight", number(own))
	}
	for i := range d.Edges {
		e := &d.Edges[i]
		describeEdge(g, i, e, weight(e.Pull, e.From, e.To), f)
	}
	for _, pair := range d.Before {
		g.Edge(number(pair[0]), number(pair[1]), digraph.With("style", "invis"), weight(0, pair[0], pair[1]))
	}
	return g.Bytes()
}

// pulls returns how strongly edges pull on each node. A node that none pulls on could stand in any row that its
// order allows; all that leads from it or to it holds it a little, so that it stands near.
func pulls(d *diagram.Diagram) []int {
	pull := make([]int, len(d.Nodes))
	for _, e := range d.Edges {
		if !e.Loose {
			pull[e.From] += e.Pull
			pull[e.To] += e.Pull
		}
	}
	return pull
}

func number(n int) digraph.ID { return digraph.ID(strconv.Itoa(n)) }

func inches(name string, x float64) digraph.Attr {
	return digraph.With(name, digraph.ID(strconv.FormatFloat(x/72, 'f', 4, 64)))
}

func describeEdge(g *digraph.Graph, i int, e *diagram.Edge, weight digraph.Attr, f *fonts.Font) {
	as := []digraph.Attr{digraph.With("id", number(i)), weight}
	if e.Loose {
		as = append(as, digraph.With("constraint", "false"))
	}
	if len(e.Text) > 0 {
		w, h := diagram.Size(f, e.Text, diagram.EdgeFont)
		as = append(as, digraph.With("label", digraph.Room(math.Ceil(w)+8, math.Ceil(h)+2)))
	}
	g.Edge(number(e.From), number(e.To), as...)
}

// layout is the output of Graphviz as JSON. Its y grows upwards.
type layout struct {
	Box     string `json:"bb"` // left, bottom, right, top
	Objects []struct {
		Name string `json:"name"` // the node's number, or cluster_ and the frame's
		Pos  string `json:"pos"`
		Box  string `json:"bb"`
	} `json:"objects"`
	Edges []struct {
		ID    string `json:"id"` // the edge's number; "" for an order that is not drawn
		Pos   string `json:"pos"`
		Label string `json:"lp"`
	} `json:"edges"`
}

// fill puts the places into the diagram.
func (l *layout) fill(d *diagram.Diagram) error {
	box, err := points(l.Box)
	if err != nil {
		return err
	}
	d.Width, d.Height = box[1].X+2*margin, box[1].Y+2*margin
	up := func(p diagram.Point) diagram.Point {
		return diagram.Point{X: margin + p.X, Y: d.Height - margin - p.Y}
	}
	if err := l.fillObjects(d, up); err != nil {
		return err
	}
	return l.fillEdges(d, up)
}

func (l *layout) fillObjects(d *diagram.Diagram, up func(diagram.Point) diagram.Point) error {
	for _, o := range l.Objects {
		if number, ok := strings.CutPrefix(o.Name, "cluster_"); ok {
			i, err := index(number, len(d.Frames))
			if err != nil {
				return err
			}
			box, err := points(o.Box)
			if err != nil {
				return err
			}
			low, high := up(box[0]), up(box[1])
			d.Frames[i].Min, d.Frames[i].Max = diagram.Point{X: low.X, Y: high.Y}, diagram.Point{X: high.X, Y: low.Y}
			continue
		}
		i, err := index(o.Name, len(d.Nodes))
		if err != nil {
			return err
		}
		at, err := points(o.Pos)
		if err != nil {
			return err
		}
		d.Nodes[i].At = up(at[0])
	}
	return nil
}

func (l *layout) fillEdges(d *diagram.Diagram, up func(diagram.Point) diagram.Point) error {
	for _, e := range l.Edges {
		if e.ID == "" {
			continue // an order that is not drawn
		}
		i, err := index(e.ID, len(d.Edges))
		if err != nil {
			return err
		}
		first, _, _ := strings.Cut(e.Pos, ";") // of several curves beside each other
		path, err := points(first)
		if err != nil {
			return err
		}
		if len(path)%3 != 1 {
			return fmt.Errorf("%q is no path", first)
		}
		for k := range path {
			path[k] = up(path[k])
		}
		d.Edges[i].Path = path
		if e.Label != "" {
			at, err := points(e.Label)
			if err != nil {
				return err
			}
			d.Edges[i].LabelAt = up(at[0])
		}
	}
	return nil
}

func index(number string, n int) (int, error) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= n {
		return 0, fmt.Errorf("%q is not in the drawing", number)
	}
	return i, nil
}

// points reads numbers with commas and spaces between them as places.
func points(list string) ([]diagram.Point, error) {
	numbers := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	if len(numbers) == 0 || len(numbers)%2 != 0 {
		return nil, fmt.Errorf("%q is no place", list)
	}
	places := make([]diagram.Point, len(numbers)/2)
	for i := range places {
		x, errX := strconv.ParseFloat(numbers[2*i], 64)
		y, errY := strconv.ParseFloat(numbers[2*i+1], 64)
		if errX != nil || errY != nil {
			return nil, fmt.Errorf("%q is no place", list)
		}
		places[i] = diagram.Point{X: x, Y: y}
	}
	if len(places) == 0 {
		return nil, fmt.Errorf("%q is no place", list)
	}
	return places, nil
}
