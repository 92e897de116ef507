package twee

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// special are the characters that mean something to the story formats, wherever they
// stand: variables, macros, hooks, links, emphasis and HTML in Harlowe, SugarCube and
// Chapbook.
const special = "\\[]{}<>&$_@|~^*#`=%/"

// doubled are those that mean something when there are two of them.
const doubled = `"'-:`

// leading are those that mean something at the beginning of a line, or there behind
// naughts: headings, lists, other passages.
const leading = "!:-+."

// gaps match the space between words; Unicode has more kinds of it than HTML.
var gaps = regexp.MustCompile(`[\s\v\x{85}\pZ]+`)

// escape writes a text so that story formats show it as it is. Gaps become single spaces.
func escape(text string) string {
	runes := []rune(gaps.ReplaceAllString(text, " "))
	var b strings.Builder
	for i, r := range runes {
		twin := i > 0 && runes[i-1] == r || i+1 < len(runes) && runes[i+1] == r
		switch {
		case strings.ContainsRune(special, r), twin && strings.ContainsRune(doubled, r),
			strings.ContainsRune(leading, r) && strings.Trim(string(runes[:i]), " 0") == "",
			r == '(' && callsMacro(runes[i+1:]):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// callsMacro reports whether what follows a parenthesis begins like "if: …".
func callsMacro(rest []rune) bool {
	for _, r := range rest {
		if r == ':' || unicode.IsSpace(r) {
			return r == ':'
		}
	}
	return false
}

// plainName returns a text as the name of a passage: letters, digits and few marks, for
// in links other characters would be taken for signs. Where no letter and no digit is left, that
// is no name: "".
func plainName(text string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Variation_Selector, r) { // of a picture, which goes
			return -1
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || strings.ContainsRune(",·’…", r) {
			return r
		}
		return ' '
	}, text)
	if !strings.ContainsFunc(plain, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return strings.Join(strings.Fields(plain), " ")
}
