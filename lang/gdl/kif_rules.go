package gdl

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// statement makes rules of a statement: `(<= head literal…)` or a fact. Of words without brackets in a row, which are
// prose, one is reported.
func (k *kifReader) statement(e *expr) {
	switch {
	case e.list == nil && e.word != "":
		if !k.loose {
			k.report(syntax.UnexpectedToken, e.Span, "statements are in brackets, but `%s` is not", e.word)
		}
		k.loose = true
		return
	case e.head() != "<=":
		if head := k.head(e); head != nil {
			k.add(head, nil, e.Span)
		}
	case len(e.list) == 1:
		k.report(syntax.UnexpectedToken, e.Span, "`<=` needs the atom that the rule derives")
	default:
		// All literals are read, also behind a wrong one, so that all mistakes are reported at once.
		var body all
		ok := true
		head := k.head(&e.list[1])
		for i := range e.list[2:] {
			f := k.body(&e.list[2+i])
			body, ok = append(body, f), ok && f != nil
		}
		if head == nil || !ok {
			return
		}
		for _, b := range k.unfold(head, body, e.Span) {
			k.add(head, b, e.Span)
		}
	}
	k.loose = false
}

// joints are the words that join literals. They name no relations, and a term with one of them is a literal that
// stands in the wrong place.
var joints = []string{"<=", "not", "and", "or", "distinct"}

// head returns the atom that a rule derives, or nil where it is none and was reported.
func (k *kifReader) head(e *expr) *logic.Atom {
	switch name := e.head(); name {
	case "not", "and", "or", "distinct", "<=":
		k.report(syntax.MisplacedPredicate, e.Span, "`%s` belongs in the body of a rule: no rule derives it", name)
		return nil
	// The player of the game adds these to the program: the state, and the moves that were chosen.
	case "true", "does":
		err := k.report(syntax.MisplacedPredicate, e.Span, "rules derive no `%s`: the game says what that is", name)
		switch name {
		case "true":
			note(err, syntax.Span{}, "`next` says what is true in the next state, and `init` in the first")
		case "does":
			note(err, syntax.Span{}, "`legal` says which moves a role has")
		}
		return nil
	}
	return k.atom(e)
}

// body returns the formula of an expression in a body, or nil where it is none and was reported.
func (k *kifReader) body(e *expr) formula {
	name := e.head()
	args := e.list
	if len(args) > 0 {
		args = args[1:]
	}
	switch name {
	case "<=":
		k.report(syntax.UnexpectedToken, e.Span, "a rule cannot stand in the body of another")
		return nil
	case "and", "or":
		if len(args) == 0 {
			k.report(syntax.WrongArity, e.Span, "`%s` needs something to join", name)
			return nil
		}
		parts := make([]formula, len(args))
		for i := range args {
			if parts[i] = k.body(&args[i]); parts[i] == nil {
				return nil
			}
		}
		if name == "or" {
			return some(parts)
		}
		return all(parts)
	case "not":
		if !k.count(e, args, 1) {
			return nil
		}
		if f := k.body(&args[0]); f != nil {
			return not{f}
		}
		return nil
	case "distinct":
		if !k.count(e, args, 2) {
			return nil
		}
		left, right := k.term(&args[0]), k.term(&args[1])
		if left == nil || right == nil {
			return nil
		}
		return literal{&logic.Comparison{Op: logic.NotEqual, Left: left, Right: right, Span: e.Span}}
	}
	if a := k.atom(e); a != nil {
		return literal{&logic.AtomLiteral{Atom: a}}
	}
	return nil
}

// atom returns a relation with its arguments, or nil where it is none and was reported. Relations of GDL have to have
// the right number of arguments; others with several numbers are several relations.
func (k *kifReader) atom(e *expr) *logic.Atom {
	t := k.term(e)
	if t == nil {
		return nil
	}
	c, ok := t.(*logic.Compound)
	if !ok {
		k.report(syntax.NotAPremise, e.Span, "a variable is no relation").
			Notes = []syntax.Note{{Msg: "to ask for a fact of the state, write `(true " + e.word + ")`"}}
		return nil
	}
	a := &logic.Atom{Name: c.Name, Args: c.Args, Span: c.Span}
	// Nothing asks for base and input, so these may have any number of arguments.
	if p, ok := keywords[a.Name]; ok && p.Arity != len(a.Args) && p != Base && p != Input {
		k.wrongArity(e, len(a.Args), p.Arity)
		return nil
	}
	return a
}

// term returns a variable, a symbol or a function with its arguments, or nil where it is none and was reported. A
// list of one word is the word: `(noop)` is `noop`.
func (k *kifReader) term(e *expr) logic.Term {
	switch {
	case strings.HasPrefix(e.word, "?"):
		return &logic.Variable{Name: e.word, Span: e.Span}
	case e.word != "":
		return &logic.Compound{Name: e.word, Span: e.Span}
	case len(e.list) == 0:
		k.report(syntax.UnexpectedToken, e.Span, "there is nothing in these brackets")
		return nil
	}
	// Functions and relations look the same; which one a list is depends on its place.
	name := e.list[0].word
	switch {
	case name == "":
		k.report(syntax.UnexpectedToken, e.list[0].Span, "a list begins with a name, not with another list")
		return nil
	case strings.HasPrefix(name, "?"):
		k.report(syntax.VariableWithArguments, e.list[0].Span, "the variable `%s` cannot have arguments", name)
		return nil
	case slices.Contains(joints, name):
		k.report(syntax.MisplacedPredicate, e.list[0].Span, "`%s` joins literals, and is no name", name)
		return nil
	}
	c := &logic.Compound{Name: name, Span: e.Span}
	for i := range e.list[1:] {
		t := k.term(&e.list[1+i])
		if t == nil {
			return nil
		}
		c.Args = append(c.Args, t)
	}
	return c
}

// count reports whether there are as many arguments as there should be, and says so if not.
func (k *kifReader) count(e *expr, args []expr, want int) bool {
	if len(args) != want {
		k.wrongArity(e, len(args), want)
	}
	return len(args) == want
}

// wrongArity reports a wrong number of arguments.
func (k *kifReader) wrongArity(e *expr, got, want int) {
	k.report(syntax.WrongArity, e.Span, "`%s` takes %s, not %d", e.head(), english.Count(want, "argument"), got)
}
