package stable

import (
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/scc"
)

// dependencies returns the positive dependency graph of a program: atoms lead to the rules that derive them, and
// rules, with numbers after the atoms, to the atoms that support them. Rules are nodes so that a choice with many
// heads and a long body does not have an edge for each pair. Negated sums and negative elements support nothing: what
// the reduct says of them is fixed by the model.
func dependencies(p *ground.Program) *scc.Graph {
	atoms := int32(p.Atoms.Len())
	return scc.New(int(atoms)+len(p.Rules), func(edge func(from, to int32)) {
		for i := range p.Rules {
			r, node := &p.Rules[i], atoms+int32(i)
			for _, h := range r.Head {
				edge(int32(h), node)
			}
			for _, a := range r.Pos {
				edge(node, int32(a))
			}
			for _, s := range r.Sums {
				for _, e := range s.Elements {
					if !s.Negated && !e.Not {
						edge(node, int32(e.Atom))
					}
				}
			}
		}
	})
}
