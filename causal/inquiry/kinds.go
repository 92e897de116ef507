package inquiry

import (
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/lang"
)

// Kinds returns what the arguments of facts are for, by the rules of a program.
func Kinds(prog *lang.Program) kinds.Table {
	s := kinds.NewSurvey()
	add := func(a lang.Atom) {
		for i, t := range a.Args {
			if name, ok := constant(t); ok {
				s.Constant(a.Pred.Name, i, name)
			} else {
				s.Open(a.Pred.Name, i)
			}
			if a.Pred.Args[i].Counts() {
				s.Number(kinds.Position{Pred: a.Pred.Name, Arg: i}, kinds.Index)
			}
		}
	}
	for _, r := range prog.Rules() {
		for _, p := range r.Premises {
			if p.Kind == lang.Consume {
				add(p.Atom)
			}
		}
		for _, result := range r.Results {
			add(result.Atom)
		}
		addNumbers(s, r)
	}
	return s.Table()
}

// constant returns the name of the constant that a term is, if it is one that does not
// count.
func constant(t lang.Term) (string, bool) {
	c, ok := t.(*lang.Compound)
	if !ok || len(c.Args) > 0 {
		return "", false
	}
	return c.Con.Name, true
}

// kind returns the kind of the facts that an atom of a rule is about.
func (p *Potential) kind(a lang.Atom) string { return p.Kinds.Of(a.Pred.Name, constantArgs(a)) }
