package site

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"
)

// This file is the only one that knows what letters of other alphabets are in that of ASCII.

// slugs are names of files, without their ends, that are taken.
type slugs map[string]bool

// device matches the names that some systems keep for other things than files.
var device = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// slug returns a file name for a name that is not taken yet: lower-case ASCII letters and digits
// with single hyphens between. It needs no escapes in addresses, classes and tags. Letters lose
// their marks, and letters of other alphabets are transliterated; a name without any letter left
// becomes the word for its kind.
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

// schwa is a letter that is no e for the library.
var schwa = strings.NewReplacer("ə", "e", "Ə", "e")

// plainLetters returns a text in lower case in the letters of ASCII, as they sound or look the
// most alike: "zoe" for "Zoë", whether that is written with one character or with two, and
// "anna" for "Анна".
func plainLetters(s string) string {
	return strings.ToLower(unidecode.Unidecode(schwa.Replace(s)))
}
