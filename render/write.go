//go:build !js

package render

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/ascii"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/dot"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/plot"
	"github.com/ceptre-graph/ceptre/render/rows"
	"github.com/ceptre-graph/ceptre/render/showing"
	"github.com/ceptre-graph/ceptre/render/svg"
)

// The engine in browsers draws SVG alone, and is built without this: other formats are large.

// Write returns the picture in a format. It is placed first where the format says where
// things are. The same picture gives the same bytes. It returns ctx.Err() as soon as
// the context ends.
func (p *Picture) Write(ctx context.Context, f Format) ([]byte, error) {
	switch f {
	case DOTFormat:
		return dot.Write(p.Diagram, p.Theme), nil
	case TextFormat:
		if p.texts != nil {
			return p.boards(), nil
		}
		return ascii.Write(p.Merged(), ascii.Options{Width: p.Encoding.Width, ASCII: p.Encoding.ASCII}), nil
	}
	rows := p.rows
	if f == JSONFormat {
		rows = 1 // every edge once
	}
	placed, err := p.placed(ctx, rows)
	if err != nil {
		return nil, err
	}
	return placed.encode(ctx, f)
}

// boards writes boards as text.
func (p *Picture) boards() []byte {
	grids := make([]ascii.Grid, len(p.texts))
	for i, t := range p.texts {
		grids[i] = ascii.Grid(t)
	}
	d := &diagram.Diagram{Title: p.Title, Legend: p.signs}
	return ascii.WriteGrids(d, grids, ascii.Options{Width: p.Encoding.Width, ASCII: p.Encoding.ASCII})
}

// encode writes a placed picture.
func (p *Picture) encode(ctx context.Context, f Format) ([]byte, error) {
	switch f {
	case SVGFormat, "":
		return svg.Write(p.Diagram, p.Theme), nil
	case HTMLFormat:
		return svg.Page(p.Diagram, p.Theme), nil
	case JSONFormat:
		return p.json()
	case PNGFormat:
		return plot.PNG(ctx, p.Diagram, p.Theme, plot.Options{Scale: p.Encoding.Scale})
	case PDFFormat:
		return plot.PDF(ctx, []*diagram.Diagram{p.Diagram}, p.Theme)
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return nil, fmt.Errorf("unknown format %q: want one of %s", f, strings.Join(names, ", "))
}

// Pages returns the picture in a format on sheets of a size, as many as it takes for letters that can
// be read: a document each, or one with several pages in PDF. Pages in HTML lead to each other by
// the names that name gives them, the first of which is 1.
func (p *Picture) Pages(ctx context.Context, f Format, s showing.Sheet, name func(page int) string) ([][]byte, error) {
	placed := p.copied()
	err := placed.lay(ctx, fonts.Like(p.Theme.Fonts.Picture))
	p.Notes = placed.Notes
	if err != nil {
		return nil, err
	}
	pages := rows.OnSheet(placed.Diagram, fonts.Like(p.Theme.Fonts.Picture), sizes(s))
	if f == PDFFormat {
		data, err := plot.PDF(ctx, pages, p.Theme)
		return [][]byte{data}, err
	}
	var out [][]byte
	for i, d := range pages {
		page := *placed
		page.Diagram = d
		if n := len(pages); f == HTMLFormat && n > 1 {
			if i > 0 {
				d.Ways = append(d.Ways, diagram.Way{Rel: "prev", Text: "Before", URL: name(i)})
			}
			if i+1 < n {
				d.Ways = append(d.Ways, diagram.Way{Rel: "next", Text: "After", URL: name(i + 2)})
			}
		}
		data, err := page.encode(ctx, f)
		if err != nil {
			return nil, err
		}
		out = append(out, data)
	}
	return out, nil
}

// Write draws a view of a graph and writes it in a format: see [Draw] and
// [Picture.Write].
func Write(ctx context.Context, g *causal.Graph, o Options, f Format) ([]byte, error) {
	p, err := Draw(g, o)
	if err != nil {
		return nil, err
	}
	return p.Write(ctx, f)
}

// The JSON form of a picture: what the SVG shows, for tools that draw it themselves;
// in one row, however long.
// Lengths are in points, y grows downwards; nodes are named by their ids.
type (
	pictureJSON struct {
		Title  string      `json:"title"`
		Desc   string      `json:"desc"`
		Width  float64     `json:"width"`
		Height float64     `json:"height"`
		Nodes  []nodeJSON  `json:"nodes"`
		Edges  []edgeJSON  `json:"edges"`
		Frames []frameJSON `json:"frames,omitempty"`
		Lanes  []laneJSON  `json:"lanes,omitempty"`
		Legend []string    `json:"legend,omitempty"`
	}
	nodeJSON struct {
		ID      string   `json:"id"`
		Look    string   `json:"look"`
		Label   []string `json:"label,omitempty"`
		Told    []string `json:"told,omitempty"`
		Tip     string   `json:"tip,omitempty"`
		URL     string   `json:"url,omitempty"`
		Classes []string `json:"classes,omitempty"`
		Stands  int      `json:"events,omitempty"` // how many it stands for
		Born    int      `json:"born,omitempty"`   // the step, in order of firing
		Gone    int      `json:"gone,omitempty"`
		X       float64  `json:"x"` // the middle
		Y       float64  `json:"y"`
		W       float64  `json:"w"`
		H       float64  `json:"h"`
	}
	edgeJSON struct {
		From    string       `json:"from"`
		To      string       `json:"to"`
		Label   []string     `json:"label,omitempty"`
		Tip     string       `json:"tip,omitempty"`
		Classes []string     `json:"classes,omitempty"`
		Both    bool         `json:"both,omitempty"` // it leads both ways
		Width   float64      `json:"width,omitempty"`
		Told    bool         `json:"told,omitempty"` // it is not drawn: the label of the node tells it, and it has no path
		Path    [][2]float64 `json:"path"`           // cubic Bézier curves
	}
	frameJSON struct {
		Nodes []string `json:"nodes"`
		Label []string `json:"label,omitempty"`
		Tip   string   `json:"tip,omitempty"`
	}
	laneJSON struct {
		Name string     `json:"name"`
		Min  [2]float64 `json:"min"`
		Max  [2]float64 `json:"max"`
	}
)

// json writes the picture, a node or an edge a line.
func (p *Picture) json() ([]byte, error) {
	out := pictureJSON{Title: p.Title, Desc: p.Desc, Width: round(p.Width), Height: round(p.Height), Nodes: []nodeJSON{},
		Edges: []edgeJSON{}}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		out.Nodes = append(out.Nodes, nodeJSON{
			ID: n.ID, Look: string(n.Look), Label: n.Text, Told: n.Told, Tip: n.Tip, URL: n.URL, Classes: n.Classes,
			Stands: n.Stands, Born: n.Born, Gone: n.Gone, X: round(n.At.X), Y: round(n.At.Y), W: round(n.W), H: round(n.H),
		})
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		path := make([][2]float64, len(e.Path))
		for k, at := range e.Path {
			path[k] = pair(at)
		}
		out.Edges = append(out.Edges, edgeJSON{
			From: p.Nodes[e.From].ID, To: p.Nodes[e.To].ID, Label: e.Text, Tip: e.Tip, Classes: e.Classes, Both: e.Both,
			Width: round(e.Width), Path: path,
		})
	}
	for _, e := range p.told {
		out.Edges = append(out.Edges, edgeJSON{
			From: p.Nodes[e.From].ID, To: p.Nodes[e.To].ID, Classes: e.Classes, Told: true, Path: [][2]float64{},
		})
	}
	for _, f := range p.Frames {
		frame := frameJSON{Label: f.Text, Tip: f.Tip}
		for _, n := range f.Nodes {
			frame.Nodes = append(frame.Nodes, p.Nodes[n].ID)
		}
		out.Frames = append(out.Frames, frame)
	}
	for _, b := range p.Bands {
		out.Lanes = append(out.Lanes, laneJSON{b.Text, pair(b.Min), pair(b.Max)})
	}
	for _, entry := range p.Legend {
		out.Legend = append(out.Legend, entry.Text)
	}
	data, err := json.MarshalIndent(out, "", " ")
	return append(data, '\n'), err
}

func pair(p diagram.Point) [2]float64 { return [2]float64{round(p.X), round(p.Y)} }

// round keeps two decimals.
func round(x float64) float64 { return math.Round(x*100) / 100 }
