package celf

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/doubling"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func parse(text string) (*File, syntax.ErrorList) {
	return Parse(&syntax.Source{Name: "world.clf", Text: []byte(text)})
}

// printed returns a file in the plain layout.
func printed(t require.TestingT, f *File) string {
	var b bytes.Buffer
	require.NoError(t, Fprint(&b, f))
	return b.String()
}

func messages(t *testing.T, errs syntax.ErrorList) string {
	var b strings.Builder
	require.NoError(t, errs.Fprint(&b, syntax.Style{}))
	return b.String()
}

// Each text has its plain layout beside it, and all messages.
func TestParse(t *testing.T) {
	corpustest.Check(t, "testdata/parse/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		f, errs := Parse(&syntax.Source{Name: in.Name, Text: in.Data})
		return []txtar.File{in.Result("plain", printed(t, f)), in.Result("messages", messages(t, errs))}
	})
}

// A tree is read as it was printed, and within the lines where they can be broken.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &File{Decls: rapid.SliceOfN(genDecl(), 1, 4).Draw(t, "declarations")}
		text := printed(t, f)
		again, errs := parse(text)
		require.Empty(t, errs, text)
		bare(again)
		bare(f)
		require.Equal(t, f.Decls, again.Decls, text)
		require.Equal(t, text, printed(t, again))
	})
}

// Lines end as they do elsewhere, and a mark of the byte order is no part of the text.
func TestEndsOfLines(t *testing.T) {
	const text = "a : type. % a\nb : a.\n% c\n#trace * 1."
	want, errs := parse(text)
	require.Empty(t, errs)
	require.Len(t, want.Decls, 3)
	got, errs := parse("\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"))
	require.Empty(t, errs)
	require.Equal(t, syntax.Pos{Offset: 3, Line: 1, Col: 1}, got.Decls[0].Range().Start)
	require.Equal(t, syntax.Pos{Offset: 18, Line: 2, Col: 1}, got.Decls[1].Range().Start)
	bare(want)
	bare(got)
	require.Equal(t, want.Decls, got.Decls)
	for _, text := range []string{"", "\r\n", "% only a comment", "\ufeff"} {
		f, errs := parse(text)
		require.Empty(t, errs)
		require.Empty(t, f.Decls)
	}
	_, errs = parse("a : type.\n b\x00")
	require.Equal(t, "world.clf:2:3: this is not UTF-8, the encoding of programs", errs.Error())
}

// Text that is deep is refused, and text that is long is read.
func TestLimits(t *testing.T) {
	const n = 50_000
	for _, text := range []string{"(", "{", "!", "@ ", "a -o ", "a o- ", "a & ", "Pi x. ", "Pi x : ", "(a -o ", "f (",
		"a * !("} {
		f, errs := parse("a : " + strings.Repeat(text, n) + "1.\nb : type.")
		require.Len(t, errs, 1, text)
		require.ErrorContains(t, errs[0], "nested too deeply: 10000 levels are allowed")
		require.Len(t, f.Decls, 1)
	}
	f, errs := parse("a : " + strings.Repeat("(", 9_000) + "1" + strings.Repeat(")", 9_000) +
		strings.Repeat(" * a x", n) + ".")
	require.Empty(t, errs)
	require.Len(t, f.Decls[0].(*Constant).Type.(*Join).Parts, n+1)
}

// requireSound checks the places of messages.
func requireSound(t require.TestingT, text []byte, errs syntax.ErrorList) {
	for i, e := range errs {
		require.True(t, e.Start.IsValid(), e.Msg)
		require.LessOrEqual(t, e.End.Offset, len(text))
		require.LessOrEqual(t, e.Start.Offset, e.End.Offset)
		require.Equal(t, e.Source.Pos(e.Start.Offset), e.Start)
		require.True(t, i == 0 || errs[i-1].Start.Offset <= e.Start.Offset)
	}
	require.NoError(t, errs.Fprint(io.Discard, syntax.Style{}))
}

// FuzzParse looks for texts that make the parser or the checker panic, lose its place, or read what it prints as
// something else.
func FuzzParse(f *testing.F) {
	for _, in := range corpustest.Inputs(f, "testdata/*/*.txtar") {
		f.Add(in.Data)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, errs := Parse(&syntax.Source{Name: "world.clf", Text: text})
		requireSound(t, text, errs)
		plain := printed(t, file)
		again, errs := parse(plain)
		require.Empty(t, errs, plain)
		bare(file)
		bare(again)
		require.Equal(t, file.Decls, again.Decls, plain)
		sig, errs := readText("world.clf", text)
		requireSound(t, text, errs)
		if !errs.Failed() {
			requireSame(t, sig)
		}
	})
}

// BenchmarkParse reads and prints files that double in size.
func BenchmarkParse(b *testing.B) {
	doubling.Measure(b, 1000, func(n int) func() {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "r%d : Pi C : person. at C hall * adj hall L * !cat C -o {at C L * @tired C}.\n", i)
		}
		return func() {
			f, errs := parse(text.String())
			require.Empty(b, errs)
			require.NoError(b, Fprint(io.Discard, f))
		}
	})
}
