package foreign

import (
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// This file reads terms and facts as the older Ceptre prints them: `(at c (s z))`,
// `!(dead d)`, `tok`, `"a text"`.

// termsIn parses terms as long as there are some; depth is that of the enclosing term.
func (s *scanner) termsIn(depth int) ([]trace.Term, error) {
	var terms []trace.Term
	for c := s.next(); c == '(' || c == '"' || c != 0 && !strings.ContainsRune(s.stops, rune(c)); c = s.next() {
		t, err := s.term(depth + 1)
		if err != nil {
			return nil, err
		}
		terms = append(terms, t)
	}
	return terms, nil
}

func (s *scanner) term(depth int) (trace.Term, error) {
	switch c := s.next(); {
	case depth > maxDepth:
		return trace.Term{}, s.file.errorf(s.at(), "nested deeper than %d", maxDepth)
	case c == '(':
		return s.compound(depth)
	case c == '"':
		literal, err := s.literal()
		if err != nil {
			return trace.Term{}, err
		}
		text, _ := literal.Literal()
		return trace.Text(text), nil
	}
	word, err := s.name("a term")
	return trace.Atomic(word), err
}

// compound takes a term in parentheses.
func (s *scanner) compound(depth int) (trace.Term, error) {
	if err := s.want("("); err != nil {
		return trace.Term{}, err
	}
	t, err := s.application(depth)
	if err != nil {
		return trace.Term{}, err
	}
	return t, s.want(")")
}

// application takes a name and its arguments.
func (s *scanner) application(depth int) (trace.Term, error) {
	name, err := s.name("a name")
	if err != nil {
		return trace.Term{}, err
	}
	args, err := s.termsIn(depth)
	if err != nil || len(args) == 0 {
		return trace.Atomic(name), err
	}
	return trace.Term{Head: name, Args: args}, nil
}

// literal takes a string literal, which keeps its quotes and escapes.
func (s *scanner) literal() (trace.Term, error) {
	start := s.pos
	for end := start + 1; end < len(s.text); end++ {
		switch s.text[end] {
		case '\\':
			end++
		case '"':
			s.pos = end + 1
			return trace.Const(s.text[start:s.pos]), nil
		}
	}
	return trace.Term{}, s.file.errorf(s.at(), "string literal without an end")
}

// fact is a fact as states list it.
type fact struct {
	trace.Fact
	persistent bool
	exact      bool // it is told as it was, and not as the older Ceptre prints it
}

// isQui reports whether it says that nothing can go on, which is no resource.
func (f fact) isQui() bool { return !f.exact && f.Pred == "qui" && len(f.Args) == 0 }

// key returns a text that only equal facts have. Names hold no white space.
func (f fact) key() string {
	if f.persistent {
		return "!" + f.String()
	}
	return f.String()
}

func (s *scanner) fact() (fact, error) {
	f := fact{persistent: s.eat("!")}
	at := s.at()
	var t trace.Term
	var err error
	if s.next() == '(' {
		t, err = s.compound(1)
	} else {
		t.Head, err = s.name("a fact")
	}
	if err != nil {
		return f, err
	}
	f.Fact = trace.Fact{Pred: t.Head, Args: t.Args}
	return f, checkToken(s.file, at, f.Fact)
}

// checkToken refuses stages that are none of ours.
func checkToken(f *file, at int, x trace.Fact) error {
	if x.Pred == trace.StagePred && len(x.Args) != 1 {
		return f.errorf(at, "%q has %d arguments: want the name of one stage", trace.StagePred, len(x.Args))
	}
	return nil
}

// inner returns a scanner of a text that stands at an offset in other words, as
// with escapes.
func (f *file) inner(text string, at int) *scanner {
	return &scanner{file: f, text: text, base: at, whole: true, stops: parens}
}

// wholeFact takes a text as a fact.
func (f *file) wholeFact(text string, at int) (fact, error) {
	s := f.inner(text, at)
	x, err := s.fact()
	if err == nil && !s.atEnd() {
		err = s.unexpected("nothing after the fact")
	}
	return x, err
}

// wholeTerm takes a text as a term; parentheses around it may be missing.
func (f *file) wholeTerm(text string, at int) (trace.Term, error) {
	s := f.inner(text, at)
	var t trace.Term
	var err error
	if c := s.next(); c == '(' || c == '"' {
		t, err = s.term(1)
	} else {
		t, err = s.application(1)
	}
	if err == nil && !s.atEnd() {
		err = s.unexpected("nothing after the term")
	}
	return t, err
}
