package lang

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// scope reads the terms of one rule or clause and collects its variables.
type scope struct {
	*checker
	vars  []Var
	index map[string]Variable
	wilds int
	// comparisons wait for the atoms to tell the types of variables.
	comparisons []waiting
	// excused are the variables of unreadable parts; they are not reported as unbound.
	excused map[string]bool
	// calculated are the variables of calculations.
	calculated map[Variable]bool
	// spokeOfStages says that the rule speaks of stages and must not, which has
	// been said.
	spokeOfStages bool
	// ground says that no variables may stand there.
	ground bool
	// comment says that the line has been reported as a comment of another language; its words are
	// not reported.
	comment bool
	// seen are the occurrences of variables, collected if mentions are asked for.
	seen []occurrence
	// clause says that this is a clause, with proved predicates only.
	clause bool
	// joint is what stands between atoms here: `*`, or `,` in contexts.
	joint string
	// giver is what may give a variable its value, for the message where nothing does.
	giver string
}

func newScope(c *checker) *scope {
	return &scope{checker: c, index: make(map[string]Variable), excused: make(map[string]bool),
		calculated: make(map[Variable]bool), joint: "*", giver: "premise on the left"}
}

type waiting struct {
	at   *syntax.Binary
	x, y Term
}

// variable returns the variable of that name, entering it if it is new, and
// checks it against the type of its place; nil fits everything.
func (s *scope) variable(n *syntax.Name, want *Type) Term {
	if n.Text == syntax.Wildcard {
		s.wilds++
		s.vars = append(s.vars, Var{n.Span, fmt.Sprintf("_%d", s.wilds), want})
		return Variable(len(s.vars) - 1)
	}
	i, known := s.index[n.Text]
	if !known {
		i = Variable(len(s.vars))
		s.index[n.Text] = i
		s.vars = append(s.vars, Var{n.Span, n.Text, want})
		s.occurs(n, i)
		return i
	}
	s.occurs(n, i)
	v := &s.vars[i]
	switch {
	case v.Type == nil:
		v.Type = want
	case want != nil && v.Type != want:
		e := s.errorf(syntax.WrongType, n.Span, "`%s` stands for %s, but %s is needed here", n.Text,
			english.A(v.Type.Name), english.A(want.Name))
		note(e, v.Span, "it is %s here", english.A(v.Type.Name))
	}
	return i
}

// term reads a term in a place of type want; nil fits everything. It returns
// nil for what cannot be read.
func (s *scope) term(x syntax.Expr, want *Type) Term {
	switch x := x.(type) {
	case *syntax.Name:
		if syntax.IsVariable(x.Text) {
			return s.variable(x, want)
		}
		return s.compound(x, nil, x.Span, want)
	case *syntax.Apply:
		return s.compound(x.Fun, x.Args, x.Span, want)
	case *syntax.String:
		if s.texts == nil {
			e := s.errorf(syntax.BuiltInType, x.Span,
				"a text in quotes has the built-in type `string`, but this program has its own type of that name")
			note(e, s.types[StringType].Span, "declared here")
			return nil
		}
		s.fits(x.Span, syntax.Quote(x.Value), s.texts, want)
		return Literal(x.Value)
	case *syntax.Number:
		return s.number(x, want)
	case *syntax.Binary:
		return s.calculation(x, want)
	default:
		s.errorf(syntax.UnexpectedToken, x.Range(), "expected a term, found `%s`", syntax.ExprString(x))
	}
	return nil
}

func (s *scope) compound(fun *syntax.Name, args []syntax.Expr, span syntax.Span, want *Type) Term {
	if syntax.IsVariable(fun.Text) {
		s.errorf(syntax.VariableWithArguments, span,
			"`%s` starts with a capital letter, so it is a variable, which takes no arguments", fun.Text)
		s.excuse(args...)
		return nil
	}
	k := s.cons[fun.Text]
	if k == nil {
		if e := undeclared(s.checker, "constant", fun, s.cons); e != nil && len(e.Notes) == 0 && s.noConstant(e, fun) &&
			want.takesConstants() {
			s.missing = append(s.missing, missing{e, fun.Text, s, args, want.Name})
		}
		s.excuse(args...)
		return nil
	}
	s.mention(fun, k)
	if len(args) != len(k.Args) {
		e := s.errorf(syntax.WrongArity, span, "`%s` takes %s, not %d", fun.Text, arguments(len(k.Args)), len(args))
		note(e, k.Span, "declared here")
		s.excuse(args...)
		return nil
	}
	if !s.fits(span, "`"+fun.Text+"`", k.Result, want) {
		e := s.errs[len(s.errs)-1]
		note(e, k.Span, "declared here")
	}
	return construct(k, s.terms(args, k.Args))
}

// fits checks the type of something that is not a variable.
func (s *scope) fits(span syntax.Span, what string, got, want *Type) bool {
	if want == nil || got == want {
		return true
	}
	s.errorf(syntax.WrongType, span, "%s is %s, but %s is needed here", what, english.A(got.Name), english.A(want.Name))
	return false
}

func (s *scope) terms(args []syntax.Expr, types []*Type) []Term {
	out := make([]Term, len(args))
	for i, x := range args {
		out[i] = s.term(x, types[i])
	}
	return out
}

// atom reads a predicate with its arguments; false where it cannot.
func (s *scope) atom(x syntax.Expr) (Atom, bool) {
	if ref, ok := stageRef(x); ok {
		if s.spokeOfStages {
			return Atom{}, false
		}
		s.spokeOfStages = true
		s.errorf(syntax.MisplacedStage, ref,
			"only links name a stage, and they are written outside stages: `qui * stage a * … -o stage b`")
		return Atom{}, false
	}
	fun, args := split(x)
	if fun == nil {
		e := s.errorf(syntax.NotAPremise, x.Range(), "expected a predicate with its arguments, found `%s`",
			syntax.ExprString(x))
		if len(syntax.Joined(x)) > 1 {
			note(e, syntax.Span{}, "is this a rule? Then its `-o` is missing")
		} else if _, compares := x.(*syntax.Binary); compares && strings.Contains(syntax.ExprString(x), "-- > ") {
			note(e, syntax.Span{}, "rules have `-o`")
		}
		return Atom{}, false
	}
	p := s.preds[fun.Text]
	if p == nil {
		s.unknownPred(fun, args)
		s.excuse(args...)
		return Atom{}, false
	}
	s.mention(fun, p)
	if len(args) != len(p.Args) {
		e := s.errorf(syntax.WrongArity, x.Range(), "`%s` takes %s, not %d", p.Name, arguments(len(p.Args)), len(args))
		note(e, p.Span, "declared here")
		for i, a := range args { // one note on what may have been meant is enough
			if name, ok := a.(*syntax.Name); ok && (s.misplaced(e, name) || s.bare(e, name, args[i+1:])) {
				break
			}
		}
		s.excuse(args...)
		return Atom{}, false
	}
	return Atom{Pred: p, Args: s.terms(args, p.Args)}, true
}

// excuse excuses the variables in what could not be read.
func (s *scope) excuse(xs ...syntax.Expr) {
	for _, x := range xs {
		switch x := x.(type) {
		case *syntax.Name:
			s.excused[x.Text] = true
		case *syntax.Apply:
			s.excuse(x.Args...)
		case *syntax.Binary:
			s.excuse(x.X, x.Y)
		case *syntax.Prefix:
			s.excuse(x.X)
		}
	}
}

// split takes a name or an application apart; the name is nil for anything
// else.
func split(x syntax.Expr) (*syntax.Name, []syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Name:
		if x.Text != syntax.Wildcard {
			return x, nil
		}
	case *syntax.Apply:
		return x.Fun, x.Args
	}
	return nil, nil
}

func arguments(n int) string {
	if n == 0 {
		return "no arguments"
	}
	return english.Count(n, "argument")
}

// finish checks the comparisons, and that every variable is bound by one of the
// premises, and returns the variables.
func (s *scope) finish(premises []Premise) []Var {
	s.infer()
	for _, w := range s.comparisons {
		s.compareTypes(w)
	}
	bound := boundVars(premises, len(s.vars))
	for i, v := range s.vars {
		if !bound[i] && !s.excused[v.Name] {
			e := s.errorf(syntax.UnboundVariable, v.Span,
				"`%s` is not known here: no %s gives it a value", shown(v), s.giver)
			s.nearVariable(e, v, bound)
			if s.calculated[Variable(i)] {
				note(e, syntax.Span{}, "the only calculation that gives its variable a value is `N + k` with a numeral k")
			}
			if i := strings.IndexAny(v.Name, "-/"); i > 0 && s.numbers != nil {
				spaced := v.Name[:i] + " " + v.Name[i:i+1] + " " + v.Name[i+1:]
				note(e, syntax.Span{}, "this is one name; a calculation has spaces: `%s`", spaced)
				mend(e, v.Span, spaced)
			}
		}
	}
	s.mentionVariables()
	return s.vars
}

func shown(v Var) string {
	if v.Name[0] == '_' {
		return syntax.Wildcard
	}
	return v.Name
}

// boundVars returns which of n variables the premises give a value: atoms by
// what they are met with, and `==` from the side that is known to the other.
func boundVars(premises []Premise, n int) []bool {
	bound := make([]bool, n)
	for _, p := range premises {
		for _, a := range p.Atom.Args {
			eachBinding(a, func(v Variable) { bound[v] = true })
		}
	}
	for again := true; again; { // each round but the last settles one more
		again = false
		for _, p := range premises {
			if p.Kind == Compare && p.Op == Same {
				again = equate(p.X, p.Y, bound) || equate(p.Y, p.X, bound) || again
			}
		}
	}
	return bound
}

// equate marks the variables of a term as bound that is the same as a known one,
// and reports whether any was not.
func equate(x, known Term, bound []bool) bool {
	all, news := true, false
	EachVariable(known, func(v Variable) { all = all && bound[v] })
	if all {
		eachBinding(x, func(v Variable) { news, bound[v] = news || !bound[v], true })
	}
	return news
}

// maxPremises bounds the premises of a rule or clause: to find out what their
// variables are takes time that grows with the square of their number.
const maxPremises = 1_000

// joined returns the operands of a left side, as many as a rule may have.
func (s *scope) joined(x syntax.Expr) []syntax.Expr {
	all := syntax.Joined(x)
	if len(all) > maxPremises {
		s.errorf(syntax.TooLarge, all[maxPremises].Range(), "a rule has at most %d premises", maxPremises)
		s.excuse(all[maxPremises:]...)
		return all[:maxPremises]
	}
	return all
}
