package diagram

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

// TestToldWordsStandBelow: the second part of a box holds its lines, below those of the label, and the
// box holds both.
func TestToldWordsStandBelow(t *testing.T) {
	f := fonts.Like("")
	line := rapid.StringMatching(`[a-z ]{1,30}`)
	rapid.Check(t, func(t *rapid.T) {
		d := &Diagram{Nodes: []Node{{
			Text: rapid.SliceOfN(line, 1, 3).Draw(t, "text"), Told: rapid.SliceOfN(line, 0, 4).Draw(t, "told"),
			Double: rapid.Bool().Draw(t, "double"), At: Point{100, 100},
		}}}
		d.Measure(f)
		n := &d.Nodes[0]
		require.Equal(t, len(n.Told) > 0, n.Card() != nil)
		words, told := n.Words(), n.ToldWords()
		require.Len(t, words, len(n.Text))
		require.Len(t, told, len(n.Told))
		head := n.Head()
		last := head.At.Y + head.H/2
		require.Less(t, words[len(words)-1].At.Y, last)
		for _, w := range told {
			require.Greater(t, w.At.Y-w.Size/2, last)
			require.Less(t, w.At.Y, n.At.Y+n.H/2)
			require.LessOrEqual(t, f.Width(w.Text)*w.Size, n.W)
			last = w.At.Y
		}
	})
}
