package solution

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// kind is a predicate, with its facts and the premises that ask for it.
type kind struct {
	groups  []*group
	classes []*class
	due     int // linear facts that are still to be used up
	places  int // premises that can still use them up
}

// excess is how many linear facts of the predicate will be left over at the least.
func (k *kind) excess() int { return max(0, k.due-k.places) }

// group is the equal facts of a state.
type group struct {
	of        *kind
	fact      lang.Fact
	due       int // linear copies that are still to be used up
	affine    int // copies that may still be used up
	permanent bool
	left      int // linear copies that were set aside
}

// class is premises that are the same but for variables of their own. They are met in their order.
type class struct {
	of      *kind
	kind    lang.PremiseKind
	members []*lang.Premise
	next    int // the next member; those before it are met or set aside
	from    int // the first group that the next member may take, if no linear facts are to be used up any more
}

// done reports whether all members are met or set aside.
func (c *class) done() bool { return c.next == len(c.members) }

// admits reports whether facts of a group may meet the members, whatever their arguments.
func (c *class) admits(g *group) bool {
	return g.permanent || c.kind == lang.Consume && g.due+g.affine > 0
}

// kind returns the kind of a predicate.
func (s *search) kind(p *lang.Pred) *kind {
	k := s.kinds[p]
	if k == nil {
		k = new(kind)
		s.kinds[p] = k
	}
	return k
}

// addFacts enters the facts of the state.
func (s *search) addFacts(state []Resource) {
	groups := make(map[string]*group)
	var key []byte
	for _, r := range state {
		key = term.AppendKeys(append(append(key[:0], r.Fact.Pred.Name...), ' '), r.Fact.Args)
		g := groups[string(key)]
		if g == nil {
			k := s.kind(r.Fact.Pred)
			g = &group{of: k, fact: r.Fact}
			groups[string(key)] = g
			k.groups, s.groups = append(k.groups, g), append(s.groups, g)
		}
		switch {
		case r.Permanent:
			g.permanent = true
		case r.Affine:
			g.affine++
		default:
			g.due++
			g.of.due++
			s.due++
		}
	}
}

// addPremises enters the premises of the goal.
func (s *search) addPremises() {
	uses := make([]int, len(s.goal.Vars))               // number of premises with the variable
	of := make([][]lang.Variable, len(s.goal.Premises)) // the variables of each premise
	for i, p := range s.goal.Premises {
		of[i] = variables(p.Atom)
		for _, v := range of[i] {
			uses[v]++
		}
	}
	classes := make(map[string]*class)
	for i := range s.goal.Premises {
		p := &s.goal.Premises[i]
		key := fmt.Sprint(p.Kind, p.Atom.Pred.Name)
		for _, t := range p.Atom.Args {
			key += "," + term.Partial(t, nil, s.bound.Bound, func(v lang.Variable) string {
				if uses[v] > 1 {
					return fmt.Sprint("shared ", v)
				}
				return fmt.Sprint("own ", slices.Index(of[i], v))
			}).String()
		}
		k, c := s.kind(p.Atom.Pred), classes[key]
		if c == nil {
			c = &class{of: k, kind: p.Kind}
			classes[key] = c
			k.classes, s.classes = append(k.classes, c), append(s.classes, c)
		}
		c.members = append(c.members, p)
		if p.Kind == lang.Consume {
			k.places++
		}
	}
}

// variables returns the variables of an atom, each once.
func variables(a lang.Atom) []lang.Variable {
	var out []lang.Variable
	for _, t := range a.Args {
		lang.EachVariable(t, func(v lang.Variable) {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		})
	}
	return out
}
