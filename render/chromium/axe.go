package chromium

import (
	"context"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Axe returns the script of axe-core, which finds faults that keep people from using a page. CEPTRE_AXE is the path
// of its axe.min.js, from the npm registry; without it the test is skipped.
func Axe(t testing.TB) string {
	t.Helper()
	file := os.Getenv("CEPTRE_AXE")
	if file == "" {
		t.Skip("CEPTRE_AXE names no axe.min.js")
	}
	script, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(script)
}

// MustBeAccessible fails a test if axe-core, by its script, finds a fault with a page as it is: by the rules of WCAG
// 2.2 at the levels A and AA, and what its authors hold to be best practice.
func MustBeAccessible(t testing.TB, ctx context.Context, axe, state string) {
	t.Helper()
	there, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`"axe" in globalThis`))
	require.NoError(t, err)
	if !there {
		require.NoError(t, chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](axe)))
	}
	found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](violations, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	require.Empty(t, found, state)
}

const violations = `(async () => {
	const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
	const found = await axe.run(document,
		{runOnly: {type: "tag", values: tags}, resultTypes: ["violations"], preload: false});
	return found.violations.flatMap(v => v.nodes.map(n =>
		v.id + ": " + n.html.slice(0, 200) + " " + (n.any[0]?.message ?? n.all[0]?.message ?? "")));
})()`
