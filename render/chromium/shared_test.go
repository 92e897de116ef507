package chromium

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { Tests{M: m}.Run() }

// opens opens a page that a server has.
func opens(t *testing.T, url string) context.Context {
	t.Helper()
	page := Start(t)
	require.NoError(t, chromedp.Do(page, chromedp.Navigate(url)))
	return page
}

// Tests leave each other nothing but the browser.
func TestPagesShareNothing(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	for range 2 {
		page := opens(t, s.URL)
		found, err := chromedp.Run(page, chromedp.Evaluate[string](`(() => {
			const found = (localStorage.left ?? "") + document.cookie;
			localStorage.left = "something";
			document.cookie = "left=something";
			return found;
		})()`))
		require.NoError(t, err)
		require.Empty(t, found)
		Comes(t, page, `document.cookie && localStorage.left`)
	}
}

// After a crash, or a test for which the browser had no answer, the next has another one.
func TestStartsAnew(t *testing.T) {
	var last *chromedp.Browser
	for range 3 {
		page := opens(t, "about:blank")
		browser := chromedp.FromContext(page).Browser
		require.NotSame(t, last, browser)
		last = browser
		require.NoError(t, browser.Process().Kill())
		<-page.Done()
		require.Error(t, chromedp.Do(page, chromedp.Navigate("about:blank")))
	}
}
