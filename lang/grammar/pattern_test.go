package grammar

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The next match is the leftmost of all patterns, each searched for anew, and of several there that of the first.
func TestFind(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "B ", "_", `"`, `\`, " : ", "pred", ".", "type", "#builtin ",
		"#never x in y :", "stage ", "-o", "o-", "sum N in ", "qui *", "%", "(",
		"$", "∗", "é", "mod", "+", "12", "<=", "\xff", "’", " ", "x/y"})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for range rapid.IntRange(0, 12).Draw(t, "pieces") {
			text += piece.Draw(t, "piece")
		}
		f := newFinder(load(), text)
		for at := 0; at < len(text); at += rapid.IntRange(1, 3).Draw(t, "step") {
			var want *match
			for _, p := range load() {
				found := shift(p.expr.FindStringSubmatchIndex(text[at:]), at)
				if found != nil && (want == nil || found[0] < want.start()) {
					want = &match{p, found}
				}
			}
			require.Equal(t, want, f.find(at), "%q from %d", text, at)
		}
	})
}
