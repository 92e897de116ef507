// Package export writes a run in the formats of other tools: graph drawing and
// analysis (DOT, GraphML, Mermaid), Petri nets (PNML), timelines (Chrome trace
// events, ShiViz), process mining (OCEL) and model checking (ITF).
//
// Each format has a file with a comment on its form of resources, steps, read arcs and characters.
// No format holds all of a trace: [Write] returns notes on omitted or converted parts. The same
// run gives the same bytes.
package export

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Format is a format that runs can be written in.
type Format struct {
	Name      string // as Write takes it
	Extension string // that files in it usually have, with the dot
	About     string // one line: what it is, and who reads it
}

// writer writes a run in one format, and returns what the format cannot hold.
type writer func(io.Writer, *run) ([]string, error)

// run is the run to write.
type run struct {
	*causal.Graph
	cast causal.Cast // cast has no names if no characters are followed
}

// format is a format with how it is written.
type format struct {
	Format
	write writer
}

// formats returns all formats, in the order in which help texts list them.
func formats() []format {
	return []format{
		{Format{"dot", ".dot", "graph of facts and steps, for Graphviz"}, writeDOT},
		{Format{"graphml", ".graphml", "the same graph with typed attributes, for Gephi, yEd, networkx"}, writeGraphML},
		{Format{"pnml", ".pnml", "the run as a place/transition net, for Petri net tools"}, writePNML},
		{Format{"mermaid", ".mmd", "flowchart, for Markdown pages that draw Mermaid"}, writeMermaid},
		{Format{"chrome", ".json", "trace events with a track for each character, for Perfetto"}, writeChrome},
		{Format{"ocel", ".json", "object-centric event log (OCEL 2.0), for process mining"}, writeOCEL},
		{Format{"itf", ".itf.json", "the states one after another, for viewers of TLA+ and Quint traces"}, writeITF},
		{Format{"shiviz", ".log", "vector clocks with a host for each character, for ShiViz"}, writeShiViz},
	}
}

// Formats returns the formats that Write knows.
func Formats() []Format {
	var out []Format
	for _, f := range formats() {
		out = append(out, f.Format)
	}
	return out
}

// Write writes a run in the format of that name. Formats with tracks, hosts or
// objects have one for each of the cast, which may be empty. The notes are whole
// sentences about what the format cannot hold of this run, each once.
func Write(w io.Writer, name string, g *causal.Graph, cast causal.Cast) (notes []string, err error) {
	var names []string
	for _, f := range formats() {
		if f.Name != name {
			names = append(names, f.Name)
			continue
		}
		out := bufio.NewWriter(w)
		notes, err = f.write(out, &run{Graph: g, cast: cast})
		if err != nil {
			return nil, err
		}
		return notes, out.Flush()
	}
	return nil, fmt.Errorf("unknown format %q: want one of %s", name, strings.Join(names, ", "))
}

// kind says what a step does with a resource.
type kind string

const (
	consume kind = "consume"
	read    kind = "read"
	produce kind = "produce"
)

// arc joins a step to a resource in the bipartite graph of a run.
type arc struct {
	kind     kind
	step     trace.StepID
	resource trace.ResourceID
}

// ends returns the ids of the nodes from and to which the arc goes.
func (a arc) ends() (from, to string) {
	if a.kind == produce {
		return a.step.String(), a.resource.String()
	}
	return a.resource.String(), a.step.String()
}

// arcs returns the arcs of a run: those of each step in order of firing; what it
// consumes, reads and produces in the order of the trace.
func arcs(t *trace.Trace) iter.Seq[arc] {
	return func(yield func(arc) bool) {
		for i := range t.Steps {
			for a := range stepArcs(&t.Steps[i]) {
				if !yield(a) {
					return
				}
			}
		}
	}
}

func stepArcs(s *trace.Step) iter.Seq[arc] {
	lists := []struct {
		kind kind
		ids  []trace.ResourceID
	}{{consume, s.Consumes}, {read, s.Reads}, {produce, s.Produces}}
	return func(yield func(arc) bool) {
		for _, l := range lists {
			for _, id := range l.ids {
				if !yield(arc{l.kind, s.ID, id}) {
					return
				}
			}
		}
	}
}
