package gdl

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// token is a word, a variable, a sign, or the end of the text, which has no text.
type token struct {
	syntax.Span
	text  string
	first bool // on its line
	// tight tokens follow the one before without a space.
	tight bool
}

// signs are the tokens that are neither words nor variables, the longer ones first. Many have no meaning here; as
// tokens of their own, they get messages that say what to write in their place.
var signs = strings.Fields(":- ==> =/= <<< << == =< => >= <= <- -> := != $= && || .. = # | ; ( ) { } [ ] , . : & ! ~ " +
	"< > + - * / ^ @ % ' ` \\ \"")

// spellings are other ways to write signs and words, from the logics and languages that authors know.
var spellings = map[string]string{
	"&": "and", "&&": "and", "∧": "and", "∨": "or", "!": "not", "~": "not", "¬": "not", "!=": "=/=", "#": "=/=",
	"≠": "=/=", "→": "->", "⇒": "==>", "∈": "in", "||": "|",
}

// scan reads the tokens of a text. The last one has no text. Comments begin with //, % or /*; a line that begins with
// # is taken as one, too, with a warning.
func (r *reader) scan() []token {
	var tokens []token
	text := r.src.Text
	first := true
	for at, before := 0, -1; ; {
		rest := text[at:]
		c, size := utf8.DecodeRune(rest)
		switch {
		case len(rest) == 0:
			end := r.src.Pos(len(bytes.TrimRightFunc(text, unicode.IsSpace)))
			return append(tokens, token{Span: end.Span(), first: true})
		case unicode.IsSpace(c) || c == '\ufeff':
			first = first || c == '\n'
			at += size
			continue
		case c == '%', bytes.HasPrefix(rest, []byte("//")), c == '#' && first:
			if c == '#' {
				e := r.report(syntax.UnexpectedCharacter, syntax.Span{Start: r.src.Pos(at), End: r.src.Pos(at + 1)},
					"a statement cannot begin with `#`; the line is taken as a comment")
				e.Warning, e.Notes = true, []syntax.Note{{Msg: "comments begin with `//`"}}
			}
			if size = bytes.IndexByte(rest, '\n'); size < 0 {
				size = len(rest)
			}
			at += size
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest, []byte("*/"))
			if end < 0 {
				r.report(syntax.UnexpectedToken, syntax.Span{Start: r.src.Pos(at), End: r.src.Pos(at + 2)},
					"this comment is not closed by `*/`")
				end = len(rest) - 2
			}
			first = first || bytes.IndexByte(rest[:end], '\n') >= 0
			at += end + 2
			continue
		}
		size = length(rest)
		t := token{syntax.Span{Start: r.src.Pos(at), End: r.src.Pos(at + size)}, string(rest[:size]), first, at == before}
		if other := spellings[t.text]; other != "" {
			t.text = other
		}
		at += size
		tokens, first, before = append(tokens, t), false, at
	}
}

// length returns the number of bytes of the token at the beginning of a text.
func length(text []byte) int {
	if text[0] == '?' {
		return 1 + wordLength(text[1:])
	}
	for _, s := range signs {
		if bytes.HasPrefix(text, []byte(s)) && !(s == "-" && wordLength(text[1:]) > 0 && unicode.IsDigit(rune(text[1]))) {
			return len(s)
		}
	}
	if n := wordLength(text); n > 0 {
		return n
	}
	_, size := utf8.DecodeRune(text)
	return size
}

// wordLength returns the number of bytes of the word that a text begins with: letters of any script, digits and `_`,
// with hyphens and primes within. Numbers are words, and may have a sign.
func wordLength(text []byte) int {
	n := 0
	if len(text) > 1 && text[0] == '-' && text[1] >= '0' && text[1] <= '9' {
		n = 1
	}
	for n < len(text) {
		c, size := utf8.DecodeRune(text[n:])
		within := n > 0 && (c == '\'' || c == '-' && n+1 < len(text) && unicode.IsLetter(rune(text[n+1])))
		if !isWord(c) && !within {
			break
		}
		n += size
	}
	return n
}

// isWord reports whether a character stands in words.
func isWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || c == '_'
}

// isName reports whether a token is a word, but no word of the language.
func (t token) isName() bool {
	c, _ := utf8.DecodeRuneInString(strings.TrimPrefix(t.text, "-"))
	return isWord(c) && t.text != "and" && t.text != "or" && t.text != "not" && t.text != "in"
}

// isVariable reports whether a token is a variable.
func (t token) isVariable() bool { return strings.HasPrefix(t.text, "?") || t.text == "_" }

// describe says in a message what stands there.
func (t token) describe() string {
	if t.text == "" {
		return "the end of the text"
	}
	return "`" + t.text + "`"
}
