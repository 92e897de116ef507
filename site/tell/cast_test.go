package tell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// Who the author names are the characters, with all of their types, unless they would be
// anyway, or somebody says otherwise.
func TestBy(t *testing.T) {
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
		require.Equal(t, want, By(run, text, ""), front)
		require.Equal(t, "who", By(run, text, "who"))
	}
	require.Empty(t, By(run, nil, ""))
	text, _ := prose.Parse("t.md", []byte("---\ncharacters: {tomb: The Tomb}\n---\n"), prose.Options{})
	require.Empty(t, By(new(trace.Trace), text, ""), "a run that names nothing")
}
