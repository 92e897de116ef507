package symmetry

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Classes returns the sets of interchangeable constants of a program, of two at least: the constants of one type
// that no rule, link, clause or statement names, and no goal. Only contexts may name them.
func Classes(prog *lang.Program, goals ...*goal.Goal) [][]*lang.Constructor {
	n := new(term.Names)
	for _, r := range prog.Rules() {
		addPremises(n, r.Premises)
		for i := range r.Results {
			n.Add(r.Results[i].Atom.Args...)
		}
		for i := range r.Actions {
			n.Add(r.Actions[i].Args...)
		}
	}
	for _, p := range prog.Preds {
		for _, c := range p.Clauses {
			n.Add(c.Head.Args...)
			addPremises(n, c.Premises)
		}
	}
	for _, s := range prog.Statements {
		addPremises(n, s.AsPremises())
	}
	words := make(map[string]bool)
	for _, g := range goals {
		for _, f := range g.Facts {
			addWords(words, f.Term)
		}
	}
	var out [][]*lang.Constructor
	for _, t := range prog.Types {
		class := slices.DeleteFunc(slices.Clone(t.Constructors), func(c *lang.Constructor) bool {
			return len(c.Args) > 0 || n.Has(c) || words[c.Name] || t.Counts()
		})
		if len(class) > 1 {
			out = append(out, class)
		}
	}
	return out
}

// addPremises adds the names in premises.
func addPremises(n *term.Names, premises []lang.Premise) {
	for i := range premises {
		n.Add(premises[i].Atom.Args...)
		n.Add(premises[i].X, premises[i].Y)
	}
}

// addWords adds the names in a term of a goal.
func addWords(words map[string]bool, t trace.Term) {
	words[t.Head] = true
	for _, a := range t.Args {
		addWords(words, a)
	}
}
