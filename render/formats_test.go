package render

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/graphviz"
	"github.com/ceptre-graph/ceptre/render/layered"
)

// Every format of every view is valid, and the same each time, whether a picture is
// drawn anew or written again.
func TestFormats(t *testing.T) {
	for _, f := range Formats() {
		everyView(t, f, func(t *testing.T, p *Picture, data []byte) {
			valid[f](t, data)
			again, err := p.Write(t.Context(), f)
			require.NoError(t, err)
			require.Equal(t, string(data), string(again), "written again")
		})
	}
}

// everyView writes each view of a run in a format.
func everyView(t *testing.T, f Format, check func(*testing.T, *Picture, []byte)) {
	for _, v := range Views() {
		for name, o := range map[string]Options{
			"":        {},
			"-small":  {MaxNodes: 12},
			"-folded": {Collapse: []fold.Method{fold.Repeats, fold.Stages}},
		} {
			t.Run(string(f)+"/"+string(v)+name, func(t *testing.T) {
				o.View, o.Of, o.Link = v, []string{"t20"}, scene
				p, anew := drawnSmall(t, eveningTown(), o), drawnSmall(t, eveningTown(), o)
				data, err := p.Write(t.Context(), f)
				require.NoError(t, err)
				same, err := anew.Write(t.Context(), f)
				require.NoError(t, err)
				require.True(t, bytes.Equal(same, data), "drawn anew")
				check(t, p, data)
			})
		}
	}
}

// drawnSmall returns a picture with a bitmap that is quick to make.
func drawnSmall(t *testing.T, g *causal.Graph, o Options) *Picture {
	p := mustDraw(t, g, o)
	p.Encoding.Scale = 0.5
	return p
}

// valid says for each format whether a file is one.
var valid = map[Format]func(*testing.T, []byte){
	SVGFormat:  func(t *testing.T, data []byte) { read(t, data) },
	HTMLFormat: validPage,
	DOTFormat:  validDOT,
	JSONFormat: func(t *testing.T, data []byte) { require.True(t, json.Valid(data)) },
	PNGFormat: func(t *testing.T, data []byte) {
		_, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
	},
	PDFFormat: func(t *testing.T, data []byte) {
		require.True(t, bytes.HasPrefix(data, []byte("%PDF-")))
		require.Contains(t, string(data[len(data)-20:]), "%%EOF")
	},
	TextFormat: func(t *testing.T, data []byte) {
		require.NotEmpty(t, data)
		require.NotRegexp(t, `[\x00-\x09\x0b-\x1f\x7f]`, string(data))
	},
}

// validPage checks that a page has the elements of a picture once, and loads nothing from
// elsewhere.
func validPage(t *testing.T, data []byte) {
	ids := make(map[string]bool)
	for n := range parsePage(t, data).Descendants() {
		for _, a := range n.Attr {
			if a.Key == "id" {
				require.False(t, ids[a.Val], a.Val)
				ids[a.Val] = true
			}
			require.NotContains(t, []string{"src", "onclick", "onload"}, a.Key)
		}
	}
	require.True(t, ids["picture-desc"])
}

func parsePage(t fataler, data []byte) *html.Node {
	t.Helper()
	page, err := html.Parse(bytes.NewReader(data))
	require.NoError(t, err)
	return page
}

func validDOT(t *testing.T, data []byte) { asDOT(t, "dot", data) }

// asDOT has an engine of the installed Graphviz parse a drawing and return its content.
func asDOT(t *testing.T, engine string, data []byte) string {
	t.Helper()
	program, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed")
	}
	cmd := exec.CommandContext(t.Context(), program, append(strings.Fields(engine), "-Tplain")...)
	if engine == "dot" {
		cmd.Args = []string{program, "-Tcanon"} // without a layout
	}
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), &out, &said
	require.NoError(t, cmd.Run(), said.String())
	require.Empty(t, said.String())
	return out.String()
}

// A placed picture in DOT is drawn by neato -n2 where things are.
func TestPlacedDOT(t *testing.T) {
	for _, v := range Views() {
		t.Run(string(v), func(t *testing.T) {
			p := mustDraw(t, verona(t), Options{View: v, Of: []string{"t20"}})
			require.NoError(t, p.Place(t.Context()))
			data, err := p.Write(t.Context(), DOTFormat)
			require.NoError(t, err)
			places := regexp.MustCompile(`(?m)^node (\S+) `).FindAllStringSubmatch(asDOT(t, "-Kneato -n2", data), -1)
			var got, want []string
			for _, m := range places {
				if id := strings.Trim(m[1], `"`); !strings.HasPrefix(id, "band") {
					got = append(got, id)
				}
			}
			for _, n := range p.Nodes {
				want = append(want, n.ID)
			}
			require.ElementsMatch(t, want, got)
		})
	}
}

// JSON has what the SVG has that is not broken into rows, and the reads that are told.
func TestJSONIsTheSVG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomTown(t)
		o := randomOptions(t, g, rapid.SampledFrom(Views()).Draw(t, "view"))
		o.Rows = 1
		p := mustDraw(t, g, o)
		data, err := p.Write(t.Context(), JSONFormat)
		require.NoError(t, err)
		var got pictureJSON
		require.NoError(t, json.Unmarshal(data, &got))
		svg, err := p.Write(t.Context(), SVGFormat)
		require.NoError(t, err)
		want := read(t, svg)
		var ids []string
		for _, n := range got.Nodes {
			require.Equal(t, 1, want.ids[n.ID])
			ids = append(ids, n.ID)
		}
		delete(want.ids, "picture-title")
		delete(want.ids, "picture-desc")
		require.ElementsMatch(t, slices.Collect(maps.Keys(want.ids)), ids)
		var edges []string
		for _, e := range got.Edges {
			if e.Told {
				continue
			}
			edges = append(edges, e.From+" "+e.To)
			require.NotEmpty(t, e.Path)
		}
		require.Equal(t, want.edges, edges)
	})
}

// A deadline ends each format soon, and what comes after is right.
func TestDeadlines(t *testing.T) {
	g := longTown(3000)
	for _, f := range []Format{SVGFormat, HTMLFormat, PNGFormat, PDFFormat, JSONFormat} {
		p := mustDraw(t, g, Options{})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		begin := time.Now()
		data, err := p.Write(ctx, f)
		cancel()
		require.Error(t, err, f)
		require.ErrorIs(t, err, ctx.Err())
		require.Nil(t, data)
		require.Less(t, time.Since(begin), 5*time.Second) // whole, it takes longer; idle, it takes milliseconds
	}
}

// Both layouts keep nodes and edges as they are, and find places for all.
func TestLayoutsAgreeOnWhatThereIs(t *testing.T) {
	g := longTown(40)
	p, q := mustDraw(t, g, Options{}), mustDraw(t, g, Options{})
	require.NoError(t, graphviz.Place(t.Context(), p.Diagram, fontOf(p)))
	require.NoError(t, layered.Place(t.Context(), q.Diagram, fonts.Like("sans")))
	require.Equal(t, shown(p), shown(q))
	require.True(t, p.Placed && q.Placed)
}

// shown is what a picture shows without its places.
func shown(p *Picture) []string {
	var all []string
	for _, n := range p.Nodes {
		all = append(all, n.ID+" "+strings.Join(n.Text, "/"))
	}
	for _, e := range p.Edges {
		all = append(all, p.Nodes[e.From].ID+" -> "+p.Nodes[e.To].ID)
	}
	return all
}
