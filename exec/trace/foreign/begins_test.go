package foreign

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A line is found where a regular expression finds it.
func TestLineWith(t *testing.T) {
	line := regexp.MustCompile(`(?m)^[ \t]*ab:`)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`((ab:|ba:|a|é| |\t|\r?\n){0,4}){0,4}`).Draw(t, "text")
		want := -1
		if at := line.FindStringIndex(text); at != nil {
			want = at[0]
		}
		require.Equal(t, want, lineWith(text, "ab:"))
	})
}

// A graph begins where a regular expression says so.
func TestBeginGraph(t *testing.T) {
	begin := regexp.MustCompile(`(?i)^(strict\b\s*)?digraph\b`)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`(strict|STRICT|Strict)?([ \n\t\r\f]|x){0,2}(digraph|DIGRAPH|graph)?( |x|\{|\()?`).Draw(
			t, "text")
		require.Equal(t, len(begin.FindString(text)), beginGraph(text), "%q", text)
	})
}
