package syntax

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// FuzzScan looks for texts of which the scanner loses a part: between its tokens
// and comments only white space may stand, and places must be where they say.
func FuzzScan(f *testing.F) {
	for _, text := range []string{"", "a-o b.", "p X’ ⊸ q % c\r\n.", "\ufeff#trace _ s { \"a\\n\" }", "00 <= 1 != é \t →",
		"((a) . )"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := &Source{Name: "p.cep", Text: []byte(text)}
		if src.NotText() != nil {
			return
		}
		var errs ErrorList
		tokens, comments := scan(src, &errs)
		spans := make([]Span, 0, len(tokens)+len(comments))
		for len(tokens) > 0 || len(comments) > 0 {
			if len(comments) == 0 || len(tokens) > 0 && tokens[0].Start.Offset <= comments[0].Start.Offset {
				spans, tokens = append(spans, tokens[0].Span), tokens[1:]
			} else {
				spans, comments = append(spans, comments[0].Span), comments[1:]
			}
		}
		at := Pos{0, 1, 1}
		if strings.HasPrefix(text, "\ufeff") {
			at.Offset = len("\ufeff")
		}
		for _, span := range spans {
			require.LessOrEqual(t, at.Offset, span.Start.Offset)
			require.Empty(t, strings.TrimSpace(text[at.Offset:span.Start.Offset]))
			at = moved(at, text[at.Offset:span.Start.Offset])
			require.Equal(t, at, span.Start)
			at = moved(at, text[at.Offset:span.End.Offset])
			require.Equal(t, at, span.End)
		}
		require.Equal(t, len(text), at.Offset)
	})
}

// moved returns the place behind a text.
func moved(p Pos, text string) Pos {
	for _, r := range text {
		p.Col++
		if r == '\n' {
			p.Line++
			p.Col = 1
		}
	}
	p.Offset += len(text)
	return p
}

// The place of each offset is what counting lines and characters before it gives.
func TestPos(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "é", "→", "\n", "\r\n", "\xff", "\t", strings.Repeat("x", 300),
		strings.Repeat("ü\n", 200)})
	rapid.Check(t, func(t *rapid.T) {
		s := &Source{Text: []byte(strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "text"), ""))}
		for at := range string(s.Text) + "." {
			before := string(s.Text[:at])
			line := before[strings.LastIndexByte(before, '\n')+1:]
			require.Equal(t, Pos{at, strings.Count(before, "\n") + 1, utf8.RuneCountInString(line) + 1}, s.Pos(at))
		}
	})
}
