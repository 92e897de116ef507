package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// said are messages about a text, each behind the words that it is about.
func said(t *testing.T, text string, p publishParams) []string {
	list := []string{}
	in := newText(text, utf16Units)
	for _, d := range p.Diagnostics {
		require.Equal(t, "ceptre", d.Source)
		first, _, _ := strings.Cut(d.Message, ";")
		list = append(list, text[in.offset(d.Range.Start):in.offset(d.Range.End)]+" – "+first)
	}
	return list
}

// The prose has diagnostics where it does not fit the program, where it has errors of its own, and
// where HTML is left out.
func TestProofread(t *testing.T) {
	s := staged(t, map[string]string{"play.cep": play})
	require.Empty(t, s.show("play.md", playProse).Diagnostics)
	const text = "\ufeff---\ncharacters:\n  nobody: N\ncolour: red\n---\n𝕏 [a](b.md).\n\n## nosuch (if foo X)\n## " +
		"go\n{Z} and {C.thy}\n\n<i>x</i>\n"
	s.revise("play.md", text)
	require.Equal(t, []string{
		"nobody – no character nobody in the program",
		"colour – no key colour in front matter",
		"b.md – link to b.md: a site holds only its own pages, so write a whole address (https://…)",
		"nosuch – no rule nosuch in the program",
		"{Z} – no variable Z in rule go",
		"{C.thy} – no form thy of {C}",
	}, said(t, text, s.published()))
	s.revise("play.md", "## go\n{C} goes.\n\n<i>x</i>\n")
	notes := s.published()
	require.Equal(t, []string{"<i> – HTML in the text is left out", "</i> – HTML in the text is left out"},
		said(t, "## go\n{C} goes.\n\n<i>x</i>\n", notes))
	require.Equal(t, severityWarning, notes.Diagnostics[0].Severity)
}

// Prose is checked again when its program changes, is opened or is closed. It is not checked
// against a program with errors.
func TestProofreadAgain(t *testing.T) {
	s := staged(t, map[string]string{"play.cep": play})
	require.Empty(t, s.show("play.md", playProse).Diagnostics)
	next := func() []string {
		p := s.published()
		require.Equal(t, s.uri("play.md"), p.URI)
		return said(t, playProse, p)
	}
	other := strings.Replace(play, "leave :", "part :", 1)
	s.show("play.cep", other)
	gone := []string{"leave – no rule leave in the program"}
	require.Equal(t, gone, next())

	s.revise("play.cep", other+"broken")
	require.NotEmpty(t, s.published().Diagnostics)
	require.Empty(t, next())

	s.revise("play.cep", other)
	require.False(t, slices.ContainsFunc(s.published().Diagnostics, func(d diagnostic) bool {
		return d.Severity != severityHint
	}))
	require.Equal(t, gone, next())

	s.tell("textDocument/didClose", documentParams{documentID{URI: s.uri("play.cep")}})
	require.Equal(t, s.uri("play.cep"), s.published().URI)
	require.Empty(t, next(), "the file is as it was")
}

// Markdown is prose for as long as a program lies beside it.
func TestProofreadWithoutProgram(t *testing.T) {
	s := staged(t, nil)
	s.show("play.md", "## nosuch\n")
	s.show("play.cep", play)
	require.Len(t, s.published().Diagnostics, 1)
	s.tell("textDocument/didClose", documentParams{documentID{URI: s.uri("play.cep")}})
	require.Equal(t, s.uri("play.cep"), s.published().URI)
	require.Equal(t, publishParams{documentID{s.uri("play.md"), 1}, []diagnostic{}}, s.published())

	require.NoError(t, os.WriteFile(filepath.Join(s.folder, "play.cep"), []byte("\xff"), 0o600))
	s.revise("play.md", "## nowhere\n")
	s.show("empty.cep", "") // what was published before would come first
}
