package match

import (
	"fmt"
	"math"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Terms are the terms of a network, with the patterns and expressions of its rules.
type Terms struct{ term.Table }

// Learn adds the ground subterms of the terms of a rule.
func (t *Terms) Learn(terms ...lang.Term) { t.newExprs(terms) }

// pattern is a term to match values with. Its compilation determines which of its
// variables are known when it is matched.
type pattern struct {
	kind patternKind
	v    lang.Variable
	s    trace.Sym // of a constant
	by   lang.Nat  // of `v + by`
	of   *lang.Type
	con  *lang.Constructor
	args []pattern
}

type patternKind uint8

const (
	patternBind     patternKind = iota // any term, which becomes the value of the variable
	patternSame                        // the value of the variable
	patternConst                       // the constant s
	patternMore                        // the variable plus by, which gives the variable its value
	patternMoreSame                    // the value of the variable plus by
	patternCompound
)

// newPattern compiles a term, and marks the variables that it gives values.
func (t *Terms) newPattern(of lang.Term, known []bool) pattern {
	switch x := of.(type) {
	case lang.Variable:
		p := pattern{kind: patternSame, v: x}
		if !known[x] {
			p.kind = patternBind
		}
		known[x] = true
		return p
	case *lang.Successor:
		p := pattern{kind: patternMoreSame, v: x.Var, by: x.By, of: x.Of}
		if !known[x.Var] {
			p.kind = patternMore
		}
		known[x.Var] = true
		return p
	case *lang.Compound:
		if s, ok := t.ground(x); ok {
			return pattern{kind: patternConst, s: s}
		}
		p := pattern{kind: patternCompound, con: x.Con}
		for _, a := range x.Args {
			p.args = append(p.args, t.newPattern(a, known))
		}
		return p
	}
	s, ok := t.ground(of)
	if !ok {
		panic(fmt.Sprintf("match: %T is not a pattern", of))
	}
	return pattern{kind: patternConst, s: s}
}

// ground returns the number of a term, and false if the term has variables or calculations.
func (t *Terms) ground(of lang.Term) (trace.Sym, bool) {
	ok := term.IsPattern(of)
	lang.EachVariable(of, func(lang.Variable) { ok = false })
	if !ok {
		return 0, false
	}
	v, _ := term.Evaluate(of, nil)
	return t.Intern(v), true
}

// match matches a pattern with a term, and stores the values that it gives in env.
func (t *Terms) match(p *pattern, s trace.Sym, env []trace.Sym) bool {
	switch p.kind {
	case patternBind:
		env[p.v] = s
		return true
	case patternSame:
		return env[p.v] == s
	case patternConst:
		return p.s == s
	case patternCompound:
		return t.matchCompound(p, s, env)
	}
	n, ok := t.less(s, p)
	if !ok {
		return false
	}
	if p.kind == patternMoreSame {
		return env[p.v] == n
	}
	env[p.v] = n
	return true
}

// less returns the number of a term less the number that a pattern adds, and false if there is none.
func (t *Terms) less(s trace.Sym, p *pattern) (trace.Sym, bool) {
	if by := p.by.Int(); s >= trace.Numeral && by <= math.MaxInt32 {
		return s - trace.Sym(by), s-trace.Numeral >= trace.Sym(by)
	}
	if !t.IsNumber(s) {
		return 0, false
	}
	less, ok := t.Nat(s).Sub(p.by)
	if !ok {
		return 0, false
	}
	return t.Number(p.of, less), true
}

func (t *Terms) matchCompound(p *pattern, s trace.Sym, env []trace.Sym) bool {
	con, args := t.Parts(s)
	if con != p.con {
		return false
	}
	for i := range p.args {
		if !t.match(&p.args[i], args[i], env) {
			return false
		}
	}
	return true
}

// Atom is a compiled atom. Its variables must have values when it is instantiated.
type Atom struct {
	Pred *lang.Pred
	args []expr
	flat bool // its facts are small for all values
}

// Atom compiles an atom.
func (t *Terms) Atom(a lang.Atom) Atom {
	out := Atom{Pred: a.Pred, args: t.newExprs(a.Args), flat: true}
	for _, of := range a.Pred.Args {
		out.flat = out.flat && flat(of)
	}
	return out
}

// flat reports whether all terms of a type but huge numbers are one symbol.
func flat(of *lang.Type) bool {
	if of.Numerals {
		return false
	}
	for _, k := range of.Constructors {
		if len(k.Args) > 0 {
			return false
		}
	}
	return true
}

// Direct returns the arguments as variables. It returns false if an argument is not a variable,
// or if a fact may be large.
func (a *Atom) Direct() ([]lang.Variable, bool) {
	var out []lang.Variable
	for i := range a.args {
		if a.args[i].kind != exprVar {
			return nil, false
		}
		out = append(out, a.args[i].v)
	}
	return out, a.flat
}

// IsVariable reports whether an argument is a variable.
func (a *Atom) IsVariable(i int) bool { return a.args[i].kind == exprVar }

// Instance appends the arguments of an atom for the given values of its variables.
func (t *Terms) Instance(to []trace.Sym, a *Atom, values []trace.Sym) ([]trace.Sym, error) {
	for i := range a.args {
		x := &a.args[i]
		if x.kind == exprVar {
			to = append(to, values[x.v])
			continue
		}
		s, err := t.eval(x, values)
		if err != nil {
			return to, err
		}
		to = append(to, s)
	}
	return to, nil
}

// Size returns the number of symbols of a fact, or 0 if it is certain to be small.
func (t *Terms) Size(a *Atom, args []trace.Sym) int {
	if a.flat {
		return 0
	}
	size := 1
	for i, s := range args {
		if s >= trace.Numeral && a.Pred.Args[i].Numerals {
			size++
		} else {
			size += t.Table.Size(s, a.Pred.Args[i])
		}
	}
	return size
}
