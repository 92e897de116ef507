package shorten_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/shorten"
)

// to returns a layout in one line of so many characters.
func to(width int) func(string) string {
	return func(text string) string {
		runes := []rune(text)
		if len(runes) <= width {
			return text
		}
		return string(runes[:width-1]) + "…"
	}
}

// Texts that differ only at the end, in the middle or at the start keep where they do.
func TestLabelsKeepWhatDiffers(t *testing.T) {
	var s shorten.Labels
	long := strings.Repeat("same ", 20)
	require.Equal(t, "key same same same …", s.Line("key "+long+"red", to(20)))
	require.Contains(t, s.Line("key "+long+"blue", to(20)), "blue")
	require.Contains(t, s.Line("key "+long+"green", to(20)), "green")
	require.Equal(t, "key same same same …", s.Line("key "+long+"red", to(20)), "the same text has the same label")
	require.Contains(t, s.Line("key "+long+"at noon "+long+"red", to(20)), "noon")
	require.Equal(t, "short", s.Line("short", to(20)))
}

// Different texts have different labels, which are not much longer than any.
func TestLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(12, 40).Draw(t, "width")
		words := rapid.StringMatching(`(s \(|a |b |…|\)){0,40}`)
		texts := rapid.SliceOfNDistinct(words, 1, 30, rapid.ID[string]).Draw(t, "texts")
		var s shorten.Labels
		labels, first := make(map[string]string), make(map[string]string)
		for _, text := range append(texts, texts...) {
			label := s.Line(text, to(width))
			require.Equal(t, cmp.Or(first[text], label), label, "the same text has the same label")
			first[text] = label
			was, known := labels[label]
			require.True(t, !known || was == text, "%q and %q are both %q", was, text, label)
			labels[label] = text
			require.LessOrEqual(t, len([]rune(label)), width)
		}
	})
}
