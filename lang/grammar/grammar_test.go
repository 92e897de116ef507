package grammar

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata")

// Each NAME.cep of the corpus has the tokens of NAME.tokens: a line for each
// that is not white space, with its scope.
func TestTokens(t *testing.T) {
	file := filepath.Join("testdata", "tokens.txtar")
	ar, err := txtar.ParseFile(file)
	require.NoError(t, err)
	for i := 0; i+1 < len(ar.Files); i += 2 {
		program, want := ar.Files[i], &ar.Files[i+1]
		name := strings.TrimSuffix(program.Name, ".cep")
		t.Run(name, func(t *testing.T) {
			require.Equal(t, name+".tokens", want.Name)
			got := listing(Tokens(string(program.Data)))
			if *update {
				want.Data = []byte(got)
				return
			}
			require.Equal(t, string(want.Data), got)
		})
	}
	if *update {
		require.NoError(t, os.WriteFile(file, txtar.Format(ar), 0o644))
	}
}

func listing(tokens []Token) string {
	var b strings.Builder
	for _, token := range tokens {
		if text := strings.TrimSpace(token.Text); text != "" {
			line := fmt.Sprintf("%-20s %s", text, strings.TrimSuffix(token.Scope, ".ceptre"))
			b.WriteString(strings.TrimSpace(line) + "\n")
		}
	}
	return b.String()
}

// What editors ask of the file, and what [Tokens] relies on.
func TestFile(t *testing.T) {
	var root struct {
		Name, ScopeName string
		FileTypes       []string
		Patterns        []*pattern
	}
	require.NoError(t, json.Unmarshal(file, &root))
	require.Equal(t, "Ceptre", root.Name)
	require.Equal(t, "source.ceptre", root.ScopeName)
	require.Equal(t, []string{"cep"}, root.FileTypes)
	for _, p := range root.Patterns {
		checkPattern(t, p)
		for _, inner := range p.Patterns {
			require.Empty(t, inner.Begin)
			checkPattern(t, inner)
		}
	}
}

func checkPattern(t *testing.T, p *pattern) {
	t.Helper()
	require.NotEqual(t, p.Match == "", p.Begin == "", "either one match or a region")
	require.Equal(t, p.Begin != "", strings.HasSuffix(p.End, "|$"), "a region ends on its line")
	source := p.Match + p.Begin
	expr, err := regexp.Compile(source)
	require.NoError(t, err)
	require.False(t, expr.MatchString(""), "%s: nothing would be a match", source)
	require.NotRegexp(t, `\\[bB]|^\^|\(\?[=!<]`, source, "no looking around")
	require.Len(t, p.Captures, expr.NumSubexp(), source)
	scope := regexp.MustCompile(`^[a-z.]+\.ceptre$`)
	if p.Name != "" {
		require.Regexp(t, scope, p.Name)
	}
	for i, c := range p.Captures {
		require.Regexp(t, `^[1-9]$`, i)
		require.Regexp(t, scope, c.Name)
	}
}

// A line of words that might all be argument types is not read again for each:
// that would take minutes.
func TestLongLines(t *testing.T) {
	for _, part := range []string{"a ", "a", "- ", "(", "\"\\", "\t"} {
		text := strings.Repeat(part, 50_000)
		require.NotEmpty(t, Tokens(text))
	}
}

// No text is lost, changed or too much.
func FuzzTokens(f *testing.F) {
	ar, err := txtar.ParseFile(filepath.Join("testdata", "tokens.txtar"))
	require.NoError(f, err)
	for _, file := range ar.Files {
		f.Add(string(file.Data))
	}
	f.Add("\"\\\r\n\\\"\xff\x00’% \r\r\n\ufeff#")
	f.Fuzz(func(t *testing.T, text string) {
		var b strings.Builder
		for _, token := range Tokens(text) {
			require.NotEmpty(t, token.Text)
			b.WriteString(token.Text)
		}
		require.Equal(t, text, b.String())
	})
}
