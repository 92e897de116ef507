package layered

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// ordered returns a random diagram in which the order of some nodes is known without an edge. As in views, that
// order has no cycles, nor has it any with the edges.
func ordered(t *rapid.T) *diagram.Diagram {
	d := drawn(t)
	n := len(d.Nodes)
	for i, e := range d.Edges {
		d.Edges[i].From, d.Edges[i].To = min(e.From, e.To), max(e.From, e.To)
	}
	for range rapid.IntRange(0, 30).Draw(t, "before") {
		a, b := rapid.IntRange(0, n-1).Draw(t, "first"), rapid.IntRange(0, n-1).Draw(t, "second")
		if a != b {
			d.Before = append(d.Before, [2]int{min(a, b), max(a, b)})
		}
	}
	return d
}

// first returns the layer of the first node that another leads to, less the span of the way there, and whether
// it leads to any; and whether an edge leads to the other.
func first(p *part, layer []int32, v int32) (goal int32, leads, led bool) {
	for _, k := range p.links {
		switch {
		case k.loose:
		case k.from == v && (!leads || layer[k.to]-k.span < goal):
			goal, leads = layer[k.to]-k.span, true
		case k.to == v && !k.unseen:
			led = true
		}
	}
	return goal, leads, led
}

// requireSpans checks that links lead on as far as they have to.
func requireSpans(t require.TestingT, l *layering) {
	for _, k := range l.p.links {
		require.True(t, k.loose || l.layer[k.to]-l.layer[k.from] >= k.span, k)
	}
}

// nearGoals checks that in broken layers nothing that no edge leads to has room nearer to what it leads to. It
// returns how many layers were too full for a node.
func nearGoals(t require.TestingT, l *layering) (full int) {
	p := l.p
	limit := p.limit(byLayer(l.layer))
	l.wrap()
	requireSpans(t, l)
	rows := byLayer(l.layer)
	for v := range int32(len(p.nodes)) {
		goal, leads, led := first(p, l.layer, v)
		for between := l.layer[v] + 1; leads && !led && between <= goal; between++ {
			require.Greater(t, p.breadth(rows[between])+p.breadth([]int32{v}), limit, "node %d has room", v)
			full++
		}
	}
	return full
}

// A node that no edge leads to stands directly above the first node that it leads to, by an edge or a recorded order.
// Where wide layers are broken, those between the two have no room for it.
func TestNodesStandNearWhatTheyLeadTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, p := range split(ordered(t), turn{}, fonts.Like("sans")) {
			p.breakCycles()
			l := newLayering(p)
			require.NoError(t, l.assign(context.Background()))
			requireSpans(t, l)
			for v := range int32(len(p.nodes)) {
				if goal, leads, led := first(p, l.layer, v); leads && !led {
					require.Equal(t, goal, l.layer[v], "node %d", v)
				}
			}
			nearGoals(t, l)
		}
	})
}

// Of 90 facts of the start, those that a later step uses have room right above it, and the others are in several
// full layers.
func TestNodesOfBrokenLayersStandNear(t *testing.T) {
	d := &diagram.Diagram{}
	for i := range 93 {
		d.Nodes = append(d.Nodes, diagram.Node{W: 80, H: 20})
		if i >= 3 {
			d.Edges = append(d.Edges, diagram.Edge{From: i, To: []int{0, 0, 0, 0, 1, 2}[i%6]})
		}
	}
	d.Edges = append(d.Edges, diagram.Edge{From: 0, To: 1}, diagram.Edge{From: 1, To: 2})
	p := split(d, turn{}, fonts.Like("sans"))[0]
	l := newLayering(p)
	require.NoError(t, l.assign(context.Background()))
	require.NotZero(t, nearGoals(t, l))
}

// A node without edges, of which only the order is known, stands directly below those before it.
func TestNodesWithoutEdgesStandBelowThoseBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := ordered(t)
		d.Nodes = append(d.Nodes, diagram.Node{ID: "last", W: 20, H: 20})
		before := rapid.IntRange(0, len(d.Nodes)-2).Draw(t, "last after")
		d.Before = append(d.Before, [2]int{before, len(d.Nodes) - 1})
		for _, p := range split(d, turn{}, fonts.Like("sans")) {
			l := newLayering(p)
			require.NoError(t, l.assign(context.Background()))
			for _, k := range p.links {
				if p.nodes[k.to] == len(d.Nodes)-1 {
					require.Equal(t, l.layer[k.from]+1, l.layer[k.to])
				}
			}
		}
	})
}
