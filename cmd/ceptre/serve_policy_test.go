package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/render/chromium"
)

// The policy of a preview refuses nothing that a site uses: stylesheets, scripts, pictures
// and the news of changes.
func TestServePolicyFits(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.MustNotComplain(t, ctx,
		append(chromium.Turning, "Failed to load resource")...) // which is no matter of policy
	program, err := examples.FS.ReadFile("verona.cep")
	require.NoError(t, err)
	words, err := examples.FS.ReadFile("verona.md")
	require.NoError(t, err)
	v := begin(t, nil, folder(t, map[string]string{"verona.cep": string(program), "verona.md": string(words)}),
		"verona.cep")
	v.out.wait(t, "made in")
	for _, page := range []string{"", "map.html", "hours.html", "made.html", "all.html", "pictures/causal.svg"} {
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(v.url+page)), page)
		chromium.Comes(t, ctx, `document.readyState === "complete"`)
	}
	chromium.Do(t, ctx, chromedp.Navigate(v.url+"map.html"))
	chromium.Comes(t, ctx,
		`getComputedStyle(document.querySelector(".diagram")).direction === "ltr" && document.styleSheets.length > 1`)
}
