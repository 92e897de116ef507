package symmetry

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Classes returns the sets of interchangeable constants of a program, of two at least: the constants of one type
// that no rule, link, clause or statement names, and no goal. Only contexts may name them.
func Classes(prog *lang.Program, goals ...*goal.Goal) [][]*lang.Constructor {
	n := make(named)
	for _, r := range prog.Rules() {
		n.addPremises(r.Premises)
		for i := range r.Results {
			n.addAll(r.Results[i].Atom.Args)
		}
		for i := range r.Actions {
			n.addAll(r.Actions[i].Args)
		}
	}
	for _, p := range prog.Preds {
		for _, c := range p.Clauses {
			n.addAll(c.Head.Args)
			n.addPremises(c.Premises)
		}
	}
	for _, s := range prog.Statements {
		n.addPremises(s.Premises)
		for i := range s.Sum {
			n.addAll(s.Sum[i].Pattern.Args)
		}
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
			return len(c.Args) > 0 || n[c] || words[c.Name] || t.Counts()
		})
		if len(class) > 1 {
			out = append(out, class)
		}
	}
	return out
}

// named are the constructors that a program names outside of contexts.
type named map[*lang.Constructor]bool

func (n named) addPremises(premises []lang.Premise) {
	for i := range premises {
		n.addAll(premises[i].Atom.Args)
		n.add(premises[i].X)
		n.add(premises[i].Y)
	}
}

func (n named) addAll(terms []lang.Term) {
	for _, t := range terms {
		n.add(t)
	}
}

func (n named) add(t lang.Term) {
	switch t := t.(type) {
	case *lang.Compound:
		n[t.Con] = true
		n.addAll(t.Args)
	case *lang.Calculation:
		n.add(t.X)
		n.add(t.Y)
	}
}

// addWords adds the names in a term of a goal.
func addWords(words map[string]bool, t trace.Term) {
	words[t.Head] = true
	for _, a := range t.Args {
		addWords(words, a)
	}
}
