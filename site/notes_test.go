package site

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// A character that the prose names is followed, also if it is a predicate and the others are
// constants, and also in a trace without declarations. A note lists the named characters that
// cannot be followed, unless an option chose others.
func TestNoteOfStrangers(t *testing.T) {
	text, err := prose.Parse("verona.md",
		[]byte("---\ncharacters:\n  romeo: {name: Romeo}\n  bell: {name: the Bell}\n---\n"), prose.Options{})
	require.NoError(t, err)
	play := func(program *trace.Program) *trace.Trace {
		h := sitetest.New(program).Set("at romeo orchard", "at juliet orchard", "bell")
		h.Play("do/travel romeo orchard tomb", "-at romeo orchard", "+at romeo tomb").Play("toll", "-bell")
		return h.Play("do/travel juliet orchard tomb", "-at juliet orchard", "+at juliet tomb").Finish(trace.Quiescent)
	}
	s := build(t, play(sitetest.Program()), Options{Prose: text})
	require.Empty(t, only(s.Notes, "nobody follows"))
	require.Contains(t, s.Performance.Cast.Names, "bell")
	require.Equal(t, []string{"bell"}, s.Performance.Cast.Predicates)
	s = build(t, play(nil), Options{Prose: text})
	require.Empty(t, only(s.Notes, "nobody follows"))
	require.Equal(t, []string{"bell", "romeo"}, s.Performance.Cast.Names)
	text, err = prose.Parse("verona.md",
		[]byte("---\ncharacters:\n  romeo: {name: Romeo}\n  ghost: {name: the Ghost}\n---\n"), prose.Options{})
	require.NoError(t, err)
	const note = "verona.md: no page follows ghost, romeo: others were chosen as characters; --by names them"
	require.Contains(t, build(t, play(nil), Options{Prose: text}).Notes, note)
	require.NotContains(t, build(t, play(nil), Options{Prose: text, By: "romeo,juliet"}).Notes, note)
}

// only returns the notes that say something.
func only(notes []string, what string) []string {
	return slices.DeleteFunc(slices.Clone(notes), func(note string) bool { return !strings.Contains(note, what) })
}
