package syntax

import (
	"unicode"
	"unicode/utf8"
)

// Wildcard is the variable that is a fresh one each time.
const Wildcard = "_"

// IsVariable reports whether an identifier is a variable in the place of a
// term: it starts with a capital, or is the wildcard.
func IsVariable(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r) || unicode.IsTitle(r) || name == Wildcard
}
