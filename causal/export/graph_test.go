package export

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// drawn is what the tests read back of a graph.
type drawn struct {
	labels map[string]string // of nodes by id
	arcs   []string          // "x1 consume t1"
}

// wanted returns the graph of a run, with labels as given.
func wanted(tr *trace.Trace, resource func(trace.Resource) string, step func(trace.Step) string) drawn {
	d := drawn{labels: make(map[string]string)}
	for _, r := range tr.Resources {
		d.labels[r.ID.String()] = resource(r)
	}
	for _, s := range tr.Steps {
		d.labels[s.ID.String()] = step(s)
		for _, id := range s.Consumes {
			d.arcs = append(d.arcs, fmt.Sprintf("%v consume %v", id, s.ID))
		}
		for _, id := range s.Reads {
			d.arcs = append(d.arcs, fmt.Sprintf("%v read %v", id, s.ID))
		}
		for _, id := range s.Produces {
			d.arcs = append(d.arcs, fmt.Sprintf("%v produce %v", s.ID, id))
		}
	}
	return d
}

// arrow returns an arc between two nodes, the kind of which is plain where it is
// not read.
func arrow(from, to string, reads bool) string {
	switch {
	case reads:
		return from + " read " + to
	case strings.HasPrefix(from, "t"):
		return from + " produce " + to
	}
	return from + " consume " + to
}

var (
	nodeDOT = regexp.MustCompile(`^([xt]\d+) \[.*label="((?:[^"\\]|\\.)*)"\];$`)
	arcDOT  = regexp.MustCompile(`^([xt]\d+) -> ([xt]\d+)( \[style=dashed,class=read\])?;$`)
	setDOT  = regexp.MustCompile(`^[a-z]+=.*;$`)
)

// readDOT reads what writeDOT writes, escapes as Graphviz reads them.
func readDOT(t require.TestingT, text string) drawn {
	d := drawn{labels: make(map[string]string)}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	require.Equal(t, "digraph trace {", lines[0])
	require.Equal(t, "}", lines[len(lines)-1])
	require.Equal(t, `comment="ceptre-trace/1";`, lines[1])
	for _, line := range lines[2 : len(lines)-1] {
		if setDOT.MatchString(line) {
			continue
		}
		if m := nodeDOT.FindStringSubmatch(line); m != nil {
			d.labels[m[1]] = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", "&amp;", "&").Replace(m[2])
			continue
		}
		m := arcDOT.FindStringSubmatch(line)
		require.NotNil(t, m, "%s", line)
		d.arcs = append(d.arcs, arrow(m[1], m[2], m[3] != ""))
	}
	return d
}

func TestDOTReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		want := wanted(labelled(r.Trace), func(r trace.Resource) string {
			return strings.Repeat("!", btoi(r.Persistent)) + "(" + visible.Line(r.Fact().String()) + ")"
		}, func(s trace.Step) string {
			args := visible.Line(words(s.Args))
			return visible.Line(s.Rule) + strings.Repeat("\n", btoi(args != "")) + args
		})
		require.Equal(t, want, readDOT(t, string(as(t, "dot", r))))
	})
}

// Large graphs tell Graphviz to hurry.
func TestDOTHaste(t *testing.T) {
	for steps, hasty := range map[int]bool{100: false, 101: true} {
		text, _ := written(t, "dot", long(steps))
		require.Equal(t, hasty, strings.Contains(string(text), "\nsplines=line;\n"))
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

var (
	nodeMermaid   = regexp.MustCompile(`^    ([xt]\d+)(?:\(\["([^"]*)"\]\)|\["([^"]*)"\])$`)
	arcMermaid    = regexp.MustCompile(`^    ([xt]\d+) (-->|-\.-) ([xt]\d+)$`)
	entityMermaid = regexp.MustCompile(`#(\d+);`)
)

func TestMermaidReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		want := wanted(labelled(r.Trace), func(r trace.Resource) string { return visible.Line(r.String()) },
			func(s trace.Step) string { return visible.Line(s.String()) })
		want.arcs = withoutTokens(r, want.arcs)
		got := drawn{labels: make(map[string]string)}
		lines := strings.Split(strings.TrimSuffix(string(as(t, "mermaid", r)), "\n"), "\n")
		require.Equal(t, "flowchart TD", lines[0])
		for _, line := range lines[1:] {
			if m := nodeMermaid.FindStringSubmatch(line); m != nil {
				got.labels[m[1]] = entityMermaid.ReplaceAllStringFunc(m[2]+m[3], func(e string) string {
					n, err := strconv.Atoi(e[1 : len(e)-1])
					require.NoError(t, err)
					return string(rune(n))
				})
				continue
			}
			m := arcMermaid.FindStringSubmatch(line)
			require.NotNil(t, m, "%s", line)
			got.arcs = append(got.arcs, arrow(m[1], m[3], m[2] != "-->"))
		}
		require.Equal(t, want.labels, got.labels)
		require.True(t, slices.Equal(want.arcs, got.arcs), "%v\n%v", want.arcs, got.arcs)
	})
}

// withoutTokens returns arcs but for those by which steps read stage tokens.
func withoutTokens(r *run, arcs []string) []string {
	return slices.DeleteFunc(arcs, func(a string) bool {
		words := strings.Fields(a)
		id, err := strconv.Atoi(words[0][1:])
		return err == nil && words[1] == "read" && r.Resource(trace.ResourceID(id)).StageToken()
	})
}

// Charts that Mermaid refuses by default come with a note.
func TestMermaidLimits(t *testing.T) {
	for steps, noted := range map[int]bool{100: false, 300: true} {
		_, notes := written(t, "mermaid", long(steps))
		require.Equal(t, noted, slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, "maxEdges") }))
	}
}

func TestGraphMLReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		var doc graphML
		require.NoError(t, xml.Unmarshal(as(t, "graphml", r), &doc))
		keys := make(map[string]keyGML)
		for _, k := range doc.Keys {
			keys[k.ID] = k
		}
		values := func(kind string, data []dataGML) map[string]string {
			out := make(map[string]string)
			for _, d := range data {
				require.Equal(t, kind, keys[d.Key].For)
				out[keys[d.Key].Name] = d.Value
			}
			return out
		}
		want := wanted(labelled(r.Trace), func(r trace.Resource) string { return charData(r.String()) },
			func(s trace.Step) string { return charData(s.String()) })
		got := drawn{labels: make(map[string]string)}
		for _, n := range doc.Graph.Nodes {
			v := values("node", n.Data)
			got.labels[n.ID] = v["label"]
			checkNode(t, r, n.ID, v)
		}
		for _, e := range doc.Graph.Edges {
			got.arcs = append(got.arcs, e.Source+" "+values("edge", e.Data)["kind"]+" "+e.Target)
		}
		require.Equal(t, want, got)
	})
}

// checkNode compares the attributes of a node to the record of the trace.
func checkNode(t require.TestingT, r *run, id string, v map[string]string) {
	n, err := strconv.Atoi(id[1:])
	require.NoError(t, err)
	want := map[string]string{"label": v["label"]}
	if id[0] == 'x' {
		x := r.Resource(trace.ResourceID(n))
		want["kind"], want["pred"], want["args"] = "resource", charData(x.Pred), charData(words(x.Args))
		want["persistent"] = strconv.FormatBool(x.Persistent)
	} else {
		e, ok := r.Event(trace.StepID(n))
		require.True(t, ok)
		s := r.Step(e)
		want["kind"], want["rule"], want["args"] = "step", charData(r.Label(e)), charData(words(s.Args))
		want["index"] = strconv.Itoa(int(e))
		if s.Stage != "" {
			want["stage"] = charData(s.Stage)
		}
	}
	require.Equal(t, want, v)
}

// TestPNMLPlays plays the net: the transitions can fire in the order of the steps, each place has
// at most one token, and the final marking is the set of resources alive. Pairs of arcs marked as
// read are the reads.
func TestPNMLPlays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		var doc pnml
		require.NoError(t, xml.Unmarshal(as(t, "pnml", r), &doc))
		page := doc.Net.Page
		tokens, names := make(map[string]int), make(map[string]string)
		for _, p := range page.Places {
			names[p.ID] = p.Name.Text
			if p.Marking != nil {
				require.Equal(t, "1", p.Marking.Text)
				tokens[p.ID]++
			}
		}
		reads := 0
		for _, tr := range page.Transitions {
			names[tr.ID] = tr.Name.Text
			for _, a := range page.Arcs {
				if a.Target == tr.ID {
					tokens[a.Source]--
					require.Zero(t, tokens[a.Source])
					reads += btoi(a.Tool != nil)
				}
			}
			for _, a := range page.Arcs {
				if a.Source == tr.ID {
					tokens[a.Target]++
					require.Equal(t, 1, tokens[a.Target])
				}
			}
		}
		require.Equal(t, arcCount(r.Trace, read), reads)
		want := make(map[string]int)
		for _, x := range r.Trace.Final() {
			want[x.ID.String()] = 1
		}
		for id, n := range tokens {
			require.Equal(t, want[id], n)
		}
		for _, x := range r.Trace.Resources {
			require.Equal(t, charData(x.String()), names[x.ID.String()])
		}
		require.Len(t, names, len(r.Trace.Resources)+len(r.Trace.Steps))
	})
}

// Text in XML is held as it is, but for characters that XML does not have.
func TestCharData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		data, err := xml.Marshal(label(text))
		require.NoError(t, err)
		var back labelPNML
		require.NoError(t, xml.Unmarshal(data, &back))
		require.Equal(t, charData(text), back.Text)
		if !strings.ContainsFunc(text, notXML) {
			require.Equal(t, text, back.Text)
		}
	})
	require.Equal(t, `a\x1bb\x00\ufffe`, charData("a\x1bb\x00\ufffe"))
}

// TestLongRuns: writing takes linear time; on this run any other time would show.
func TestLongRuns(t *testing.T) {
	g := causal.New(long(20_000))
	for _, f := range Formats() {
		if f.Name == "itf" {
			continue
		}
		_, err := Write(discard{}, f.Name, g, castOf(g.Trace))
		require.NoError(t, err, f.Name)
	}
}
