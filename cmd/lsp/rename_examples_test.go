package lsp

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/stretchr/testify/require"
)

// The prose of the examples fits their programs, and so it does whatever is called by
// another name.
func TestRenameInExamples(t *testing.T) {
	names, err := fs.Glob(examples.FS, "*.md")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := examples.FS.ReadFile(name)
		require.NoError(t, err)
		program, err := examples.FS.ReadFile(strings.TrimSuffix(name, ".md") + ".cep")
		if errors.Is(err, fs.ErrNotExist) {
			continue // the prose of a world in Celf
		}
		require.NoError(t, err)
		files := map[string]string{"play.cep": string(program), "play.md": string(text)}
		fits(t, files)
		s := staged(t, files)
		s.show("play.cep", files["play.cep"])
		d := newDocument(documentID{}, newText(files["play.cep"], utf16Units))
		seen := make(map[any]bool)
		for _, m := range d.Mentions {
			if seen[m.Of] || d.Declaration(m.Of) == nil {
				continue
			}
			seen[m.Of] = true
			name := "brand/new"
			if syntax.IsVariable(d.Spelled(&m)) {
				name = "Brand"
			}
			at := positionParams{documentParams{documentID{URI: s.uri("play.cep")}}, d.position(m.Start.Offset)}
			fits(t, s.renamed(at, name, files))
		}
	}
}

// fits checks that prose fits its program.
func fits(t *testing.T, files map[string]string) {
	a := lang.Analyse("play.cep", []byte(files["play.cep"]))
	require.NotNil(t, a.Program)
	described := exec.Describe(a.Program)
	p, err := prose.Parse("play.md", []byte(files["play.md"]), prose.Options{})
	require.NoError(t, err)
	require.NoError(t, p.Check(described))
}
