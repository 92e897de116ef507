package manual

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestPages checks that each file of the manual is a page and each page has a file.
func TestPages(t *testing.T) {
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	var files, pages []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".md"); ok {
			files = append(files, name)
		}
	}
	for _, p := range Pages() {
		pages = append(pages, p.Name)
		require.NotEmpty(t, p.Markdown())
	}
	require.ElementsMatch(t, files, pages)
}

const sample = "# A page\n\nSome `code`, a [link](other.md#there) and **more**,\nin two lines.\n\n```console\n$ " +
	"ceptre run   x.cep\n```\n\n" +
	"| a | b |\n|---|--:|\n| `x \\| y` | two |\n\n- one item that is longer than\n  a line can be here\n- `` a ` b " +
	"``\n\n## End\n\n    indented\n\n      deeper\n\nlast\n"

// TestText checks how each kind of block is laid out.
func TestText(t *testing.T) {
	require.Equal(t, `A page

  Some code, a link and more, in two
  lines.

      $ ceptre run   x.cep

  a      b
  x | y  two

  - one item that is longer than a line
    can be here
  - a `+"`"+` b

End

      indented

        deeper

  last
`, Text(sample, 40))
}

// TestTextOfPages checks that the pages of the manual leave no marks and no long lines but
// those of code.
func TestTextOfPages(t *testing.T) {
	for _, p := range Pages() {
		for _, line := range strings.Split(Text(p.Markdown(), 80), "\n") {
			if strings.HasPrefix(line, body+"    ") {
				continue // code keeps its lines, or a cell, which is wrapped alike
			}
			require.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%s: %s", p.Name, line)
			require.NotContains(t, line, "](", p.Name)
			require.NotRegexp(t, "^#|^ *(\\|.*\\|$|```)", line, p.Name)
		}
	}
}
