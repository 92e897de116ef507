package page

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }

// evaluate returns the value of an expression in a page that can import the modules.
func evaluate[T any](t *testing.T, expression string) T {
	t.Helper()
	s := httptest.NewServer(http.FileServerFS(Files))
	t.Cleanup(s.Close)
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(s.URL+"/lines.js"))
	return chromium.Value[T](t, ctx, expression)
}

// Whatever the line ends of a text are, typing in the field that shows it changes the text as it
// changes the field, and nothing else. Offsets go both ways, and lines with colours and marks are the whole text.
func TestLineEnds(t *testing.T) {
	faults := evaluate[[]string](t, `import('/lines.js').then(({shown, Places, difference, changed, moved, lines}) => {
		const parts = ['a', 'b', '\r', '\n', '\r\n', '😀', '\t', '\ufeff'];
		let seed = 1;
		const below = n => (seed = (seed * 48271) % 2147483647) % n;
		const text = most => Array.from({length: below(most)}, () => parts[below(parts.length)]).join('');
		const faults = [], must = (ok, ...what) => { if (!ok && faults.length < 5) faults.push(JSON.stringify(what)); };
		for (let n = 0; n < 20000; n++) {
			const was = text(12), field = shown(was), from = below(field.length + 1), to = from + below(field.length - from + 1);
			const put = shown(text(4)), now = field.slice(0, from) + put + field.slice(to);
			const d = difference(field, now, from + put.length), places = new Places(was), next = changed(was, d);
			must(field.slice(0, d.from) + d.put + field.slice(d.to) === now, 'difference', field, now, d);
			must(shown(next) === now, 'changed', was, d, next);
			const head = was.slice(0, places.toFile(d.from)), tail = was.slice(places.toFile(d.to));
			must(next.startsWith(head) && next.endsWith(tail), 'kept', was, d, next);
			for (let i = 0; i <= field.length; i++) must(places.toShown(places.toFile(i)) === i, 'places', was, i);
			const runs = [...was].map((c, i) => [c.length, 'k' + i]), length = next.length - head.length - tail.length;
			const after = moved(runs, head.length, was.length - tail.length, length);
			if (was) must(after.reduce((n, [k]) => n + k, 0) === next.length, 'moved', was, d);
			const rows = lines(was, runs, [{from: 1, to: 3, kind: 'error'}, {from: 2, to: 5, kind: 'warning'}]);
			must(rows.map(row => row.map(p => p.text).join('')).join('\n') === field, 'lines', was, rows);
		}
		return faults;
	})`)
	require.Empty(t, faults)
}

// New lines end as most lines of the text do.
func TestNewLines(t *testing.T) {
	texts := evaluate[[]string](t, `import('/lines.js').then(({changed}) =>
		['a\r\nb\r\nc\nd', 'a\nb\nc\r\nd', 'a\rb'].map(text => changed(text, {from: 2, to: 2, put: 'x\n'})))`)
	require.Equal(t, []string{"a\r\nx\r\nb\r\nc\nd", "a\nx\nb\nc\r\nd", "a\rx\rb"}, texts)
}
