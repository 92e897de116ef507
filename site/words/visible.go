package words

import (
	"regexp"
	"strings"
	"unicode"
)

// regions finds flags of parts of countries, such as that of Wales: a black flag, and invisible
// tags (Unicode Technical Standard 51, emoji tag sequences). Text can be hidden in tags, so there
// are no more than the codes of regions have.
var regions = regexp.MustCompile(`\x{1F3F4}[\x{E0030}-\x{E0039}\x{E0061}-\x{E007A}]{3,6}\x{E007F}`)

// Visible marks every character that would not be seen, or would turn the text around
// it: two names that look alike are alike. Kept are spaces and line ends, and what joins
// letters and emoji.
func Visible(s string) string {
	var b strings.Builder
	from := 0
	for _, flag := range regions.FindAllStringIndex(s, -1) {
		b.WriteString(strings.Map(mark, s[from:flag[0]]) + s[flag[0]:flag[1]])
		from = flag[1]
	}
	return b.String() + strings.Map(mark, s[from:])
}

func mark(r rune) rune {
	if hidden(r) {
		return unicode.ReplacementChar
	}
	return r
}

// hidden reports whether a character is not to be seen. Of control characters HTML has
// three as space; some signs of Arabic that Unicode has with the formats are drawn.
func hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	switch {
	case r == '\t' || r == '\n' || r == '\r' || r == nonJoiner || r == joiner:
		return false
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	}
	return unicode.In(r, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point)
}
