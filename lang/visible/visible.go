// Package visible shows texts from outside so that a terminal displays all of them and obeys none.
//
// Control characters, marks that change the direction of text, other characters without a glyph, and
// bytes that are not UTF-8 become escapes of Go: `\x1b`, `\u202e`, `\xff`. The joiners U+200C and
// U+200D stay, as they only shape letters and emoji. [Page], [Picture] and [Grid] are for what is drawn.
package visible

import (
	"bytes"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"
)

const nonJoiner, joiner = '\u200c', '\u200d'

// Line returns a text as one line: ends of lines and tabs become escapes, too.
func Line(s string) string { return shown(s, false) }

// Text returns a text of several lines, which keeps its ends of lines and its tabs.
func Text(s string) string { return shown(s, true) }

func shown(s string, laidOut bool) string {
	at := firstHidden([]byte(s), laidOut)
	if at < 0 {
		return s
	}
	return string(appendShown([]byte(s[:at]), []byte(s[at:]), laidOut))
}

// Bytes is [Text] of bytes. It returns its argument where nothing is hidden.
func Bytes(text []byte) []byte {
	at := firstHidden(text, true)
	if at < 0 {
		return text
	}
	return appendShown(slices.Clone(text[:at]), text[at:], true)
}

// Cut splits a text before a character that is incomplete at its end, which the next part of a stream
// may complete.
func Cut(text []byte) (whole, rest []byte) {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if start := len(text) - n; utf8.RuneStart(text[start]) {
			if !utf8.FullRune(text[start:]) {
				return text[:start], text[start:]
			}
			break
		}
	}
	return text, nil
}

// firstHidden returns the offset of the first character that is hidden, or -1.
func firstHidden(text []byte, laidOut bool) int {
	for i := 0; i < len(text); {
		if c := text[i]; ' ' <= c && c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if hidden(r, size, laidOut) {
			return i
		}
		i += size
	}
	return -1
}

// appendShown appends a text with escapes.
func appendShown(b, text []byte, laidOut bool) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case !hidden(r, size, laidOut):
			b = append(b, text[:size]...)
		case r == utf8.RuneError:
			const digits = "0123456789abcdef"
			b = append(b, '\\', 'x', digits[text[0]>>4], digits[text[0]&0xf])
		default:
			b = append(b, bytes.Trim(strconv.AppendQuoteRune(nil, r), "'")...)
		}
		text = text[size:]
	}
	return b
}

// hidden reports whether a character of some bytes becomes an escape.
func hidden(r rune, size int, laidOut bool) bool {
	switch r {
	case '\n', '\t':
		return !laidOut
	case utf8.RuneError:
		return size == 1 // the character itself has three bytes
	case nonJoiner, joiner:
		return false
	}
	return !unicode.IsGraphic(r)
}
