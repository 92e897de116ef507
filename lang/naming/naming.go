// Package naming makes names of Ceptre out of names in other languages, for the front ends of these.
package naming

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Set holds the names of one name space that are taken. Use [New]: names cannot be added to the zero Set.
type Set struct{ taken map[string]bool }

// New returns an empty set.
func New() *Set { return &Set{make(map[string]bool)} }

// Has reports whether a name is taken.
func (s *Set) Has(name string) bool { return s.taken[name] }

// Take returns a name that was free, and takes it: the wanted name, or the wanted name with the endings joined, or
// with `_2`, `_3` and so on, whichever is free first.
func (s *Set) Take(want string, ending ...string) string {
	name := want
	if s.taken[name] {
		name += strings.Join(ending, "")
	}
	for i := 2; s.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", want, i)
	}
	s.taken[name] = true
	return name
}

// words are the reserved words of Ceptre, with the names that replace them.
var words = map[string]string{
	"stage": "stage_", "context": "context_", "pred": "pred_", "-o": "lolli", "o-": "lolli_",
	"type": "type_", "-": "dash", "/": "slash", `\`: "backslash", "mod": "mod_",
}

// Clean returns a name of Ceptre for any text, which is the text itself if it is a name. Characters that no name has
// become `_`, or vanish at the ends; `n` is put before a digit at the start, and reserved words are changed. The
// name for a text without usable characters is empty. The result may be a variable or a constant.
func Clean(old, empty string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == '’' || r == '′':
			return '\''
		case isPart(r):
			return r
		}
		return ' '
	}, old)
	name = strings.Join(strings.Fields(name), "_")
	name = strings.TrimLeftFunc(name, func(r rune) bool { return r == '_' || r == '\'' || unicode.IsMark(r) })
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case name == "":
		return empty
	case unicode.IsDigit(first):
		name = "n" + name
	}
	if other := words[name]; other != "" {
		return other
	}
	return name
}

// isPart reports whether a character may stand in a name of Ceptre.
func isPart(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(`_'\/-`, r)
}

// Constant returns a name for any text as [Clean] does, with a small initial, so that it is no variable. It is
// `thing` for a text without usable characters.
func Constant(old string) string {
	name := Clean(old, "thing")
	if !syntax.IsVariable(name) {
		return name
	}
	first, size := utf8.DecodeRuneInString(name)
	name = string(unicode.ToLower(first)) + name[size:]
	if syntax.IsVariable(name) { // a capital without a small letter
		return "x" + name
	}
	if other := words[name]; other != "" {
		return other
	}
	return name
}

// Variable returns a name for any text as [Clean] does, with a capital, so that it is a variable. It is `X` for a
// text without usable characters.
func Variable(old string) string {
	name := Clean(old, "X")
	if syntax.IsVariable(name) {
		return name
	}
	name = strings.TrimLeft(name, `\/-`)
	first, size := utf8.DecodeRuneInString(name)
	if capital := string(unicode.ToUpper(first)) + name[size:]; size > 0 && syntax.IsVariable(capital) {
		return capital
	}
	return "X" + name
}
