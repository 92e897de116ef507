// Package chromium opens pages for tests, in a browser that those of a package share. What scripts do, and whether
// pages can be
// read, only a browser knows.
package chromium

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// longest is how long a test may keep its page.
const longest = 2 * time.Minute

// Start opens an empty page in a headless Chromium, which ends with the test. It shares
// nothing with the pages of other tests but the browser: it has storage and settings of its
// own. Without a Chromium the test is skipped, unless CEPTRE_BROWSER is "required".
func Start(t testing.TB) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		require.NotEqual(t, "required", os.Getenv("CEPTRE_BROWSER"), "no chromium found")
		t.Skip("no chromium found; CEPTRE_BROWSER=required makes this a failure")
	}
	browser, err := shared.running(path)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(browser, longest)
	t.Cleanup(cancel)
	page, closePage := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(func() {
		if ctx.Err() != nil {
			shared.end() // which does not answer, perhaps: the next test has another
		}
		closePage()
	})
	return page
}

// Comes waits until an expression is true in a page, through whatever it loads meanwhile.
func Comes(t testing.TB, ctx context.Context, expression string) {
	t.Helper()
	require.EventuallyWithT(t, func(c *assert.CollectT) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		yes, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`!!(`+expression+`)`))
		assert.NoError(c, err)
		assert.True(c, yes, expression)
	}, time.Minute, 10*time.Millisecond)
}

// Photograph keeps a picture of a page in the folder that CEPTRE_PICTURES names, to be
// looked at; without that it does nothing.
func Photograph(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("CEPTRE_PICTURES")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), png, 0o644))
}
