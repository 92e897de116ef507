package webeditor

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// Files become the programs in the corpus, which are right, with the messages there.
func TestRead(t *testing.T) {
	corpustest.Check(t, "testdata/read.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		require.True(t, Is(in.Data))
		text, errs := Read(in.Name, in.Data)
		marked, again := Read(in.Name, append([]byte("\ufeff"), in.Data...))
		require.Equal(t, text, marked, "with a byte-order mark")
		require.Equal(t, errs.Error(), again.Error())
		var out []txtar.File
		if text != nil {
			requireRight(t, text)
			out = append(out, in.Result("program", string(text)))
		}
		if len(errs) > 0 {
			out = append(out, in.Result("messages", errs.Error()+"\n"))
		}
		return out
	})
}

// requireRight requires a text to be a program without errors in the layout of all programs.
func requireRight(t require.TestingT, text []byte) *lang.Program {
	p, errs := lang.Load("p.cep", text)
	require.NotNil(t, p, "%s\n%s", errs, text)
	laidOut, _, _ := syntax.Format(&syntax.Source{Name: "p.cep", Text: text})
	require.Equal(t, string(laidOut), string(text))
	return p
}

func TestIs(t *testing.T) {
	for _, text := range []string{
		`[[],[`, ` [ [{"elements":["a"],"id":"s"}`, "\ufeff[[],[],[],[],[],0,0,0]", `[{"id":"i0","arguments":`, "\ufeff[ ]\n",
	} {
		require.True(t, Is([]byte(text)), text)
	}
	for _, text := range []string{
		"", "[", "[] a", "[[", "[[]]", "[[1", `[["id","elements"]`, `{"id":1,"elements":2}`, `[[{"x":"id"}],[]]`, "a : type.",
		`[{"id":"i0"}]`, `[{"id":{"arguments":[]}}]`, `[{"x":["arguments"],"y":"arguments"}]`, "\xff\xfe[",
	} {
		require.False(t, Is([]byte(text)), text)
	}
}

// No file makes Read panic, and each program that comes of one is right.
func FuzzRead(f *testing.F) {
	for _, in := range corpustest.Inputs(f, "testdata/read.txtar") {
		f.Add(in.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, errs := Read("f.json", data)
		require.Equal(t, text == nil, errs.Failed())
		if text != nil {
			requireRight(t, text)
		}
	})
}

func TestFilesAreBounded(t *testing.T) {
	text, errs := Read("f.json", []byte("[[],"+strings.Repeat(" ", maxSize)))
	require.Nil(t, text)
	require.EqualError(t, errs, "f.json:1:1: the file is too large: it may have 16 MB")
	_, errs = Read("f.json", []byte(strings.Repeat("[", 1000)))
	require.EqualError(t, errs, "f.json:1:21: nested too deeply: 20 levels are allowed")
	_, errs = Read("f.json", []byte("[[],\x00"))
	require.EqualError(t, errs, "f.json:1:5: this is not UTF-8, the encoding of programs")
}
