// Package naming makes names of the language out of names that other languages have, for their front ends.
package naming

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Set is the names of one name space that are taken. The zero Set is not ready for use: see [New].
type Set struct{ taken map[string]bool }

// New returns an empty set.
func New() *Set { return &Set{make(map[string]bool)} }

// Has reports whether a name is taken.
func (s *Set) Has(name string) bool { return s.taken[name] }

// Take returns a name that was not taken, and takes it: the wanted one, or it with an ending, or with a number.
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

// words are the words of the language that are no names, with the names in their places.
var words = map[string]string{
	"stage": "stage_", "context": "context_", "pred": "pred_", "-o": "lolli", "o-": "lolli_",
	"type": "type_", "-": "dash", "/": "slash", `\`: "backslash", "mod": "mod_",
}

// Clean returns a name of the language for another name: itself, where it is one. Characters that no name has become
// `_`, or vanish at the ends. A text without any other characters gives the name empty.
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

// isPart reports whether a name may have a character.
func isPart(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(`_'\/-`, r)
}

// Constant returns what [Clean] does, changed so that it is no variable.
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

// Variable returns what [Clean] does, changed so that it is a variable.
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
