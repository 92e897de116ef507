package layered

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// length returns how long all links are in sum, and -1 where one does not lead on.
func length(p *part, layer []int32) int {
	sum := 0
	for _, l := range p.links {
		if layer[l.to]-layer[l.from] < l.span {
			return -1
		}
		sum += int(l.weight * (layer[l.to] - layer[l.from]))
	}
	return sum
}

// shortest tries all layers for all nodes.
func shortest(p *part, layer []int32, node, depth int) int {
	if node == len(layer) {
		return length(p, layer)
	}
	best := -1
	for l := range depth {
		layer[node] = int32(l)
		if n := shortest(p, layer, node+1, depth); n >= 0 && (best < 0 || n < best) {
			best = n
		}
	}
	return best
}

func TestLayersAreTheShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 6).Draw(t, "nodes")
		d := &diagram.Diagram{Nodes: make([]diagram.Node, n)}
		for range rapid.IntRange(0, 9).Draw(t, "edges") {
			from := rapid.IntRange(0, n-2).Draw(t, "from")
			d.Edges = append(d.Edges, diagram.Edge{
				From: from, To: rapid.IntRange(from+1, n-1).Draw(t, "to"), Pull: rapid.IntRange(0, 3).Draw(t, "pull"),
			})
		}
		for _, p := range split(d, turn{}, fonts.Like("sans")) {
			p.breakCycles()
			l := newLayering(p)
			l.deepen()
			l.shorten()
			require.NoError(t, l.optimize(context.Background()))
			require.Equal(t, shortest(p, make([]int32, len(p.nodes)), 0, len(p.nodes)), length(p, l.layer))
		}
	})
}

// With loose edges alone there is no tree to improve, and layers stay right.
func TestLayersOfLooseEdges(t *testing.T) {
	d := &diagram.Diagram{Nodes: make([]diagram.Node, 8)}
	for i := range 7 {
		d.Edges = append(d.Edges, diagram.Edge{From: i, To: i + 1, Loose: i%3 == 0})
	}
	p := split(d, turn{}, fonts.Like("sans"))[0]
	layer, err := p.layers(context.Background())
	require.NoError(t, err)
	for _, l := range p.links {
		require.True(t, l.loose || layer[l.from] < layer[l.to])
		require.GreaterOrEqual(t, layer[l.from], int32(0))
	}
}
