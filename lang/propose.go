package lang

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// mend says how what the last note of an error proposes is done: by a text in the place
// of a part of the source.
func mend(e *syntax.Error, at syntax.Span, text string) {
	e.Notes[len(e.Notes)-1].Fix = &syntax.Fix{Span: at, Text: text}
}

// propose adds a note of what may have been meant by a part of the source.
func propose(e *syntax.Error, at syntax.Span, text string) {
	note(e, syntax.Span{}, "did you mean `%s`?", text)
	mend(e, at, text)
}

// missing is a name without a declaration. What the declaration would be is known when the
// rule has been read in which it stands.
type missing struct {
	*syntax.Error
	name  string
	scope *scope
	args  []syntax.Expr
	of    string // what stands behind the colon
}

// declareMissing adds notes on how to declare missing names.
func (c *checker) declareMissing() {
	for _, m := range c.missing {
		if m.of == "pred" && c.proved[m.name] {
			m.of = "bwd"
		}
		words := []string{m.name}
		for _, x := range m.args {
			if t := m.scope.typeRead(x); t != nil {
				words = append(words, t.Name)
			}
		}
		if len(words) <= len(m.args) { // the type of some argument is not known
			note(m.Error, syntax.Span{}, "declare it with the types of its arguments: `%s type … : %s.`", m.name, m.of)
			continue
		}
		text := strings.Join(append(words, ":", m.of), " ") + "."
		note(m.Error, syntax.Span{}, "declare it: `%s`", text)
		m.Notes[len(m.Notes)-1].Fix = c.addition(text)
	}
}

// addition returns how to add a declaration, behind the last one of the same kind.
func (c *checker) addition(text string) *syntax.Fix {
	newline := "\n"
	if bytes.Contains(c.file.Source.Text, []byte("\r\n")) {
		newline = "\r\n"
	}
	for _, d := range slices.Backward(c.file.Decls) {
		if s, ok := d.(*syntax.Signature); ok && !c.isClause(s) {
			return &syntax.Fix{Span: c.lineEnd(s.End).Span(), Text: newline + text}
		}
	}
	top := syntax.Pos{Line: 1, Col: 1}
	return &syntax.Fix{Span: top.Span(), Text: text + newline}
}

// removal returns how to leave out the declaration of a name, with its line if nothing else but a
// comment behind it stands there; nil where the name has no declaration of its own.
func (c *checker) removal(name syntax.Span) *syntax.Fix {
	at, found := slices.BinarySearchFunc(c.file.Decls, name.Start.Offset, func(d syntax.Decl, start int) int {
		return cmp.Compare(d.Range().Start.Offset, start)
	})
	if !found {
		return nil
	}
	part := c.file.Decls[at].Range()
	text, end := c.file.Source.Text, c.lineEnd(part.End).Offset
	start := len(bytes.TrimRight(text[:part.Start.Offset], blanks))
	behind := bytes.TrimPrefix(text[end:], []byte("\r"))
	if start > 0 && text[start-1] != '\n' || len(behind) > 0 && behind[0] != '\n' {
		return &syntax.Fix{Span: part}
	}
	end = min(len(text), len(text)-len(behind)+1)
	return &syntax.Fix{Span: syntax.Span{Start: c.file.Source.Pos(start), End: c.file.Source.Pos(end)}}
}

// blanks are characters that may stand around the text of a line.
const blanks = " \t\r\v\f"

// lineEnd returns the end of the line of a place if nothing but a comment stands behind
// it, else the place.
func (c *checker) lineEnd(p syntax.Pos) syntax.Pos {
	behind := c.file.Source.Text[p.Offset:]
	rest := bytes.TrimLeft(behind, blanks)
	if len(rest) > 0 && rest[0] == '%' {
		comment, _, _ := bytes.Cut(rest, []byte("\n"))
		rest = rest[len(comment):]
	}
	if len(rest) > 0 && rest[0] != '\n' {
		return p
	}
	line := bytes.TrimSuffix(behind[:len(behind)-len(rest)], []byte("\r"))
	return c.file.Source.Pos(p.Offset + len(line))
}

// takesConstants reports whether a type, if it is known, may have another constant.
func (t *Type) takesConstants() bool { return t != nil && !t.Numerals && !t.Texts }

// typeRead returns the type of a term as written, or nil.
func (s *scope) typeRead(x syntax.Expr) *Type {
	switch x.(type) {
	case *syntax.String:
		return s.texts
	case *syntax.Number, *syntax.Binary:
		return s.numbers
	}
	fun, _ := split(x)
	switch {
	case fun == nil:
	case s.cons[fun.Text] != nil:
		return s.cons[fun.Text].Result
	case syntax.IsVariable(fun.Text):
		if v, ok := s.index[fun.Text]; ok {
			return s.vars[v].Type
		}
	}
	return nil
}
