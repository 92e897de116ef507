package tui

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/play/web/page"
)

// The workbench has the keys of the screen, and lists them in its help. Others than
// letters and the like are the browser's, as the mouse is, and who has had enough closes the
// page.
func TestKeysOfThePage(t *testing.T) {
	read := func(name string) string {
		data, err := page.Files.ReadFile(name)
		require.NoError(t, err)
		return string(data)
	}
	does, help := read("keys.js"), read("workbench.html")
	for _, b := range bindings() {
		name := b.Keys()[0]
		if len(name) > 1 || name == "q" || name == "m" {
			continue
		}
		require.Regexp(t, `'`+regexp.QuoteMeta(name)+`': `, does, b.about)
		require.Contains(t, help, "<kbd>"+name+"</kbd>", b.about)
	}
}
