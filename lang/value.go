package lang

import (
	"errors"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// ParseValue reads a text as a term of a type, in the names of the program. The
// error is in words for whoever typed the text, without a place.
func (p *Program) ParseValue(text string, want *Type) (Value, error) {
	src := &syntax.Source{Name: p.Name, Text: []byte(text)}
	x, errs := syntax.ParseTerm(src)
	if len(errs) > 0 {
		return Value{}, errors.New(errs[0].Msg)
	}
	c := newChecker(&syntax.File{Source: src, Skipped: make(map[string]bool)}, nil)
	c.know(p.Types)
	c.knowType(want)
	s := newScope(c)
	t := s.term(x, want)
	if len(s.vars) > 0 {
		c.errorf(syntax.UnboundVariable, s.vars[0].Span, "`%s` is a variable, and has no value here", shown(s.vars[0]))
	}
	if len(c.errs) > 0 {
		return Value{}, errors.New(c.errs[0].Msg)
	}
	v, _ := ground(t)
	return v, nil
}

// know enters the types of a program and what makes their terms. The type of
// strings is none of them: it is found where a constructor takes one.
func (c *checker) know(types []*Type) {
	for _, t := range types {
		if t.Numerals {
			c.numbers = t
		}
		for _, k := range t.Constructors {
			c.cons[k.Name] = k
			for _, a := range k.Args {
				c.knowType(a)
			}
		}
	}
}

// knowType enters a type by its name.
func (c *checker) knowType(t *Type) {
	c.types[t.Name] = t
	switch {
	case t.Texts:
		c.texts = t
	case t.Name == StringType: // one of the program's own
		c.texts = nil
	}
}
