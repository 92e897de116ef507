package lsp

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Completions in prose are the names that its program declares, with the words of prose itself.
func TestCompletionInProse(t *testing.T) {
	s := staged(t, map[string]string{"play.cep": play})
	s.show("play.md", "")
	for marked, want := range map[string]string{
		"## ‸":                           "go day/1 leave character place stage beginning ending scene story fact",
		"## character r‸":                "romeo tybalt hall room at",
		"## place ‸":                     "romeo tybalt hall room",
		"## stage ‸":                     "day",
		"## go (‸":                       "first time later times at random in turn together if unless",
		"## go (if ‸":                    "at dry romeo-to not stage",
		"## go (if at ‸":                 "romeo tybalt C L _",
		"## go (if at romeo ‸":           "hall room C L _",
		"## go (if at C (room ‸":         "hall room C L _",
		"## go (if dry; unless stage d‸": "day",
		"## day/1 (first time for ‸":     "C' L",
		"## go\nThen {‸":                 "C L",
		"## leave\nThen {‸":              "",
		"## place hall\n{‸":              "L",
		"## scene with r‸":               "romeo tybalt hall room at",
		"## fact at ‸":                   "romeo tybalt _",
		"## fact at C L\n{‸":             "C L",
		"## scene go\n{‸":                "C L",
		"## nothing\n{‸":                 "",
		"## go\nThen ‸":                  "",
		"\ufeff---\nplaces:\n  h‸":       "romeo tybalt hall room",
	} {
		before, after, _ := strings.Cut(marked, "‸")
		s.revise("play.md", before+after)
		s.published()
		text := newText(before+after, utf16Units)
		var items []completionItem
		s.ask("textDocument/completion", positionParams{documentParams{documentID{URI: s.uri("play.md")}},
			text.position(len(before))}, &items)
		require.NotNil(t, items)
		var got []string
		for _, item := range items {
			got = append(got, item.Label)
			edit := textEdit{textRange{text.position(len(before) - len(wordBefore(before))), text.position(len(before))},
				item.Label}
			require.Equal(t, edit, item.TextEdit, marked)
		}
		require.Equal(t, want, strings.Join(got, " "), marked)
	}
}

// wordBefore returns the word that a text ends in.
func wordBefore(s string) string { return s[strings.LastIndexAny(s, " {(\n")+1:] }

// Each suggestion has a detail that describes it.
func TestCompletionInProseDetails(t *testing.T) {
	s := staged(t, map[string]string{"play.cep": play})
	const text = "## go (if at "
	s.show("play.md", text)
	var items []completionItem
	s.ask("textDocument/completion", s.at("play.md", text, text+"‸"), &items)
	details := make(map[string]string)
	for _, item := range items {
		details[item.Label] = item.Detail
	}
	require.Equal(t, map[string]string{"romeo": "romeo : character", "tybalt": "tybalt : character", "C": "C : character",
		"L": "L : place", "_": ""}, details)
}
