package export

import (
	"encoding/xml"
	"io"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal"
)

// The elements of PNML (ISO/IEC 15909-2) that we write.
type (
	pnml struct {
		XMLName xml.Name `xml:"http://www.pnml.org/version-2009/grammar/pnml pnml"`
		Net     netPNML  `xml:"net"`
	}
	netPNML struct {
		ID   string    `xml:"id,attr"`
		Type string    `xml:"type,attr"`
		Name labelPNML `xml:"name"`
		Page pagePNML  `xml:"page"`
	}
	pagePNML struct {
		ID          string           `xml:"id,attr"`
		Places      []placePNML      `xml:"place"`
		Transitions []transitionPNML `xml:"transition"`
		Arcs        []arcPNML        `xml:"arc"`
	}
	placePNML struct {
		ID      string     `xml:"id,attr"`
		Name    labelPNML  `xml:"name"`
		Marking *labelPNML `xml:"initialMarking"`
	}
	transitionPNML struct {
		ID   string    `xml:"id,attr"`
		Name labelPNML `xml:"name"`
	}
	arcPNML struct {
		ID     string    `xml:"id,attr"`
		Source string    `xml:"source,attr"`
		Target string    `xml:"target,attr"`
		Tool   *toolPNML `xml:"toolspecific"`
	}
	labelPNML struct {
		Text string `xml:"text"`
	}
	toolPNML struct {
		Tool    string   `xml:"tool,attr"`
		Version string   `xml:"version,attr"`
		Read    struct{} `xml:"https://github.com/ceptre-graph/ceptre read"`
	}
)

// ptNet is the net type of place/transition nets.
const ptNet = "http://www.pnml.org/version-2009/grammar/ptnet"

// writePNML writes the causal net of the run as a place/transition net: a place
// for each resource, marked where it is of the initial state, and a transition
// for each step, which fires once. Read arcs are not in the standard, so each
// becomes two arcs, there and back, which every tool takes; both bear a mark of
// our own (toolspecific), by which a tool that knows read arcs can find them.
func writePNML(w io.Writer, r *run) ([]string, error) {
	doc := pnml{Net: netPNML{ID: "run", Type: ptNet, Name: label("run"), Page: pagePNML{ID: "page"}}}
	if p := r.Trace.Program; p != nil && p.Name != "" {
		doc.Net.Name = label(p.Name)
	}
	page := &doc.Net.Page
	for i := range r.Resources {
		res := &r.Resources[i]
		p := placePNML{ID: res.ID.String(), Name: label(res.String())}
		if res.Producer == causal.Outside {
			one := label("1")
			p.Marking = &one
		}
		page.Places = append(page.Places, p)
	}
	for _, e := range r.Events() {
		page.Transitions = append(page.Transitions, transitionPNML{r.Step(e).ID.String(), label(r.Named(e))})
	}
	for a := range arcs(r.Trace) {
		page.join(a)
	}
	var notes []string
	if reads(r.Trace) {
		notes = append(notes,
			"place/transition nets have no read arcs: each is a pair of arcs, there and back, so that steps which only read "+
				"one fact seem to compete for it; the pairs are marked for tools that look")
	}
	notes = append(notes, leftOut(r.Trace)...)
	return append(notes, escapes(r, charData)...), writeXML(w, doc)
}

func label(s string) labelPNML { return labelPNML{charData(s)} }

// join adds an arc, or two for one that reads.
func (p *pagePNML) join(a arc) {
	from, to := a.ends()
	if a.kind != read {
		p.add(from, to, nil)
		return
	}
	mark := &toolPNML{Tool: "ceptre", Version: "1"}
	p.add(from, to, mark)
	p.add(to, from, mark)
}

func (p *pagePNML) add(from, to string, mark *toolPNML) {
	id := "a" + strconv.Itoa(len(p.Arcs)+1)
	p.Arcs = append(p.Arcs, arcPNML{id, from, to, mark})
}
