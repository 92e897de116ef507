package outline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// programs returns the texts of the examples, and of the programs with mistakes that package lang is tested with.
func programs(t *testing.T) []string {
	paths, err := filepath.Glob("../../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	var all []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		all = append(all, string(text))
	}
	wrong, err := os.ReadFile("../testdata/wrong.cep")
	require.NoError(t, err)
	return append(all, strings.Split(string(wrong), "%---\n")[1:]...)
}

func analyse(text string) *lang.Analysis { return lang.Analyse("p.cep", []byte(text)) }

func TestOutlinesOfPrograms(t *testing.T) {
	for _, text := range programs(t) {
		check(t, text)
	}
}

// pieces are what mutations insert.
var pieces = []string{"\n", "\r\n", "𝔸", "é", "\"", "%", "% a comment\n", "(", ")", "{", "}", ".", ",", ":", "$", "!",
	" * ", "_", "#", " -o ", " o- ", " <- ", " -> ", " <> ", "(N + 1)", "(N * (2 - 1))",
	"stage ", "context ", "#trace ", "pred", "#never ",
	"⊸", "\ufeff", "\x00", "qui * ", "()", "$(a * b)", "((a))", "x : type.\n"}

// However a program is mutated, the outline has the laws.
func TestOutlinesOfMutations(t *testing.T) {
	all := programs(t)
	rapid.Check(t, func(r *rapid.T) { check(r, mutation(r, all)) })
}

// mutation returns a program with a few stretches replaced.
func mutation(r *rapid.T, all []string) string {
	text := []rune(rapid.SampledFrom(all).Draw(r, "program"))
	for range rapid.IntRange(1, 4).Draw(r, "changes") {
		from := rapid.IntRange(0, len(text)).Draw(r, "from")
		to := min(len(text), from+rapid.IntRange(0, 12).Draw(r, "length"))
		text = slices.Replace(text, from, to, []rune(rapid.SampledFrom(pieces).Draw(r, "piece"))...)
	}
	return string(text)
}

// check checks the laws of outlines: paths differ and are located, ranges nest as paths do, texts are those at the
// ranges, and every word is in a card.
func check(t require.TestingT, text string) {
	a := analyse(text)
	o := Of(a)
	cards := cardsOf(t, o)
	all := utf16.Encode([]rune(text))
	covered, inner := make([]bool, len(all)), make([]bool, len(all))
	byPath := make(map[string]Part)
	for _, c := range cards {
		require.NotContains(t, byPath, c.Path)
		byPath[c.Path] = c
		require.Equal(t, c.Text, string(utf16.Decode(all[c.From:c.To])), c.Path)
		n, ok := Locate(a.File, c.Path)
		require.True(t, ok, c.Path)
		require.Equal(t, c.Path, n.Path)
		require.Equal(t, c.Text, a.File.Source.Slice(n.Span), c.Path)
		level := strings.Count(c.Path, "/")
		for i := c.From; i < c.To; i++ {
			covered[i] = true
			inner[i] = inner[i] || level > 0
		}
	}
	for path, c := range byPath {
		if up := strings.LastIndexByte(path, '/'); up >= 0 {
			outer, ok := byPath[path[:up]]
			require.True(t, ok, path)
			require.LessOrEqual(t, outer.From, c.From, path)
			require.LessOrEqual(t, c.To, outer.To, path)
		}
		require.True(t, strings.Contains(path, "/") || slices.Contains(o.Order, path), path)
	}
	for _, c := range a.File.Comments {
		from := len(utf16.Encode([]rune(text[:c.Start.Offset])))
		for i := range utf16.Encode([]rune(a.File.Source.Slice(c.Span))) {
			covered[from+i], inner[from+i] = true, true
		}
	}
	for i, r := range all {
		require.True(t, covered[i] || unicode.IsSpace(rune(r)) || i == 0 && r == 0xfeff, "%q at %d", text, i)
	}
	for _, s := range o.Stages {
		open := s.From + strings.Index(s.Text, "{") // no comment before it holds one here
		for i := open; s.Path != "" && i < s.To; i++ {
			word := unicode.IsLetter(rune(all[i])) || unicode.IsDigit(rune(all[i]))
			require.True(t, inner[i] || !word, "%q at %d", text, i)
		}
	}
}

// cardsOf returns all parts of an outline that have paths.
func cardsOf(t require.TestingT, o *Outline) []Part {
	data, err := json.Marshal(o)
	require.NoError(t, err)
	var tree any
	require.NoError(t, json.Unmarshal(data, &tree))
	var all []Part
	var walk func(x any)
	walk = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, y := range x {
				walk(y)
			}
		case map[string]any:
			if path, ok := x["path"].(string); ok && path != "" {
				all = append(all, Part{Path: path, From: int(x["from"].(float64)), To: int(x["to"].(float64)),
					Text: x["text"].(string)})
			}
			for _, y := range x {
				walk(y)
			}
		}
	}
	walk(tree)
	return all
}
