package gdl

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// expr is a word, or a list of expressions. Words are in lower case: KIF does not tell cases apart.
type expr struct {
	syntax.Span
	word string // "" for a list
	list []expr
}

// head returns the word that a list begins with, or the word itself.
func (e *expr) head() string {
	if len(e.list) > 0 {
		return e.list[0].word
	}
	return e.word
}

// kifReader reads expressions.
type kifReader struct {
	*reader
	stopped bool // at bytes that are no text
	at      int  // offset of the next character
	loose   bool // the last statement was a word without brackets, and is reported
}

// next returns the next token: a bracket, a word, or "" at the end of the text. Words contain all characters but
// spaces, brackets and semicolons.
func (k *kifReader) next() (text string, at syntax.Span) {
	for k.at < len(k.src.Text) {
		c, size := utf8.DecodeRune(k.src.Text[k.at:])
		switch {
		case c == ';':
			end := bytes.IndexByte(k.src.Text[k.at:], '\n')
			if end < 0 {
				end = len(k.src.Text) - k.at
			}
			k.at += end
			continue
		case unicode.IsSpace(c) || c == '\ufeff':
			k.at += size
			continue
		}
		start := k.at
		if k.at += size; c != '(' && c != ')' {
			end := bytes.IndexFunc(k.src.Text[start:], func(c rune) bool {
				return unicode.IsSpace(c) || strings.ContainsRune("();", c)
			})
			if end < 0 {
				end = len(k.src.Text) - start
			}
			k.at = start + end
		}
		word := k.src.Text[start:k.at]
		if !utf8.Valid(word) || bytes.IndexByte(word, 0) >= 0 {
			// Comments may be in any encoding, and their authors have names; games may not.
			k.report(syntax.NotUTF8, k.src.Pos(start).Span(), "this is not UTF-8, the encoding of games")
			k.at, k.stopped = len(k.src.Text), true
			break
		}
		return string(word), syntax.Span{Start: k.src.Pos(start), End: k.src.Pos(k.at)}
	}
	end := len(bytes.TrimRightFunc(k.src.Text, unicode.IsSpace))
	return "", k.src.Pos(end).Span()
}

// statements returns the expressions of the text. A `(<=` that begins a line begins a statement, so that a missing
// bracket costs only the statement before.
func (k *kifReader) statements() (all []expr) {
	var open []expr // the lists that are not closed yet, from the outside in
	deep := false   // more are open than may be; what is within them is dropped
	for {
		text, at := k.next()
		e := expr{Span: at}
		switch text {
		case "":
			if len(open) > 0 && !k.stopped {
				k.unclosed(open, at, "the text ends")
			}
			return all
		case "(":
			if len(open) > 0 && k.beginsRule(at.Start.Offset) {
				k.unclosed(open, at, "the next rule begins")
				open, deep = nil, false
			}
			open = append(open, e)
			if len(open) > mostNested && !deep {
				k.report(syntax.NestedTooDeeply, at, "more than %d brackets are open", mostNested)
				deep = true
			}
			continue
		case ")":
			if len(open) == 0 {
				k.report(syntax.UnexpectedToken, at, "there is one `)` too many")
				continue
			}
			e, open = open[len(open)-1], open[:len(open)-1]
			if e.End = at.End; deep {
				deep = len(open) > 0
				continue
			}
		default:
			e.word = strings.ToLower(text)
			k.words[e.word] = true
		}
		if len(open) > 0 {
			list := &open[len(open)-1].list
			*list = append(*list, e)
		} else {
			all = append(all, e)
		}
	}
}

// beginsRule reports whether a bracket begins its line and `<=` follows.
func (k *kifReader) beginsRule(bracket int) bool {
	line := k.src.Text[bytes.LastIndexByte(k.src.Text[:bracket], '\n')+1 : bracket]
	behind := bytes.TrimLeftFunc(k.src.Text[k.at:], unicode.IsSpace)
	return len(bytes.TrimSpace(line)) == 0 && bytes.HasPrefix(behind, []byte("<="))
}

// unclosed reports that a statement is not closed.
func (k *kifReader) unclosed(open []expr, where syntax.Span, what string) {
	bracket := func(p syntax.Pos) syntax.Span {
		return syntax.Span{Start: p, End: syntax.Pos{Offset: p.Offset + 1, Line: p.Line, Col: p.Col + 1}}
	}
	first, last := open[0].Start, open[len(open)-1].Start
	e := k.report(syntax.UnexpectedToken, bracket(first), "this statement is not closed: it lacks %d `)`",
		len(open))
	if last != first {
		note(e, bracket(last), "the last bracket that is still open")
	}
	note(e, where, "%s here", what)
}

// ParseKIF reads a game in GDL. Where the list contains errors, the game is nil.
func ParseKIF(src *syntax.Source) (*Game, syntax.ErrorList) {
	k := &kifReader{reader: newReader(src)}
	for _, e := range k.statements() {
		k.statement(&e)
	}
	return k.finish()
}
