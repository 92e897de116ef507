package webeditor

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// names gives the things of one name space names that no two share.
type names struct{ taken map[string]bool }

func newNames() *names { return &names{make(map[string]bool)} }

// take returns a name that is not taken yet: the wanted one, or it with an ending, or with a number.
func (n *names) take(want string, ending ...string) string {
	name := want
	if n.taken[name] {
		name += strings.Join(ending, "")
	}
	for i := 2; n.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", want, i)
	}
	n.taken[name] = true
	return name
}

// words are the words of the language that are no names, with the names in their places.
var words = map[string]string{
	"stage": "stage_", "context": "context_", "pred": "pred_", "-o": "lolli", "o-": "lolli_",
	"type": "type_", "-": "dash", "/": "slash", `\`: "backslash", "mod": "mod_",
}

// clean returns a name of the language for a name of the editor: itself, where it is one. Characters that no name has
// become `_`, or vanish at the ends.
func clean(old, empty string) string {
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

// cleanConstant returns a name that is no variable.
func cleanConstant(old string) string {
	name := clean(old, "thing")
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

// cleanVariable returns the name of a variable.
func cleanVariable(old string) string {
	name := clean(old, "X")
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

// wildcard matches the names of variables that [Write] gives to wildcards.
var wildcard = regexp.MustCompile(`^_[0-9]*$`)
