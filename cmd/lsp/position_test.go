package lsp

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Lines end as editors end them; 𝔸 takes two units of UTF-16 and four bytes.
const mixed = "a𝔸b % é\r\nx\n\rlast𝔸"

func TestOffsets(t *testing.T) {
	for _, c := range []struct {
		encoding        string
		line, character int
		want            string // what follows
	}{
		{utf16Units, 0, 0, mixed},
		{utf16Units, 0, 1, "𝔸b % é\r\nx\n\rlast𝔸"},
		{utf16Units, 0, 2, "𝔸b % é\r\nx\n\rlast𝔸"}, // within a character
		{utf16Units, 0, 3, "b % é\r\nx\n\rlast𝔸"},
		{utf16Units, 0, 7, "é\r\nx\n\rlast𝔸"},
		{utf16Units, 0, 8, "\r\nx\n\rlast𝔸"},
		{utf16Units, 0, 99, "\r\nx\n\rlast𝔸"},
		{utf16Units, 1, 1, "\n\rlast𝔸"},
		{utf16Units, 2, 0, "\rlast𝔸"},
		{utf16Units, 3, 4, "𝔸"},
		{utf16Units, 3, 6, ""},
		{utf16Units, 4, 0, ""},
		{utf16Units, -1, 5, mixed},
		{utf16Units, 0, -5, mixed},
		{utf8Units, 0, 5, "b % é\r\nx\n\rlast𝔸"},
		{utf8Units, 0, 3, "𝔸b % é\r\nx\n\rlast𝔸"},
		{utf8Units, 0, 9, "é\r\nx\n\rlast𝔸"},
		{utf8Units, 0, 11, "\r\nx\n\rlast𝔸"},
		{utf8Units, 0, 99, "\r\nx\n\rlast𝔸"},
		{utf8Units, 3, 8, ""},
		{utf8Units, 0, -5, mixed},
	} {
		text := newText(mixed, c.encoding)
		require.Equal(t, c.want, mixed[text.offset(position{c.line, c.character}):], "%s %d:%d", c.encoding, c.line,
			c.character)
	}
}

func TestPositions(t *testing.T) {
	at := len("a𝔸b % é\r")
	require.Equal(t, position{0, 8}, newText(mixed, utf16Units).position(at)) // between \r and \n
	require.Equal(t, position{0, 11}, newText(mixed, utf8Units).position(at))
	require.Equal(t, position{3, 6}, newText(mixed, utf16Units).position(len(mixed)))
	require.Equal(t, position{3, 8}, newText(mixed, utf8Units).position(len(mixed)))
	require.Equal(t, position{0, 0}, newText("", utf16Units).position(0))
}

// Every character but those in the middle of an end of line has a position of its
// own, and comes back from it.
func TestPositionsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.StringOf(rapid.RuneFrom([]rune("ab é𝔸\r\n"))).Draw(t, "text")
		for _, encoding := range []string{utf8Units, utf16Units} {
			text := newText(src, encoding)
			for at := range src {
				if at == 0 || src[at-1] != '\r' || src[at] != '\n' {
					require.Equal(t, at, text.offset(text.position(at)))
				}
			}
			require.Equal(t, len(src), text.offset(text.position(len(src))))
		}
	})
}

// An editor that counts in bytes, or would rather, is answered so; for others
// everything is in UTF-16.
func TestEncodings(t *testing.T) {
	const program = "𝔸𝔸 : type. /* 𝔸 */\n"
	for _, c := range []struct {
		offered []string
		want    string
		column  int
	}{
		{nil, utf16Units, 14},
		{[]string{utf16Units}, utf16Units, 14},
		{[]string{"utf-32", utf16Units, utf8Units}, utf16Units, 14},
		{[]string{utf8Units, utf16Units}, utf8Units, 18},
		{[]string{"utf-32"}, utf16Units, 14},
	} {
		s := connected(t, t.Context())
		var result initializeResult
		s.ask("initialize",
			map[string]any{"capabilities": map[string]any{"general": map[string]any{"positionEncodings": c.offered}}}, &result)
		require.Equal(t, c.want, result.Capabilities.PositionEncoding)
		list := s.open(program).Diagnostics
		require.NotEmpty(t, list)
		require.Equal(t, position{0, c.column - 1}, list[0].Range.Start, "%v", list)
	}
}
