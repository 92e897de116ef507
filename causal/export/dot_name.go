package export

import (
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// This file is about names that do not read back from the label of a node, such as `a b`:
// those of other engines may be any text. Such a node has the attribute "term" beside the
// label, which Graphviz passes over: the fact, or the rule with its arguments, as a term in
// the JSON of traces.

// termDOT returns that attribute with a comma, or "" where the label will do.
func termDOT(head string, args []trace.Term) string {
	if isWord(head) && head != quiescence && allRead(args) {
		return ""
	}
	text, _ := trace.Term{Head: head, Args: args}.MarshalJSON() // of what a trace holds this never fails
	return `term="` + quoteTerm.Replace(strings.TrimSpace(string(text))) + `",`
}

// quiescence is what the older Ceptre calls the fact that nothing else can happen.
const quiescence = "qui"

// quoteTerm quotes JSON in DOT, which knows no backslashes but before quotes.
var quoteTerm = strings.NewReplacer(`\"`, `\u0022`, `\\`, `\u005c`, `"`, `\"`, "\n", "")

// allRead reports whether terms in a label read back as they are.
func allRead(terms []trace.Term) bool {
	for _, t := range terms {
		switch {
		case t.Number && len(t.Args) == 0:
		case len(t.Args) == 0 && trace.Atomic(t.Head).Number, !isWord(t.Head) && !isLiteral(t), !allRead(t.Args):
			return false
		}
	}
	return true
}

// isWord reports whether a name reads back from a label.
func isWord(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsGraphic(r) || strings.ContainsRune(`()"`, r)
	})
}

// isLiteral reports whether a term is a string that reads back from a label.
func isLiteral(t trace.Term) bool {
	inside, ok := strings.CutPrefix(t.Head, `"`)
	inside, closed := strings.CutSuffix(inside, `"`)
	return ok && closed && len(t.Args) == 0 && !strings.ContainsFunc(inside, func(r rune) bool {
		return r == '"' || r == '\\' || !unicode.IsGraphic(r)
	})
}
