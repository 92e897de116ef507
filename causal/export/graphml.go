package export

import (
	"encoding/xml"
	"io"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal"
)

// The elements of GraphML that we write.
type (
	graphML struct {
		XMLName xml.Name   `xml:"http://graphml.graphdrawing.org/xmlns graphml"`
		Keys    []keyGML   `xml:"key"`
		Graph   graphOfGML `xml:"graph"`
	}
	keyGML struct {
		ID   string `xml:"id,attr"`
		For  string `xml:"for,attr"`
		Name string `xml:"attr.name,attr"`
		Type string `xml:"attr.type,attr"`
	}
	graphOfGML struct {
		ID      string    `xml:"id,attr"`
		Default string    `xml:"edgedefault,attr"`
		Nodes   []nodeGML `xml:"node"`
		Edges   []edgeGML `xml:"edge"`
	}
	nodeGML struct {
		ID   string    `xml:"id,attr"`
		Data []dataGML `xml:"data"`
	}
	edgeGML struct {
		Source string    `xml:"source,attr"`
		Target string    `xml:"target,attr"`
		Data   []dataGML `xml:"data"`
	}
	dataGML struct {
		Key   string `xml:"key,attr"`
		Value string `xml:",chardata"`
	}
)

// writeGraphML writes the bipartite graph. Each node has a kind, "resource" or
// "step", and a label; resources have pred, args and persistent, steps have
// rule, args, stage and index, their place in the order of firing. An edge's
// kind is what the step does with the resource: consume, read or produce. All go
// from cause to effect.
func writeGraphML(w io.Writer, r *run) ([]string, error) {
	doc := graphML{Keys: keysGML(), Graph: graphOfGML{ID: "run", Default: "directed"}}
	g := &doc.Graph
	for i := range r.Resources {
		res := r.Resources[i].Resource
		g.Nodes = append(g.Nodes, nodeGML{res.ID.String(), []dataGML{
			{"kind", "resource"},
			{"label", charData(res.String())},
			{"pred", charData(res.Pred)},
			{"args", charData(words(res.Args))},
			{"persistent", strconv.FormatBool(res.Persistent)},
		}})
	}
	for _, e := range r.Events() {
		g.Nodes = append(g.Nodes, stepGML(r, e))
	}
	for a := range arcs(r.Trace) {
		from, to := a.ends()
		g.Edges = append(g.Edges, edgeGML{from, to, []dataGML{{"flow", string(a.kind)}}})
	}
	return append(leftOut(r.Trace, stages), escapes(r, charData)...), writeXML(w, doc)
}

func keysGML() []keyGML {
	return []keyGML{
		{"kind", "node", "kind", "string"},
		{"label", "node", "label", "string"},
		{"pred", "node", "pred", "string"},
		{"rule", "node", "rule", "string"},
		{"args", "node", "args", "string"},
		{"persistent", "node", "persistent", "boolean"},
		{"stage", "node", "stage", "string"},
		{"index", "node", "index", "int"},
		{"flow", "edge", "kind", "string"},
	}
}

func stepGML(r *run, e causal.Event) nodeGML {
	s := r.Step(e)
	n := nodeGML{s.ID.String(), []dataGML{
		{"kind", "step"},
		{"label", charData(r.Named(e))},
		{"rule", charData(r.Label(e))},
		{"args", charData(words(s.Args))},
		{"index", strconv.Itoa(int(e))},
	}}
	if s.Stage != "" {
		n.Data = append(n.Data, dataGML{"stage", charData(s.Stage)})
	}
	return n
}
