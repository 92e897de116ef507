package themes

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What can hardly be seen is told with its place, in the order of the file; what the
// file does not set is its base's, and is not told of.
func TestWarnings(t *testing.T) {
	theme, err := Parse("x.json", []byte(`{"base": "paper",
  "dark": {"page": {"ink": "#777"}},
  "light": {"picture": {"line": "#aaa", "threads": ["#000", "#eee", "#00f", "#070", "#700", "#505"],
                        "event": {"fill": "#333"}, "engine": {"fill": "#4d4d4d"}},
            "page": {"wash": "#767676", "rule": "#fff"}}}`))
	require.NoError(t, err)
	require.Equal(t, []Warning{
		{"x.json:2:28", "dark.page.ink `#777777` on dark.page.wash `#262a30` has a contrast of 3.22: text needs 4.5 to be " +
			"read"},
		{"x.json:3:33",
			"light.picture.line `#aaaaaa` on light.picture.balance.fill `#e9e9e9` has a contrast of 1.91: lines " +
				"need 3 to be seen"},
		{"x.json:3:61", "light.picture.threads[1] `#eeeeee` on light.picture.background `#ffffff` has a contrast of 1.16: " +
			"text needs 4.5 to be read"},
		{"x.json:4:43", "light.picture.event.ink `#000000` on light.picture.event.fill `#333333` has a contrast of 1.66: " +
			"text needs 4.5 to be read"},
		{"x.json:4:71", "light.picture.engine.ink `#0a1f3a` on light.picture.engine.fill `#4d4d4d` has a contrast of 1.95: " +
			"text needs 4.5 to be read"},
		{"x.json:4:71", "light.picture.engine.border `#17375e` on light.picture.engine.fill `#4d4d4d` has a contrast of " +
			"1.42: lines need 3 to be seen"},
		{"x.json:4:71", "light.picture.ink `#111111` on light.picture.engine.fill `#4d4d4d` has a contrast of 2.23: text " +
			"needs 4.5 to be read"},
	}, theme.Warnings()[:7])
	for _, w := range theme.Warnings()[7:] {
		require.Equal(t, "x.json:5:30", w.Place)
		require.Contains(t, w.Message, " on light.page.wash `#767676` has a contrast of ")
	}
	require.Len(t, theme.Warnings(), 7+7, "%v", theme.Warnings())
}

// TestWarningsRoundDown: a contrast just below the bound is not rounded up.
func TestWarningsRoundDown(t *testing.T) {
	theme, err := Parse("x.json", []byte(`{"base": "paper", "light": {"picture": {"faint": "#777"}}}`))
	require.NoError(t, err)
	require.Len(t, theme.Warnings(), 1)
	require.Contains(t, theme.Warnings()[0].Message, " has a contrast of 4.47:") // 4.478
}

// Themes of ours have no warnings, neither as they are nor as they are written out.
func TestNoWarnings(t *testing.T) {
	for _, name := range Names() {
		require.Empty(t, find(t, name).Warnings())
		sources, err := Sources(name, true)
		require.NoError(t, err)
		files := map[string]string{}
		for _, f := range sources {
			files[f.Name] = string(f.Data)
		}
		require.Empty(t, find(t, folder(t, files)).Warnings())
	}
	require.Empty(t, find(t, folder(t, map[string]string{"theme.css": "p {}"})).Warnings())
	mine := find(t, folder(t, map[string]string{"theme.json": `{"base": "stage", "print": {"page": {"focus": "#fff"}}}`}))
	require.Len(t, mine.Warnings(), 1)
	require.Contains(t, mine.Warnings()[0].Place, filepath.Join("mine", "theme.json")+":1:47")
	mine.Warnings()[0].Place = ""
	require.NotEmpty(t, mine.Warnings()[0].Place, "what is returned is the caller's own")
}
