package export

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// tool returns the path of a command. Where it is not installed the test is
// skipped, unless CEPTRE_BROWSER is "required".
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, name)
	}
	return path
}

func missing(t *testing.T, what string) {
	t.Helper()
	require.NotEqual(t, "required", os.Getenv("CEPTRE_BROWSER"), "no %s found", what)
	t.Skipf("no %s found; CEPTRE_BROWSER=required makes this a failure", what)
}

// examples are the traces of the corpora, some random ones, a long one, and one
// with unkind names.
func examples(t *testing.T) map[string]*trace.Trace {
	out := map[string]*trace.Trace{"long": long(110), "names": unkindNames()}
	for _, name := range []string{"inn", "unkind", "bare", "nothing"} {
		out[name] = corpusTrace(t, name)
	}
	for i := range 10 {
		out["random"+strconv.Itoa(i)] = traces().Example(i)
	}
	return out
}

// file writes a trace in a format and returns the name of the file.
func file(t *testing.T, format string, tr *trace.Trace) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "run."+format)
	text, _ := written(t, format, tr)
	require.NoError(t, os.WriteFile(name, text, 0o644))
	return name
}

// patience is how long a reader may take.
const patience = 2 * time.Minute

// command runs a command and returns what it prints. One that fails, or takes too
// long, fails the test.
func command(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = time.Second
	require.NoError(t, cmd.Run(), "%s", errs.String())
	return out.Bytes()
}

// xmllint holds GraphML and PNML against grammars of ours.
func TestGrammars(t *testing.T) {
	xmllint := tool(t, "xmllint")
	for _, format := range []string{"graphml", "pnml"} {
		for name, tr := range examples(t) {
			t.Run(format+"/"+name, func(t *testing.T) {
				command(t, xmllint, "--noout", "--relaxng", filepath.Join("testdata", format+".rng"), file(t, format, tr))
			})
		}
	}
}

// The grammars are no open doors.
func TestGrammarsRefuse(t *testing.T) {
	xmllint := tool(t, "xmllint")
	for format, change := range map[string][2]string{"graphml": {`source="x3"`, `source="x33"`},
		"pnml": {"<initialMarking>", "<marking>"}} {
		text, _ := written(t, format, corpusTrace(t, "inn"))
		require.Contains(t, string(text), change[0])
		name := filepath.Join(t.TempDir(), "bad.xml")
		bad := strings.NewReplacer(change[0], change[1], "</initialMarking>", "</marking>").Replace(string(text))
		require.NoError(t, os.WriteFile(name, []byte(bad), 0o644))
		require.Error(t, exec.Command(xmllint, "--noout", "--relaxng", filepath.Join("testdata", format+".rng"), name).Run())
	}
}

// networkxGraph prints what networkx reads: a line for each node and edge.
const networkxGraph = `
import json, sys, networkx
g = networkx.read_graphml(sys.argv[1])
print(json.dumps({"nodes": dict(g.nodes(data=True)), "edges": [[a, b, d["kind"]] for a, b, d in g.edges(data=True)]}))`

// networkx returns a Python that has networkx: the first on the path, or the
// system's, for which its packages are.
func networkx(t *testing.T) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import networkx").Run() == nil {
			return python
		}
	}
	missing(t, "networkx for python3")
	return ""
}

func TestNetworkxReadsGraphML(t *testing.T) {
	python := networkx(t)
	for name, tr := range examples(t) {
		t.Run(name, func(t *testing.T) {
			var got struct {
				Nodes map[string]struct {
					Kind, Label string
					Index       int
					Persistent  bool
				}
				Edges [][3]string
			}
			readJSON(t, command(t, python, "-c", networkxGraph, file(t, "graphml", tr)), &got)
			require.Len(t, got.Nodes, len(tr.Resources)+len(tr.Steps))
			require.Len(t, got.Edges, arcCount(tr, consume)+arcCount(tr, read)+arcCount(tr, produce))
			for _, r := range tr.Resources {
				require.Equal(t, charData(r.String()), got.Nodes[r.ID.String()].Label)
				require.Equal(t, r.Persistent, got.Nodes[r.ID.String()].Persistent)
			}
			for i, s := range labelled(tr).Steps {
				require.Equal(t, charData(s.String()), got.Nodes[s.ID.String()].Label)
				require.Equal(t, i, got.Nodes[s.ID.String()].Index)
			}
			for _, e := range got.Edges {
				require.Equal(t, e[2] == "produce", strings.HasPrefix(e[0], "t"))
			}
		})
	}
}

func readJSON(t *testing.T, data []byte, v any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(data, v))
}

// svg is the part of a picture that the tests look at.
type svg struct {
	Groups []struct {
		Class string   `xml:"class,attr"`
		Title string   `xml:"title"`
		Text  []string `xml:"text"`
	} `xml:"g>g"`
}

// Graphviz draws DOT without complaint, with the nodes, arcs and labels there.
func TestGraphvizDraws(t *testing.T) {
	dot := tool(t, "dot")
	for name, tr := range examples(t) {
		t.Run(name, func(t *testing.T) {
			picture := command(t, dot, "-Tsvg", file(t, "dot", tr))
			var got svg
			require.NoError(t, xml.Unmarshal(picture, &got))
			count, texts := make(map[string]int), make(map[string]string)
			for _, g := range got.Groups {
				count[g.Class]++
				if g.Class == "node" {
					texts[g.Title] = unspaced(strings.Join(g.Text, "\n"))
				}
			}
			want := map[string]int{"node": len(tr.Resources) + len(tr.Steps),
				"edge": arcCount(tr, consume) + arcCount(tr, produce), "edge read": arcCount(tr, read)}
			for class, n := range want {
				require.Equal(t, n, count[class], class)
			}
			for _, r := range tr.Resources {
				require.Equal(t, unspaced(visible.Line(factDOT(&r))), texts[r.ID.String()])
			}
			for _, s := range labelled(tr).Steps {
				require.Equal(t, unspaced(strings.TrimSuffix(visible.Line(s.Rule)+"\n"+visible.Line(words(s.Args)), "\n")),
					texts[s.ID.String()])
			}
		})
	}
}

// unspaced has plain spaces for those of other widths that pictures have.
func unspaced(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }
