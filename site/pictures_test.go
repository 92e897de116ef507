package site

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// Pictures say texts that have keys, and each key is of a text of theirs.
func TestPictureWords(t *testing.T) {
	otherViews := []string{"atlas.go", "possible.go", "state.go", "state_draw.go", "state_kinds.go",
		"timeline.go", "timeline_number.go"}
	files, err := filepath.Glob("../render/*.go")
	require.NoError(t, err)
	sources := ""
	said := make(map[string]bool)
	for _, file := range files {
		if slices.Contains(otherViews, filepath.Base(file)) || strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		sources += string(text)
		for _, m := range regexp.MustCompile(`\b(?:say|leave|explain)\("([^"]+)"`).FindAllSubmatch(text, -1) {
			said[string(m[1])] = true
		}
	}
	english := make(map[string]bool)
	for _, key := range locale.Keys() {
		if text := locale.For("", nil).Text(key); strings.HasPrefix(key, locale.Pictures) && !locale.Plural(key) {
			require.False(t, english[text], "%s: two keys have this text", key)
			english[text] = true
			if !slices.ContainsFunc(render.Views(), func(v render.View) bool { return string(v) == text }) &&
				!strings.HasPrefix(text, "neutral") && !slices.Contains([]string{"engine", "drain", "converter", "varies"}, text) {
				require.Contains(t, sources, `"`+text+`"`, key)
			}
		}
	}
	delete(said, "used it up, so that it is missing") // of comparisons
	delete(said, "without {facts} made besides")      // of explanations
	delete(said, "{rows} and {columns}, {moments}.")  // of boards, of which sites have none
	for _, text := range []string{"made what the other used", "made what the other only read",
		"moved to the stage that the other left"} { // of steps
		delete(said, text)
	}
	for text := range said {
		require.True(t, english[text], "no key has the text %q", text)
	}
}

// The tips of pictures tell facts as the author does.
func TestFactsOfPictures(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "depressed romeo")
	h.Play("toll", "$at romeo orchard", "-depressed romeo", "+!dead romeo")
	text := "---\nlanguage: fr\n---\n## fact dead C\n{C} & les siens\n"
	p, err := prose.Parse("verona.md", []byte(text), prose.Options{})
	require.NoError(t, err)
	s, err := Build(t.Context(), causal.New(h.Finish(trace.Quiescent)), Options{Prose: p})
	require.NoError(t, err)
	picture := string(page(t, s, "pictures/causal.svg"))
	require.Contains(t, picture, "<title>Romeo &amp; les siens&#10;x3 !dead romeo</title>")
	require.Contains(t, picture,
		"&#10;consommé : Romeo : depressed&#10;nécessaire : Romeo (orchard)&#10;produit : Romeo &amp; les siens&#10;")
	require.Contains(t, picture, ">consommé ou produit</text>")
}
