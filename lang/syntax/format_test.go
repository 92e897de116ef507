package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Each archive holds a program, what it looks like when formatted, and the
// notes.
func TestFormat(t *testing.T) {
	files, err := filepath.Glob("testdata/format/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			require.Len(t, archive.Files, 3)
			text, notes, errs := Format(&Source{Name: "p.cep", Text: archive.Files[0].Data})
			require.Empty(t, errs)
			requireSameProgram(t, string(archive.Files[0].Data), string(text))
			var lines strings.Builder
			for _, n := range notes {
				fmt.Fprintf(&lines, "%s: %s\n", n.Start, n.Msg)
			}
			if *update {
				archive.Files[1].Data, archive.Files[2].Data = text, []byte(lines.String())
				require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
			}
			require.Equal(t, string(archive.Files[1].Data), string(text))
			require.Equal(t, string(archive.Files[2].Data), lines.String())
		})
	}
}

// requireSameProgram makes sure that a formatted text has the tree and the
// comments of the text before, and stays as it is when formatted again.
func requireSameProgram(t require.TestingT, before, after string) {
	old, errs := parse(before)
	require.Empty(t, errs)
	now, errs := parse(after)
	require.Empty(t, errs, after)
	require.Equal(t, dump(old), dump(now), after)
	require.Equal(t, commentTexts(old), commentTexts(now), after)
	again, notes, errs := Format(&Source{Name: "p.cep", Text: []byte(after)})
	require.Empty(t, errs)
	require.Empty(t, notes)
	require.Equal(t, after, string(again))
}

func commentTexts(f *File) []string {
	texts := make([]string, len(f.Comments))
	for i, c := range f.Comments {
		texts[i] = strings.TrimRightFunc(c.Text, unicode.IsSpace)
	}
	return texts
}

func formatted(t require.TestingT, text string) string {
	out, _, errs := Format(&Source{Name: "p.cep", Text: []byte(text)})
	require.Empty(t, errs, text)
	return string(out)
}

// What archives cannot hold: texts without lines, and odd line ends.
func TestFormatBytes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		" \n\t\n":                            "",
		"%":                                  "%\n",
		"\n\n% a \t\n\n\n":                   "% a\n",
		"\ufeffp:pred.":                      "p : pred.\n",
		"p : pred.\r\n\r\n\r\nq : pred.% c ": "p : pred.\n\nq : pred.  % c\n",
		"% a\r\n\tp\r\n\t: pred.\r\n":        "% a\np\n  : pred.\n",
		"stage s { }\n.\np -o.":              "stage s = { }\np -o.\n",
		"stage s { } . p -o.":                "stage s = { }  p -o.\n",
		"stage s { } % c\n. % d\np -o.":      "stage s = { }  % c\n% d\np -o.\n",
	} {
		require.Equal(t, want, formatted(t, text), "%q", text)
	}
}

func TestFormatRefusesErrors(t *testing.T) {
	for _, text := range []string{"a : type", "stage s = {", "\xff", "p \"abc"} {
		out, notes, errs := Format(&Source{Name: "p.cep", Text: []byte(text)})
		_, want := parse(text)
		require.Equal(t, want.Error(), errs.Error())
		require.Nil(t, out)
		require.Nil(t, notes)
	}
}

func TestFormatExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		requireSameProgram(t, string(text), formatted(t, string(text)))
	}
}

// Programs with white space, comments and spellings thrown in by chance are
// formatted to the same program.
func TestFormatKeepsPrograms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := &File{Decls: rapid.SliceOfN(genDecl(), 0, 6).Draw(rt, "decls")}
		plain := printed(rt, f)
		if _, errs := parse(plain); len(errs) > 0 {
			rt.Skip("TestPrintParse has something to say of this one")
		}
		text := scattered(rt, plain)
		requireSameProgram(rt, text, formatted(rt, text))
	})
}

// scattered writes the tokens of a program with other things between them.
func scattered(t *rapid.T, text string) string {
	src := &Source{Text: []byte(text)}
	tokens, _ := scan(src, new(ErrorList))
	var b strings.Builder
	b.WriteString(rapid.SampledFrom([]string{"", "\ufeff", "\n\n", "% c\n"}).Draw(t, "start"))
	for i, tok := range tokens[:len(tokens)-1] {
		text := src.Slice(tok.Span)
		if tok.kind == tEqual && tokens[i+1].kind != tOpenBrace { // of an invariant
			b.WriteString(rapid.SampledFrom([]string{"=", "=="}).Draw(t, "equal"))
		} else {
			b.WriteString(genSpelling(text).Draw(t, "spelling"))
		}
		b.WriteString(genSpace(tok, tokens[i+1:]).Draw(t, "space"))
	}
	return b.String()
}

func genSpelling(text string) *rapid.Generator[string] {
	other := map[string]string{"-o": "⊸", "->": "→", "<-": "←", "*": "⊗", "x'": "x′", "C'": "C’", "7": "007", "=": ""}
	if alike, ok := other[text]; ok {
		return rapid.SampledFrom([]string{text, alike})
	}
	return rapid.Just(text)
}

// genSpace draws what may stand behind a token: an argument before a colon has
// to stay in its line.
func genSpace(t token, rest []token) *rapid.Generator[string] {
	spaces := []string{" ", " ", " ", "   ", "\t"}
	ended := t.kind == tDot || t.kind == tOpenBrace || t.kind == tCloseBrace
	if ended || len(rest) < 2 || rest[1].kind != tColon {
		spaces = append(spaces, "\n", "\n  ", "\n    ", "\r\n\r\n\t", "\n\n\n", "% c\n", "  %d \n\n ", "\n  % e\r\n   ",
			"\n\n% f\n\n")
	}
	return rapid.SampledFrom(spaces)
}

// However long a line or a list of lines is, what comes out is no longer than it
// has to be, and comes out.
func TestFormatLongPrograms(t *testing.T) {
	const n = 50_000
	long := strings.Repeat("p. ", n)
	for name, text := range map[string]string{
		"many lines beside a long one": long + "% c\n" + strings.Repeat("p. % c\n", n),
		"many cells below a long line": long + "\n" + strings.Repeat("p.\n", n),
		"one long rule":                "p\n" + strings.Repeat("* p\n", n) + "-o p.",
		"many comments":                strings.Repeat("% c\n", n) + "p.",
	} {
		out := formatted(t, text)
		require.Less(t, len(out), 4*len(text), name)
	}
}

// FuzzFormat looks for programs that formatting changes, or formats otherwise
// the second time.
func FuzzFormat(f *testing.F) {
	for _, pattern := range []string{"testdata/*.txtar", "testdata/format/*.txtar"} {
		files, err := filepath.Glob(pattern)
		require.NoError(f, err)
		for _, file := range files {
			archive, err := txtar.ParseFile(file)
			require.NoError(f, err)
			f.Add(archive.Files[0].Data)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		out, _, errs := Format(&Source{Name: "p.cep", Text: text})
		if len(errs) == 0 {
			requireSameProgram(t, string(text), string(out))
		}
	})
}

// A column that a longer name breaks is a column again, and one that a shorter name makes by accident is none.
func TestReformat(t *testing.T) {
	const before = "on block : pred.\nat block : pred.  % where\nx : pred.  y : pred.\nlong : pred.\n"
	const after = "above block : pred.\nat block : pred.  % where\nx : pred.  y : pred.\nl : pred.\n"
	old := &Source{Text: []byte(before)}
	now, errs := Parse(&Source{Text: []byte(after)})
	require.Empty(t, errs)
	names := strings.NewReplacer("above", "on", "\nl ", "\nlong ")
	out, ok := now.Reformat(func(offset int) (int, bool) {
		return old.Pos(len(names.Replace(after[:offset]))).Col, !strings.HasPrefix(after[offset:], "y")
	})
	require.True(t, ok)
	require.Equal(t, "above block : pred.\nat block    : pred.  % where\nx : pred.  y : pred.\nl : pred.\n", string(out))
	require.True(t, now.Formatted())
	now, _ = Parse(&Source{Text: []byte("on block :pred.\n")})
	require.False(t, now.Formatted())
	now, _ = Parse(&Source{Text: []byte("p q")})
	_, ok = now.Reformat(nil)
	require.False(t, ok)
}
