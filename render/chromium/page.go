package chromium

import (
	"context"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Do does something in a page: it opens an address, presses keys or clicks.
func Do(t testing.TB, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	require.NoError(t, chromedp.Do(ctx, actions...))
}

// Value returns the value of an expression in a page or, if that is a promise, what it becomes.
func Value[T any](t testing.TB, ctx context.Context, expression string) T {
	t.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(t, err, expression)
	return value
}

// SetMedia sets features of the medium, such as `prefers-color-scheme` and `dark`, in pairs. Others are as they are in
// a new page.
func SetMedia(t testing.TB, ctx context.Context, features ...string) {
	t.Helper()
	var media []*emulation.MediaFeature
	for pair := range slices.Chunk(features, 2) {
		media = append(media, &emulation.MediaFeature{Name: pair[0], Value: pair[1]})
	}
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media})
	require.NoError(t, err)
}
