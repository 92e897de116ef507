// Package words turns the names of programs, and numbers, into words for readers.
package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// longestLabel is how many characters of a name fit a heading or a link.
const longestLabel = 60

// Rule returns a rule's name as a heading: `do/insult` becomes "Insult", `flirt/in_secret` "Flirt,
// in secret". Left out are a first part "do", by which many programs mark what characters do, and a
// number at the end, by which rules without a name are told apart. `night/to-day`, the name of a
// link without one of its own, becomes "Night to day". A rule with an invisible name has none.
func Rule(rule string) string {
	parts := strings.FieldsFunc(strings.TrimPrefix(rule, "do/"), func(r rune) bool { return r == '/' })
	if last := len(parts) - 1; last > 0 && strings.Trim(parts[last], "0123456789") == "" {
		parts = parts[:last]
	}
	for i, p := range parts {
		parts[i] = Spaced(p)
	}
	joined := strings.ReplaceAll(strings.Join(Nonempty(parts...), ", "), ", to ", " to ")
	if title := english.Capital(joined); title != "" {
		return title
	}
	return Clean(rule)
}

// IsSigns reports whether a name has nothing but signs, as `-`, so that it says nothing.
func IsSigns(name string) bool {
	// A character can be a name by itself if it is a letter, a digit or a picture.
	return !strings.ContainsFunc(name, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.So) })
}

// Spaced returns a name with its parts as words. One of signs alone, as "-->", has no parts.
func Spaced(name string) string {
	if !IsSigns(name) {
		name = strings.NewReplacer("_", " ", "-", " ").Replace(name)
	}
	return Clean(name)
}

// Clean returns a text on one line, with a mark in the place of every character
// that would not be seen or would turn the text around it.
func Clean(s string) string { return strings.Join(strings.Fields(visible.Page(s)), " ") }

// particles are words that names have in lower case between others.
const particles = " a al and at da de del della den der di do dos du e el in la las le les of on or the to van von y " +
	"zu "

// Capitals returns s as names are written: every word's first letter in upper case, but for
// words such as "of" or "de" between others.
func Capitals(s string) string {
	parts := strings.Fields(s)
	for i, p := range parts {
		if i == 0 || i == len(parts)-1 || !strings.Contains(particles, " "+p+" ") {
			parts[i] = english.Capital(p)
		}
	}
	return strings.Join(parts, " ")
}

// Nonempty returns those of some texts in which there is something.
func Nonempty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(t string) bool { return t == "" })
}

// Shorten cuts a text to the length of a label: between words, but where that would leave less
// than half of it.
func Shorten(s string) string {
	if utf8.RuneCountInString(s) <= longestLabel {
		return s
	}
	kept := []rune(s)[:longestLabel]
	last := longestLabel - 1
	for last > longestLabel/2 && !unicode.IsSpace(kept[last]) {
		last--
	}
	if last == longestLabel/2 {
		return string(kept[:longestLabel-1]) + "…"
	}
	return strings.TrimRight(string(kept[:last]), " ,;:–—·") + "…"
}

// Lower returns s with its first letter in lower case, unless the word looks like a name
// of letters: "Insult" but not "TNT".
func Lower(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[size:])
	if size == 0 || unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[size:]
}

// possessives are the pronouns that characters may be called, as owners.
var possessives = map[string]string{"you": "your", "You": "Your", "I": "my", "we": "our", "We": "Our",
	"it": "its", "It": "Its"}

// Possessive returns a name as that of an owner: “Ann’s”, “your” or, of several, “the otters’”.
func Possessive(name string, plural bool) string {
	before := name[:strings.LastIndexByte(name, ' ')+1] // of several: “Ann and you”
	if pronoun := possessives[name[len(before):]]; pronoun != "" {
		return before + pronoun
	}
	if plural && strings.HasSuffix(name, "s") {
		return name + "’"
	}
	return name + "’s"
}
