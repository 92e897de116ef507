package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

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
			size += t.size(s, a.Pred.Args[i])
		}
	}
	return size
}
