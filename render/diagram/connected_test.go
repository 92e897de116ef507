package diagram

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Nodes are of one component if there is a way between them.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "nodes")
		d := &Diagram{Nodes: make([]Node, n)}
		way := make([][]bool, n)
		for i := range way {
			way[i] = make([]bool, n)
			way[i][i] = true
		}
		for range rapid.IntRange(0, 8).Draw(t, "edges") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			d.Edges = append(d.Edges, Edge{From: a, To: b})
			way[a][b], way[b][a] = true, true
		}
		for k := range n {
			for i := range n {
				for j := range n {
					way[i][j] = way[i][j] || way[i][k] && way[k][j]
				}
			}
		}
		connected := true
		of := d.Components()
		for i := range n {
			for j := range n {
				require.Equal(t, way[i][j], of[i] == of[j])
				connected = connected && way[i][j]
			}
			require.LessOrEqual(t, of[i], i)
			require.Equal(t, of[i], of[of[i]])
		}
		require.Equal(t, connected, d.Connected())
	})
}
