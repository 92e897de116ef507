package render

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// readArrows returns the arrows from facts to their readers. Pictures of events alone have none.
func readArrows(p *Picture) (arrows []diagram.Edge) {
	for _, e := range p.Edges {
		if e.Classes[0] == string(reads) && p.Nodes[e.From].Shape == diagram.Oval {
			arrows = append(arrows, e)
		}
	}
	return arrows
}

// TestReadsAreToldOrDrawn: each read is an arrow, or the tip of its reader names the fact, and the
// note and the legend have the numbers.
func TestReadsAreToldOrDrawn(t *testing.T) {
	everyPicture(t, []View{Causal}, func(t *rapid.T, g *causal.Graph, o Options, p *Picture) {
		told, drawn := len(p.told), len(readArrows(p))
		o.Reads = showing.AllReads
		all := mustDraw(t, g, o)
		require.Empty(t, all.told)
		require.Len(t, readArrows(all), told+drawn)
		for _, e := range p.told {
			require.Contains(t, p.Nodes[e.To].Tip, "no arrow from "+p.Nodes[e.From].ID+": ")
			require.NotEmpty(t, p.Nodes[e.To].Told)
		}
		if told == 0 {
			return
		}
		note := strings.Join(said(p), "\n")
		require.Contains(t, note, counted(told, "read")+" of facts that stay ")
		require.Contains(t, note, grouped(drawn)+" drawn as arrows")
		var legend []string
		for _, entry := range p.Legend {
			legend = append(legend, entry.Text)
		}
		require.True(t, slices.ContainsFunc(legend, func(text string) bool {
			return strings.HasPrefix(text, counted(told, "read")) && strings.HasSuffix(text, " told in boxes, not drawn")
		}), legend)
	})
}

// TestReadsAreToldInOneWay: boxes name the facts that they read in the same words, whether facts that nothing uses
// are left out or not.
func TestReadsAreToldInOneWay(t *testing.T) {
	lines := func(p *Picture) map[string]string {
		told := make(map[string]string)
		for _, n := range p.Nodes {
			for _, line := range n.Told {
				if strings.HasPrefix(line, "reads") {
					told[n.ID] = line
				}
			}
		}
		return told
	}
	everyPicture(t, []View{Causal}, func(t *rapid.T, g *causal.Graph, o Options, p *Picture) {
		o.Reads, o.Glance, o.MaxNodes = showing.NoReads, 0, 0
		whole, brief := o, o
		whole.Brief, brief.Brief = false, true
		require.Equal(t, lines(mustDraw(t, g, whole)), lines(mustDraw(t, g, brief)))
	})
}

// TestFewArrowsOfReads: by default no fact has arrows to more than two readers; none are drawn where
// none are wanted.
func TestFewArrowsOfReads(t *testing.T) {
	everyPicture(t, []View{Causal}, func(t *rapid.T, g *causal.Graph, o Options, _ *Picture) {
		o.Reads = showing.NoReads
		require.Empty(t, readArrows(mustDraw(t, g, o)))
		o.Reads = ""
		readers := make(map[int]int)
		p := mustDraw(t, g, o)
		for _, e := range readArrows(p) {
			readers[e.From]++
			require.LessOrEqual(t, readers[e.From], nearReaders)
		}
		o.Reads = showing.NearReads
		require.Equal(t, p.Diagram, mustDraw(t, g, o).Diagram)
	})
}

// TestTimeGoesDown: no box stands above one that had to come before it, or to the left of it where
// the picture leads to the right, though arrows of reads and of far order are left out, and
// whatever stands in one box.
func TestTimeGoesDown(t *testing.T) {
	everyPicture(t, []View{Causal, Steps}, func(t *rapid.T, _ *causal.Graph, o Options, p *Picture) {
		if o.View == Causal && o.Reads == showing.AllReads || p.Folding.Cyclic {
			return
		}
		p.rows = 1
		require.NoError(t, p.Place(t.Context()))
		for _, tie := range p.Folding.Order() {
			from, to := p.Nodes[tie.From], p.Nodes[tie.To]
			if p.Flow == diagram.Right {
				require.Less(t, from.At.X, to.At.X, "%s before %s", from.ID, to.ID)
			} else {
				require.Less(t, from.At.Y, to.At.Y, "%s before %s", from.ID, to.ID)
			}
		}
	})
}

// TestJSONKeepsReads: tools get all reads, and which of them have no path.
func TestJSONKeepsReads(t *testing.T) {
	p := mustDraw(t, verona(t), Options{})
	require.NotEmpty(t, p.told)
	data, err := p.Write(t.Context(), JSONFormat)
	require.NoError(t, err)
	var got pictureJSON
	require.NoError(t, json.Unmarshal(data, &got))
	told := 0
	for _, e := range got.Edges {
		require.Equal(t, e.Told, len(e.Path) == 0)
		if e.Told {
			told++
		}
	}
	require.Equal(t, len(p.told), told)
	require.Len(t, got.Edges, len(p.Edges)+told)
}

// TestWritersTellReads: each format of words has the facts that are told.
func TestWritersTellReads(t *testing.T) {
	p := mustDraw(t, verona(t), Options{})
	p.Encoding.Width = 400 // lines of text are not broken
	for _, f := range []Format{SVGFormat, HTMLFormat, DOTFormat, TextFormat, JSONFormat} {
		data, err := p.Write(t.Context(), f)
		require.NoError(t, err)
		for _, n := range p.Nodes {
			for _, line := range n.Told {
				require.Contains(t, string(data), line, "%s in %s", n.ID, f)
			}
		}
	}
}
