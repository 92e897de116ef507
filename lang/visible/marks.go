package visible

import (
	"regexp"
	"strings"
	"unicode"
)

// The functions below put one character in the place of each hidden one, so that texts keep their
// widths. They hide different characters, since a page, a picture and a grid of text show different
// ones.

// Page returns a text for HTML, with U+FFFD for each character that would not be seen, or would turn
// the text around it: two names that look alike are alike. It keeps spaces and ends of lines, joiners of
// letters and emoji, and flags of regions.
func Page(s string) string {
	var b strings.Builder
	from := 0
	for _, flag := range regions.FindAllStringIndex(s, -1) {
		b.WriteString(strings.Map(onPage, s[from:flag[0]]) + s[flag[0]:flag[1]])
		from = flag[1]
	}
	return b.String() + strings.Map(onPage, s[from:])
}

// regions finds flags of parts of countries, such as that of Wales: a black flag, and invisible
// tags (Unicode Technical Standard 51, emoji tag sequences). Text can be hidden in tags, so there
// are no more than the codes of regions have.
var regions = regexp.MustCompile(`\x{1F3F4}[\x{E0030}-\x{E0039}\x{E0061}-\x{E007A}]{3,6}\x{E007F}`)

// onPage maps characters for [Page]. HTML has three control characters as space; some signs of
// Arabic that Unicode has with the formats are drawn.
func onPage(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r' || r == nonJoiner || r == joiner:
		return r
	case unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r),
		unicode.In(r, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point):
		return unicode.ReplacementChar
	}
	return r
}

// Picture returns a text as one line of a drawing, with the pictures of control characters and ends
// of lines (␀, ␊), and U+FFFD for characters that would reorder the text around them, or cannot
// stand in XML.
func Picture(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ':
			return '␀' + r
		case r == 0x7f:
			return '␡'
		case unicode.Is(unicode.Bidi_Control, r), unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp),
			unicode.Is(unicode.Noncharacter_Code_Point, r):
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

// Grid returns a text as one line of a drawing in columns of a terminal, with spaces for ends of
// lines and tabs, and U+FFFD for what would move the cursor, colour the terminal or turn the text
// around. It leaves out U+FE0F, which makes a picture, and so twice as wide, of what stands before
// it: even of a space.
func Grid(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case r == '\ufe0f':
			return -1
		case unicode.In(r, unicode.Cc, unicode.Cf) && r != nonJoiner && r != joiner:
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
