package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
)

// staged draws a run of three characters who move from stage to stage together.
// Each event uses what earlier ones said, and says something.
func staged(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("init stage s, !law\n")
	var said []string // and not used up
	for i := range rapid.IntRange(0, 25).Draw(t, "events") {
		use := "$ !law"
		if len(said) > 0 && rapid.Bool().Draw(t, "uses") {
			k := rapid.IntRange(0, len(said)-1).Draw(t, "which")
			use = "$ " + said[k]
			if rapid.Bool().Draw(t, "up") {
				use = "- " + said[k]
				said = slices.Delete(said, k, k+1)
			}
		}
		said = append(said, fmt.Sprintf("said %d", i))
		stage := "$ stage s"
		if rapid.IntRange(0, 3).Draw(t, "moves") == 0 {
			stage = "- stage s, + stage s"
		}
		fmt.Fprintf(&b, "e : %s, %s, + said %d\n", stage, use, i)
	}
	return b.String()
}

// reachable returns which pairs of nodes paths lead between.
func reachable(edges [][2]string) map[[2]string]bool {
	next := make(map[string][]string)
	for _, e := range edges {
		next[e[0]] = append(next[e[0]], e[1])
	}
	paths := make(map[[2]string]bool)
	for from := range next {
		for queue := slices.Clone(next[from]); len(queue) > 0; queue = queue[1:] {
			if to := queue[0]; !paths[[2]string{from, to}] {
				paths[[2]string{from, to}] = true
				queue = append(queue, next[to]...)
			}
		}
	}
	return paths
}

// byTokens returns all that stage tokens order, directly.
func byTokens(g *causal.Graph) [][2]string {
	var ties [][2]string
	tie := func(from, to causal.Event) {
		if from != causal.Outside && to != causal.Outside {
			ties = append(ties, [2]string{g.Step(from).ID.String(), g.Step(to).ID.String()})
		}
	}
	for i := range g.Resources {
		if r := &g.Resources[i]; r.StageToken() {
			tie(r.Producer, r.Consumer)
			for _, reader := range r.Readers {
				tie(r.Producer, reader)
				tie(reader, r.Consumer)
			}
		}
	}
	return ties
}

// The picture without stage tokens orders events as the tokens do, and has no
// dotted arrow too many.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := staged(t)
		g := tell(t, text)
		d, err := draw(g, Options{})
		require.NoError(t, err)
		var facts, ties [][2]string
		for _, e := range d.edges {
			if pair := [2]string{e.from, e.to}; e.value("class") == "order" {
				ties = append(ties, pair)
			} else {
				facts = append(facts, pair)
			}
		}
		want := reachable(slices.Concat(facts, byTokens(g)))
		require.Equal(t, want, reachable(slices.Concat(facts, ties)), text)
		for i := range ties {
			fewer := slices.Delete(slices.Clone(ties), i, i+1)
			require.NotEqual(t, want, reachable(slices.Concat(facts, fewer)), "%v in\n%s", ties[i], text)
		}
	})
}

// Where tokens are drawn, nothing else needs to say what they order.
func TestTokensOrTies(t *testing.T) {
	for tokens, want := range map[bool]int{true: 0, false: 20} {
		d, err := draw(verona(t), Options{StageTokens: tokens})
		require.NoError(t, err)
		require.Equal(t, want, strings.Count(string(d.dot()), `class="order"`))
	}
}

// Moves are counted from the one that made a token to the one that used it.
func TestMoves(t *testing.T) {
	day := "dusk : - stage day, + stage night\ndawn : - stage night, + stage day\n"
	g := tell(t, "init stage day\n"+strings.Repeat(day, 3)+"end : - stage day")
	a := &artist{graph: g}
	require.Equal(t, []causal.RuleEdge{
		{From: 0, To: 1, Consumed: 3, Preds: []string{"stage night"}},
		{From: 1, To: 0, Consumed: 2, Preds: []string{"stage day"}},
		{From: 1, To: 2, Consumed: 1, Preds: []string{"stage day"}},
	}, a.moves(g.Condense().Nodes))
}
