package site

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// Whom the author names and nobody follows is told, unless others were asked for.
func TestNoteOfStrangers(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "bell")
	h.Play("do/travel romeo orchard tomb", "-at romeo orchard", "+at romeo tomb").Play("toll", "-bell")
	text, err := prose.Parse("verona.md", []byte("---\ncharacters:\n  romeo: {name: Romeo}\n  bell: {name: the Bell}\n---\n"), prose.Options{})
	require.NoError(t, err)
	const note = "verona.md: nobody follows bell: the characters are constants, and --by says who else"
	tr := h.Finish(trace.Quiescent)
	require.Contains(t, build(t, tr, Options{Prose: text}).Notes, note)
	require.NotContains(t, build(t, tr, Options{Prose: text, By: "character"}).Notes, note)
}
