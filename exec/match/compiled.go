package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Pattern is a compiled term to match terms with, for matchers without a network.
type Pattern struct{ pattern }

// Pattern compiles a term that has no calculations, and marks the variables that it gives values.
func (t *Terms) Pattern(of lang.Term, known []bool) Pattern { return Pattern{t.newPattern(of, known)} }

// Binds returns the variable that takes any term as its value, and false if the pattern is no such variable.
func (p *Pattern) Binds() (lang.Variable, bool) { return p.v, p.kind == patternBind }

// Equals returns the variable with the value that a term has to be, and false if the pattern is no such variable.
func (p *Pattern) Equals() (lang.Variable, bool) { return p.v, p.kind == patternSame }

// Constant returns the only term that the pattern matches, and false if it may match several.
func (p *Pattern) Constant() (trace.Sym, bool) { return p.s, p.kind == patternConst }

// Match matches a pattern with a term, and stores the values that it gives in env.
func (t *Terms) Match(p *Pattern, s trace.Sym, env []trace.Sym) bool {
	return t.match(&p.pattern, s, env)
}

// Expr is a compiled term to evaluate.
type Expr struct{ expr }

// Expr compiles a term.
func (t *Terms) Expr(of lang.Term) Expr { return Expr{t.newExpr(of)} }

// Eval returns the value of a term, given the values of its variables. The error is the error of a calculation.
func (t *Terms) Eval(x *Expr, env []trace.Sym) (trace.Sym, error) {
	if x.kind == exprVar {
		return env[x.v], nil
	}
	return t.eval(&x.expr, env)
}

// Compare reports whether a comparison holds between two terms.
func (t *Terms) Compare(op lang.Op, a, b trace.Sym) bool { return t.compare(op, a, b) }
