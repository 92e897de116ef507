package tell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// Who the author names are the characters, with all of their types, unless they would be
// anyway, or somebody says otherwise.
func TestCasting(t *testing.T) {
	run := sitetest.Duel()
	run.Program.Predicates = append(run.Program.Predicates, trace.Predicate{Name: "near", Args: []string{"place", "place"}, Mode: trace.Backward})
	for front, want := range map[string]string{
		"":            "",
		"title: Duel": "",
		"characters: {romeo: Romeo, tybalt: Tib}":    "",
		"characters: {tomb: The Tomb}":               "place",
		"characters: {tomb: The Tomb, romeo: R.}":    "character,place",
		"characters: {anger: Anger}":                 "anger",
		"characters: {anger: Anger, romeo: Romeo}":   "character,anger",
		"characters: {near: Nigh}":                   "",
		"characters: {near: Nigh, romeo: Romeo}":     "",
		"characters: {nobody: Nobody, tomb: A Tomb}": "",
	} {
		text, err := prose.Parse("t.md", []byte("---\n"+front+"\n---\n"), prose.Options{})
		require.NoError(t, err)
		same(t, run, causal.Casting{By: want}, Casting(text, causal.Casting{}), front)
		require.Equal(t, "who", Casting(text, causal.Casting{By: "who"}).By)
		same(t, run, causal.Casting{By: "place"}, Casting(text, causal.Casting{By: "place"}), front)
	}
	require.Equal(t, causal.Casting{}, Casting(nil, causal.Casting{}))
	text, _ := prose.Parse("t.md", []byte("---\ncharacters: {tomb: The Tomb}\n---\n"), prose.Options{})
	_, err := causal.FindCast(new(trace.Trace), Casting(text, causal.Casting{}))
	require.ErrorContains(t, err, "the trace names no types", "a run that names nothing")
}

// same requires two ways of casting to find the same characters.
func same(t *testing.T, run *trace.Trace, want, got causal.Casting, why string) {
	t.Helper()
	expected, err := causal.FindCast(run, want)
	require.NoError(t, err)
	cast, err := causal.FindCast(run, got)
	require.NoError(t, err)
	require.Equal(t, expected, cast, why)
}
