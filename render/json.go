package render

import (
	"encoding/json"
	"math"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

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
