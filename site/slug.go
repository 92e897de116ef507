package site

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// This file is the only one that knows how Unicode takes letters apart.

// slugs are names of files, without their ends, that are taken.
type slugs map[string]bool

// device matches the names that some systems keep for other things than files.
var device = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// slug returns a name of a file that can be read aloud: of letters and digits of ASCII,
// in lower case, with single hyphens between, not taken yet. Whatever is made of it, such
// as fragments of addresses, classes and tags, needs no escapes, then. Letters with marks
// lose these; what has no letter that is left is called by a word for what it is.
func (taken slugs) slug(name, kind string) string {
	base := strings.Join(strings.FieldsFunc(plainLetters(name), func(r rune) bool { return !isLetter(r) && (r < '0' || r > '9') }), "-")
	if strings.ContainsFunc(name, unicode.IsLetter) && !strings.ContainsFunc(base, isLetter) || base == "" {
		base = strings.TrimSuffix(kind+"-"+base, "-")
	}
	base = strings.TrimRight(base[:min(len(base), 40)], "-")
	slug := base
	for n := 2; taken[slug] || device.MatchString(slug); n++ {
		slug = fmt.Sprintf("%s-%d", base, n)
	}
	taken[slug] = true
	return slug
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' }

// latin has the letters that Unicode does not take apart into one of ASCII and its marks.
var latin = strings.NewReplacer("æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ß", "ss", "ı", "i", "ħ", "h", "ŧ", "t", "ŋ", "ng", "ə", "e")

// plainLetters returns a text in lower case with the letters of ASCII for those that are
// made of them: "zoe" for "Zoë", whether that is written with one character or with two.
func plainLetters(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(s)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return latin.Replace(b.String())
}
