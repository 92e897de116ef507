package asp

import "github.com/ceptre-graph/ceptre/lang/syntax"

// kind is a kind of token.
type kind int

const (
	tEOF       kind = iota
	tName           // a name that begins with a small letter
	tVariable       // a name that begins with a capital
	tAnonymous      // _
	tNumber
	tString
	tDirective // #show, #count, #sum+; the text is without the #
	tNot       // the word not
	tSign      // an operator, bracket or separator
	tBad       // reported by the scanner already
)

// signs are the tokens that are made of signs, longer ones first. Those behind the blank are signs of Prolog and
// other languages that cannot stand in a program; [foreignSigns] says what to write.
var signs = []string{
	`=:=`, `=\=`, `\==`, // foreign
	`\+`, `\=`, `=<`, `->`, `=>`, `&&`, // foreign
	`:-`, `:~`, `..`, `**`, `!=`, `<>`, `<=`, `>=`, `==`,
	`.`, `,`, `;`, `:`, `(`, `)`, `{`, `}`, `[`, `]`, `|`, `=`, `<`, `>`, `+`, `-`, `*`, `/`, `\`, `@`, `^`, `?`, `&`,
	`~`, `!`,
}

// token is a word of the text with its place.
type token struct {
	syntax.Span
	kind kind
	text string // as written, but the value of a string and the name of a directive
}

// describe says in a message what the token is.
func (t token) describe() string {
	switch t.kind {
	case tEOF:
		return "the end of the program"
	case tString:
		return "a string"
	case tDirective:
		return "`#" + t.text + "`"
	}
	return "`" + t.text + "`"
}
