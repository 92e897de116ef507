package syntax

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write what is there now into testdata")

func parse(text string) (*File, ErrorList) {
	return Parse(&Source{Name: "p.cep", Text: []byte(text)})
}

func printed(t require.TestingT, f *File) string {
	var b bytes.Buffer
	require.NoError(t, Fprint(&b, f))
	return b.String()
}

// Each archive holds a program, and below it in sections what comes of it: the
// tree, the program printed, the messages.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			require.Equal(t, "p.cep", archive.Files[0].Name)
			f, errs := Parse(&Source{Name: "p.cep", Text: archive.Files[0].Data})
			var messages bytes.Buffer
			require.NoError(t, errs.Fprint(&messages, Style{}))
			got := map[string]string{"tree": dump(f), "print": printed(t, f), "errors": messages.String()}
			for i, section := range archive.Files[1:] {
				text, known := got[section.Name]
				require.True(t, known, "section %s", section.Name)
				if *update {
					archive.Files[i+1].Data = []byte(text)
					continue
				}
				require.Equal(t, string(section.Data), text, section.Name)
			}
			if *update {
				require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
			}
		})
	}
}

func TestPositions(t *testing.T) {
	f, errs := parse("% é\r\n  at’ : pred.\n\tp : t.")
	require.Empty(t, errs)
	s := f.Decls[0].(*Signature)
	require.Equal(t, "at'", s.Name.Text)
	require.Equal(t, Span{Pos{8, 2, 3}, Pos{13, 2, 6}}, s.Name.Span)
	require.Equal(t, Pos{23, 3, 2}, f.Decls[1].Range().Start)
	require.Equal(t, []Comment{{Span{Pos{0, 1, 1}, Pos{5, 1, 5}}, "% é"}}, f.Comments)
}

func TestByteOrderMark(t *testing.T) {
	f, errs := parse("\ufeffp : pred.\r\nq : pred.\r\n")
	require.Empty(t, errs)
	require.Len(t, f.Decls, 2)
	require.Equal(t, Pos{3, 1, 1}, f.Decls[0].Range().Start)
}

func TestOddBytes(t *testing.T) {
	for text, want := range map[string]string{
		"a : \xff.":  "p.cep:1:5: this is not UTF-8, the encoding of programs",
		"\x00":       "p.cep:1:1: this is not UTF-8, the encoding of programs",
		"p \"abc":    "p.cep:1:3: string is not closed",
		"p \"abc\n.": "p.cep:1:3: string is not closed on its line",
		`p "\q".`: `p.cep:1:4: unknown escape in a string: there are \n, \t, \", \\, ` +
			`and \u with four hexadecimal digits`,
		"# .":                            "p.cep:1:1: `#` needs the name of a directive: #trace, #interactive, …",
		"p " + strings.Repeat("(", 6000): "p.cep:1:5004: nested too deeply: 5000 levels are allowed",
	} {
		_, errs := parse(text)
		require.Len(t, errs, 1, "%q", text)
		require.Equal(t, want, errs[0].Error())
	}
}

// TestManyErrors: messages stay readable with any number of errors, and contain no control
// characters.
func TestManyErrors(t *testing.T) {
	_, errs := parse(strings.Repeat("\x1b[31m ; ", 5000))
	var b bytes.Buffer
	require.NoError(t, errs.Fprint(&b, Style{}))
	require.Less(t, b.Len(), 100_000)
	require.NotContains(t, b.String(), "\x1b")
	require.Regexp(t, `\nand \d+ more\n$`, b.String())
}

// A quoted line shows what a terminal would obey, and the carets stand below what they are about.
func TestCaretBelowEscapes(t *testing.T) {
	for text, blamed := range map[string]string{
		"p : \"\x1b[2J\u202e\" nonsense.":       "nonsense",
		"\tp : pred. \"\x1b[2J\u202e\" : pred.": `"\x1b[2J\u202e"`,
	} {
		_, errs := parse(text)
		require.NotEmpty(t, errs)
		var b bytes.Buffer
		require.NoError(t, errs[:1].Fprint(&b, Style{}))
		lines := strings.Split(b.String(), "\n")
		start := strings.Index(lines[1], blamed)
		require.Equal(t, start, strings.Index(lines[2], "^"), "%s", &b)
		require.Equal(t, len(blamed), strings.Count(lines[2], "^"), "%s", &b)
	}
}

// TestPrintParse: a printed tree parses to the same tree, and prints the same.
func TestPrintParse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := &File{Decls: rapid.SliceOfN(genDecl(), 0, 6).Draw(rt, "decls")}
		text := printed(rt, f)
		back, errs := parse(text)
		require.Empty(rt, errs, text)
		require.Equal(rt, dump(f), dump(back), text)
	})
}

// FuzzParse looks for texts that make the reader panic, lose its place, or read
// its own printing as something else.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(f, err)
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		require.NoError(f, err)
		f.Add(archive.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, errs := Parse(&Source{Name: "p.cep", Text: text})
		for _, e := range errs {
			require.True(t, e.Start.IsValid())
			require.LessOrEqual(t, e.End.Offset, len(text))
			require.LessOrEqual(t, e.Start.Offset, e.End.Offset)
		}
		require.NoError(t, errs.Fprint(&bytes.Buffer{}, Style{}))
		if len(errs) > 0 {
			return
		}
		back, errs := parse(printed(t, file))
		require.Empty(t, errs)
		require.Equal(t, dump(file), dump(back))
	})
}

func BenchmarkParse(b *testing.B) {
	rule := "do/insult : $at C L * $at C' L * anger C C' * (C <> C') -o depressed C' * at C' L.\n"
	text := []byte("stage play = {\n" + strings.Repeat(rule, 1_000_000/len(rule)) + "}\n")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, errs := Parse(&Source{Name: "p.cep", Text: text}); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}
