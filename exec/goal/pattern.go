package goal

import (
	"math/big"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Pattern is a fact, or a rule with its arguments, as a question asks for it: `at romeo _`, `at C
// C`. `_` matches any term, and a variable the same term wherever it stands. Arguments at the end
// may be left out.
type Pattern struct {
	trace.Term
	// Permanent restricts the pattern to permanent facts, written with a `!`. Without it the
	// pattern matches both kinds, since a user need not know which facts are permanent.
	Permanent bool
	// Vars are the names in the arguments that are variables, each once. All others are
	// constants.
	Vars []string
}

// addVars enters the variables of an argument.
func (p *Pattern) addVars(t trace.Term) {
	for _, arg := range t.Args {
		p.addVars(arg)
	}
	if len(t.Args) == 0 && IsVariable(t.Head) && !slices.Contains(p.Vars, t.Head) {
		p.Vars = append(p.Vars, t.Head)
	}
}

// IsVariable reports whether a name is that of a variable: it begins with a capital, and is not
// one that only other engines could have.
func IsVariable(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return (unicode.IsUpper(r) || unicode.IsTitle(r)) && !strings.Contains(name, ",")
}

// Knowing returns the pattern where names that are known as constants are no variables.
// Other engines have constants that begin with a capital.
func (p Pattern) Knowing(constant func(name string) bool) Pattern {
	p.Vars = slices.DeleteFunc(slices.Clone(p.Vars), constant)
	return p
}

// String returns the pattern as [ParsePattern] reads it.
func (p Pattern) String() string {
	if p.Permanent {
		return "!" + p.Term.String()
	}
	return p.Term.String()
}

// Matches reports whether the pattern matches a rule, or anything else that is not a fact of the
// state, with these arguments. None of these is permanent.
func (p Pattern) Matches(head string, args []trace.Term) bool {
	_, ok := p.bind(nil, head, args)
	return ok && !p.Permanent
}

// MatchesFact reports whether the pattern matches a fact of the state.
func (p Pattern) MatchesFact(pred string, args []trace.Term, permanent bool) bool {
	_, ok := p.Bind(nil, trace.Fact{Pred: pred, Args: args}, permanent)
	return ok
}

// Bindings are the values of variables.
type Bindings []Binding

// Binding is a variable with the term that it stands for.
type Binding struct {
	Var  string
	Term trace.Term
}

// Lookup returns the term that a variable is bound to, and false if it is unbound.
func (b Bindings) Lookup(name string) (trace.Term, bool) {
	for i := range b {
		if b[i].Var == name {
			return b[i].Term, true
		}
	}
	return trace.Term{}, false
}

// Instance returns the pattern with its bound variables replaced. Unbound ones stay.
func (p Pattern) Instance(b Bindings) Pattern {
	out := p.Knowing(func(name string) bool { _, ok := b.Lookup(name); return ok })
	out.Term = p.instance(p.Term, b)
	return out
}

// Opened returns the pattern with `_` for its variables.
func (p Pattern) Opened() Pattern {
	var b Bindings
	for _, v := range p.Vars {
		b = append(b, Binding{v, trace.Const(trace.Open)})
	}
	return p.Instance(b)
}

func (p Pattern) instance(t trace.Term, b Bindings) trace.Term {
	out := trace.Term{Head: t.Head, Number: t.Number}
	for _, arg := range t.Args {
		if bound, ok := b.Lookup(arg.Head); ok && len(arg.Args) == 0 && slices.Contains(p.Vars, arg.Head) {
			out.Args = append(out.Args, bound)
			continue
		}
		out.Args = append(out.Args, p.instance(arg, b))
	}
	return out
}

// Bind reports whether the pattern matches a fact of the state under some bindings, and returns the
// bindings with those of its other variables.
func (p Pattern) Bind(b Bindings, f trace.Fact, permanent bool) (Bindings, bool) {
	if p.Permanent && !permanent {
		return b, false
	}
	return p.bind(b, f.Pred, f.Args)
}

func (p Pattern) bind(b Bindings, head string, args []trace.Term) (Bindings, bool) {
	ok := (p.Head == head || p.Head == trace.Open) && len(p.Args) <= len(args)
	for i := 0; ok && i < len(p.Args); i++ {
		b, ok = p.bindTerm(b, p.Args[i], args[i])
	}
	return b, ok
}

// bindTerm compares written forms: `2` matches the number and the name. Against a numeral,
// constructors count from 0: `s (s z)` matches 2, and `s N` all numbers from 1 on.
func (p Pattern) bindTerm(b Bindings, pattern, t trace.Term) (Bindings, bool) {
	if len(pattern.Args) == 0 && pattern.Head == trace.Open {
		return b, true
	}
	if len(pattern.Args) == 0 && len(p.Vars) > 0 && slices.Contains(p.Vars, pattern.Head) {
		if bound, ok := b.Lookup(pattern.Head); ok {
			return b, bound.Equal(t)
		}
		return append(b, Binding{pattern.Head, t}), true
	}
	if t.Number && len(pattern.Args) == 1 && pattern.Head != trace.List {
		return p.bindNumber(b, pattern, t)
	}
	ok := pattern.Head == t.Head && len(pattern.Args) == len(t.Args)
	for i := 0; ok && i < len(t.Args); i++ {
		b, ok = p.bindTerm(b, pattern.Args[i], t.Args[i])
	}
	return b, ok
}

// bindNumber matches a numeral with a constructor that is applied so many times.
func (p Pattern) bindNumber(b Bindings, pattern, t trace.Term) (Bindings, bool) {
	inner, times := pattern, int64(0)
	for ; len(inner.Args) == 1 && inner.Head == pattern.Head; inner = inner.Args[0] {
		times++
	}
	left, ok := new(big.Int).SetString(t.Head, 10)
	if !ok || left.Sub(left, big.NewInt(times)).Sign() < 0 || len(inner.Args) > 0 {
		return b, false
	}
	rest := trace.Term{Head: left.String(), Number: true}
	if isConstant := !inner.Number && inner.Head != trace.Open && !slices.Contains(p.Vars, inner.Head); isConstant {
		return b, left.Sign() == 0
	}
	return p.bindTerm(b, inner, rest)
}
