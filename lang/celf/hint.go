package celf

import (
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// refuseProof gives up the declaration if the current token is a part of proof terms. Celf prints and reads these,
// but a world has no use for them.
func (p *parser) refuseProof() {
	switch t := p.tok(); {
	case (t.is("let") || t.is("in")) && !p.last.is("=") && !p.last.is("}"):
		p.fail(syntax.UnexpectedToken, t.Span, "`"+t.text+"` is a word of the language and cannot be a name")
	case t.is("let"), t.is("in"), t.is("#1"), t.is("#2"), t.is("["), t.is("]"), t.is("<"), t.is(">"), t.is("^"):
		p.fail(syntax.NotSupported, t.Span, "`"+t.text+"` is a part of proofs, which are not read in a file",
			syntax.Note{Msg: "proofs are `let … in …`, `[…]`, `<…>`, `#1` and `#2`; Celf prints them as solutions"})
	}
}

// hint returns a note on the usual cause of the current token being misplaced, or nil. Tokens that are several words
// without blanks come first, because the parser then trips over their neighbours.
func (p *parser) hint() *syntax.Note {
	t := p.tok()
	for _, near := range []token{p.last, t} {
		if parts := apart(near.text, p.isKnown); near.kind == tWord && parts != "" {
			n := oneWord(&Name{near.Span, near.text}, parts)
			return &n
		}
	}
	behind := p.text[t.End.Offset:]
	say := func(msg string) *syntax.Note { return &syntax.Note{Msg: msg} }
	switch {
	case p.first.kind == tSign && p.first.Span == t.Span && reserved[t.text] != 0 && p.ahead[1].is(":"):
		return say("`" + t.text + "` is a word of the language and cannot be a name")
	case strings.HasPrefix(p.first.text, "//"), strings.HasPrefix(p.first.text, "/*"),
		t.is("(") && strings.HasPrefix(behind, "*"):
		return say("comments start with `%`")
	case t.is("}") && strings.HasPrefix(behind, "%") && strings.Contains(p.text[:t.Start.Offset], "%{"):
		return say("a comment ends where its line does, also one that begins with `%{`")
	case t.is(","):
		return say("parts are joined by `*`, types of arguments by `->`, and arguments are separated by blanks")
	case p.last.kind == tSign && infix[p.last.text] && (t.is(".") || t.is(")") || t.is("}")):
		return say("something is missing behind `" + p.last.text + "`")
	case t.is(")"), t.is("}"):
		return say("there is one `" + t.text + "` too many, or its other half is missing")
	case t.is(`"`):
		return say(quotes)
	case t.is("="):
		return say("only an abbreviation has a `=`: `name : type = value.`")
	case t.is(":") && p.last.kind == tWord:
		return say("the type of a name stands behind `Pi` or `Exists`, or at the start of a declaration")
	case t.is("@"), t.is("!"):
		return say("`" + t.text + "` stands before the part that it marks: `" + t.text + "at ann hall`")
	case t.kind == tSign && t.text == p.last.text && p.last.kind == tSign:
		return say("there is one `" + t.text + "` too many")
	case t.is("Pi"), t.is("PI"), t.is("Exists"), t.is("EXISTS"), t.is(`\`):
		return say("a `*` or an arrow, or a parenthesis, is missing before `" + t.text + "`")
	}
	return nil
}

// infix are the signs that need an expression behind them.
var infix = map[string]bool{"-o": true, "o-": true, "->": true, "<-": true, "-@": true, "@-": true, "*": true,
	"&": true, "=": true, ":": true, "@": true, "!": true}

// isKnown reports whether a word has a meaning so far: it is a variable, `type`, or a name declared before.
func (p *parser) isKnown(word string) bool {
	return isVariable(word) || word == "type" || word != "-" && p.declared[word]
}

// oneWord returns the note on a word that is probably meant to be several, with a fix that writes them apart.
func oneWord(n *Name, parts string) syntax.Note {
	return syntax.Note{Span: n.Span, Msg: "`" + n.Text + "` is one word, as names may contain such signs; did you mean `" +
		parts + "`?", Fix: &syntax.Fix{Span: n.Span, Text: parts}}
}

// longestApart is the length in bytes of the longest word that [apart] takes apart: its work grows with the square.
const longestApart = 100

// apart returns a word with blanks around the operators in it, if it consists of known names with operators between
// them: `hall*dark` becomes `hall * dark`. It returns "" of other words, and of single names and operators. The words
// are found by dynamic programming over the prefixes.
func apart(word string, known func(string) bool) string {
	if len(word) > longestApart {
		return ""
	}
	// ends has, for each offset, the text up to it with blanks: ending in a name, and ending in an operator.
	type text struct{ name, operator string }
	ends := make([]text, len(word)+1)
	for i := 1; i <= len(word); i++ {
		for from := range i {
			piece, before := word[from:i], ends[from]
			switch {
			case operators[piece] && from == 0:
				ends[i].operator = piece
			case operators[piece] && before.name != "":
				ends[i].operator = before.name + " " + piece
			case from == 0 && known(piece):
				ends[i].name = piece
			case before.operator != "" && known(piece):
				ends[i].name = before.operator + " " + piece
			}
		}
	}
	end := ends[len(word)]
	if end.name != "" && end.name != word {
		return end.name
	}
	if end.operator != word {
		return end.operator
	}
	return ""
}

// operators are the operators that a word without blanks swallows.
var operators = map[string]bool{"-o": true, "o-": true, "->": true, "<-": true, "*": true, "&": true, "=": true}
