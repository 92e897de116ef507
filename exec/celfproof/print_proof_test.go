package celfproof

import (
	"maps"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// proof returns a proof of a fact by the signature, as at random.
func (p *printer) proof(fact *node) string {
	for depth := 0; ; depth++ {
		require.Less(p, depth, 60, fact)
		if text, ok := p.search(fact, depth+p.IntN(2)); ok {
			return text
		}
	}
}

func (p *printer) search(fact *node, depth int) (string, bool) {
	for id, names := range p.names {
		if f := p.facts[id]; f.Permanent && len(names) > 0 && p.atomNode(f.Fact).String() == fact.String() {
			return p.resource(id), true
		}
	}
	if depth < 0 {
		return "", false
	}
	all := slices.Sorted(maps.Keys(p.declared))
	p.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, name := range all {
		c, ok := p.clause(name)
		if !ok || p.constant(name) != nil || !unify(c.head, fact) {
			continue
		}
		text := name
		for _, b := range c.bound {
			text += " " + single("!", b.String())
		}
		for _, premise := range c.premises {
			proof, found := p.search(premise, depth-1)
			ok = ok && found
			text += " " + single("!", strings.TrimPrefix(proof, "!"))
		}
		if ok {
			return text, true
		}
	}
	return "", false
}

// goal returns the proofs of the parts of the goal, which use all that is linear, and enters the values of variables.
func (p *printer) goal(values map[string]string) []string {
	g := p.start.Goal
	args := term.NewBindings(len(g.Vars))
	used := make(map[trace.ResourceID]bool)
	chosen := make([]trace.ResourceID, len(g.Premises))
	var meet func(i int) bool
	meet = func(i int) bool {
		if i == len(g.Premises) {
			for id, f := range p.facts {
				if !f.Permanent && !f.Affine && !used[id] {
					return false
				}
			}
			return true
		}
		a := g.Premises[i].Atom
		if g.Premises[i].Kind == lang.Prove {
			return meet(i + 1)
		}
		for _, id := range slices.Sorted(maps.Keys(p.facts)) {
			f := p.facts[id]
			mark := len(args.Trail)
			if f.Fact.Pred == a.Pred && !used[id] && (f.Permanent || g.Premises[i].Kind != lang.Permanent) &&
				args.FitAll(a.Args, f.Fact.Args) {
				used[id], chosen[i] = !f.Permanent, id
				if meet(i + 1) {
					return true
				}
				used[id] = false
			}
			args.Undo(mark)
		}
		return false
	}
	require.True(p, meet(0), "the goal of the test cannot be met:\n%s", p.out.String())
	var parts []string
	for i, id := range chosen {
		if id == 0 {
			values, err := term.EvaluateAll(g.Premises[i].Atom.Args, args.Args)
			require.NoError(p, err)
			parts = append(parts, p.proof(p.atomNode(lang.Fact{Pred: g.Premises[i].Atom.Pred, Args: values})))
			continue
		}
		if len(p.names[id]) == 0 {
			parts = append(parts, p.proof(p.atomNode(p.facts[id].Fact)))
			continue
		}
		parts = append(parts, p.resource(id))
	}
	for i, v := range g.Vars {
		if args.Bound[i] && values != nil {
			values[p.prog.Source.Slice(v.Span)] = p.valueNode(args.Args[i]).String()
		}
	}
	if p.IntN(2) == 0 {
		parts = append(parts, "1")
	}
	return parts
}
