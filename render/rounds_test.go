package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// match tells a game of two players, who draw and play a card each in every round.
func match(rounds int) string {
	var b strings.Builder
	b.WriteString("type player ann bob\ninit stage ann, may draw")
	for i := range rounds {
		fmt.Fprintf(&b, ", card c%d", i)
	}
	for i := range rounds {
		for _, turn := range [][2]string{{"ann", "bob"}, {"bob", "ann"}} {
			who, next := turn[0], turn[1]
			card := fmt.Sprintf("hand %s c%d", who, i)
			if who == "ann" {
				fmt.Fprintf(&b, "\ndraw ann : $ stage ann, - card c%d, + %s", i, card)
			} else {
				fmt.Fprintf(&b, "\ndraw bob : $ stage bob, - table ann c%d, + %s", i, card)
			}
			fmt.Fprintf(&b, "\nplay %s : $ stage %s, - %s, + table %s c%d", who, who, card, who, i)
			fmt.Fprintf(&b, "\nturn : - stage %s, + stage %s", who, next)
		}
	}
	return b.String()
}

// Each visit to a stage is a box of its own as long as there is room, then each round is, and
// then rounds are put together.
func TestRoundsOfAGame(t *testing.T) {
	g := tell(t, match(38))
	for most, want := range map[int]struct {
		boxes int
		label string // of the second box
	}{
		300: {76, "round 1, stage bob"},
		160: {38, "round 2: 6 events"},
		100: {76, "round 1, stage bob"}, // without facts
		30:  {19, "rounds 3 to 4: 12 events"},
	} {
		for _, v := range []View{Causal, Steps} {
			p := mustDraw(t, g, Options{View: v, MaxNodes: most})
			if v == Steps && len(p.Folding.Selection.Events) <= most {
				require.Len(t, p.Nodes, 6*38)
				continue
			}
			require.LessOrEqual(t, len(p.Nodes), most)
			if v == Causal || most <= 100 {
				require.Len(t, p.Folding.Groups, want.boxes, "%s of %d", v, most)
				require.Equal(t, want.label, p.Nodes[1].Text[0])
			}
		}
	}
}

// A long chain of one rule, which is a single run, stands in pieces of equal length.
func TestLongChain(t *testing.T) {
	text := "init n"
	for range 1000 {
		text += "\ntick : - n, + n"
	}
	p := mustDraw(t, tell(t, text), Options{View: Steps, MaxNodes: MaxNodes})
	require.Len(t, p.Nodes, 250)
	require.Equal(t, []string{"tick 4×", "t5 … t8"}, p.Nodes[1].Text)
	p = mustDraw(t, tell(t, text), Options{View: Causal, MaxNodes: MaxNodes})
	require.Len(t, p.Nodes, 251)
	require.Equal(t, []string{"tick 8×", "t9 … t16"}, p.Nodes[1].Text)
}
