package inquiry

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// ask is the constraint of a premise on the state under a partial match of its rule. It is
// narrower than the reported fact, which leaves all unknowns open: a variable that occurs twice
// has one value, `N + k` is no number below k, and an argument computed from others is the result.
// A computation with unknown variables is not constrained.
type ask struct {
	names *replay.Names
	way   *exec.NearMiss
	atom  lang.Atom
}

// fits reports whether a resource has a fact that is asked for. One that the program does not
// know never is.
func (a *ask) fits(r *causal.Resource) bool {
	f, err := a.names.Fact(r.Fact())
	return err == nil && a.agree(a.atom.Args, term.GroundAll(f.Args))
}

// fitsButNumbers reports whether a resource has a fact that is asked for, whatever numbers are
// among its arguments.
func (a *ask) fitsButNumbers(r *causal.Resource) bool {
	f, err := a.names.Fact(r.Fact())
	if err != nil {
		return false
	}
	var terms, values []lang.Term
	for i, t := range a.atom.Pred.Args {
		if !t.Counts() {
			terms, values = append(terms, a.atom.Args[i]), append(values, term.Ground(f.Args[i]))
		}
	}
	return a.agree(terms, values)
}

// agree reports whether terms of the premise can have some values, all together. The second
// look is at calculations: by then the values have told what they are about.
func (a *ask) agree(terms, values []lang.Term) bool {
	u := &unifier{values: make([]lang.Term, len(a.way.Args))}
	for i, known := range a.way.Known {
		if known {
			u.values[i] = term.Ground(a.way.Args[i])
		}
	}
	if !u.unifyAll(terms, values) {
		return false
	}
	results, ok := u.calculateAll(terms)
	return ok && u.unifyAll(results, values)
}

// calculate returns a term with the results of its calculations, as far as their variables
// have values; false where one has no result.
func (u *unifier) calculate(t lang.Term) (lang.Term, bool) {
	switch t := u.resolve(t).(type) {
	case *lang.Compound:
		args, ok := u.calculateAll(t.Args)
		return &lang.Compound{Con: t.Con, Args: args}, ok
	case *lang.Calculation:
		sides, ok := u.calculateAll([]lang.Term{t.X, t.Y})
		x, knownX := sides[0].(lang.Number)
		y, knownY := sides[1].(lang.Number)
		if !ok || !knownX || !knownY {
			return t, ok
		}
		n, ok := lang.Calculate(t.Op, x.Num, y.Num)
		return lang.Number{Of: t.Of, Num: n}, ok
	default:
		return t, true
	}
}

func (u *unifier) calculateAll(ts []lang.Term) ([]lang.Term, bool) {
	out, all := make([]lang.Term, len(ts)), true
	for i, t := range ts {
		var ok bool
		out[i], ok = u.calculate(t)
		all = all && ok
	}
	return out, all
}
