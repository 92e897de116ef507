package stable

import (
	"fmt"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/go-air/gini/z"
)

// guard says which rules have a guard: a literal that has to hold for the rule to be in force.
type guard int

const (
	guardNone   guard = iota
	guardBounds       // constraints and bounds of choices
	guardAll          // all that rules demand, but not the support of atoms
)

// completion is Clark's completion of a program.
type completion struct {
	*formula
	program *ground.Program
	atoms   []z.Lit // the literal of each atom
	bodies  []z.Lit // the literal of the body of each rule; none for constraints
	guards  []z.Lit // the guard of each rule; yes for none
	sums    map[*ground.Sum]z.Lit
}

// complete encodes each rule as a clause or two: its body implies its head, unless it is a choice. A guard in the first
// clause lets a rule demand nothing, and still support its head.
//
// It returns the completion of a program, or an error if a sum or the bounds of a choice take too many nodes.
func complete(p *ground.Program, g guard) (*completion, error) {
	c := &completion{
		formula: newFormula(),
		program: p,
		atoms:   slices.Repeat([]z.Lit{no}, p.Atoms.Len()),
		bodies:  make([]z.Lit, len(p.Rules)),
		guards:  make([]z.Lit, len(p.Rules)),
		sums:    make(map[*ground.Sum]z.Lit),
	}
	// Atoms without rules are false in all models, and facts are true. Facts stay open if rules can be out of force.
	rules := make([]int32, len(c.atoms)) // how many derive each atom
	for _, r := range p.Rules {
		for _, h := range r.Head {
			rules[h]++
			if r.Choice == nil && len(r.Pos)+len(r.Not)+len(r.Sums) == 0 && g != guardAll {
				c.atoms[h] = yes
			} else if c.atoms[h] == no {
				c.atoms[h] = c.variable()
			}
		}
	}
	supports := make([][]z.Lit, len(c.atoms)) // the bodies of the rules of each atom
	for i := range p.Rules {
		r := &p.Rules[i]
		c.guards[i] = yes
		if g == guardAll || g == guardBounds && (len(r.Head) == 0 || r.Choice != nil) {
			c.guards[i] = c.variable()
		}
		body := c.body(r)
		// The body of the only rule of an atom is the atom.
		defined := len(r.Head) == 1 && r.Choice == nil && rules[r.Head[0]] == 1 && c.guards[i] == yes
		switch {
		case r.Choice != nil:
			c.bodies[i] = c.conjunction(body)
			c.bounds(i)
		case len(r.Head) == 0:
			clause := []z.Lit{c.guards[i].Not()}
			for _, m := range body {
				clause = append(clause, m.Not())
			}
			c.clause(clause...)
		case defined:
			c.bodies[i] = c.atoms[r.Head[0]]
			c.define(c.bodies[i], body)
		default:
			c.bodies[i] = c.conjunction(body)
			c.clause(c.guards[i].Not(), c.bodies[i].Not(), c.atoms[r.Head[0]])
		}
		if c.nodeCount > mostNodes {
			return nil, refuse(r, fmt.Sprintf("the sums of the program take more than %d nodes in decision diagrams", mostNodes))
		}
		if defined {
			continue
		}
		for _, h := range r.Head {
			supports[h] = append(supports[h], c.bodies[i])
		}
	}
	// An atom that holds has a rule with a body that holds.
	for a, s := range supports {
		if s != nil {
			c.clause(append(s, c.atoms[a].Not())...)
		}
	}
	return c, nil
}

// body returns the literals of the body of a rule.
func (c *completion) body(r *ground.Rule) []z.Lit {
	body := make([]z.Lit, 0, len(r.Pos)+len(r.Not)+len(r.Sums))
	for _, a := range r.Pos {
		body = append(body, c.atoms[a])
	}
	for _, a := range r.Not {
		body = append(body, c.atoms[a].Not())
	}
	for i := range r.Sums {
		s := &r.Sums[i]
		if _, ok := c.sums[s]; !ok {
			c.sums[s] = c.sum(s)
		}
		body = append(body, c.sums[s])
	}
	return body
}

// sum returns a literal that holds if and only if a sum is met.
func (c *completion) sum(s *ground.Sum) z.Lit {
	terms := make([]weighted, len(s.Elements))
	for i, e := range s.Elements {
		terms[i] = weighted{c.atoms[e.Atom], e.Weight}
		if e.Not {
			terms[i].literal = terms[i].literal.Not()
		}
	}
	m := c.between(terms, s.Lower, s.Upper)
	if s.Negated {
		return m.Not()
	}
	return m
}

// bounds adds that the number of atoms of a choice is within its bounds where its body holds.
func (c *completion) bounds(rule int) {
	r := &c.program.Rules[rule]
	heads := slices.Clone(r.Head) // a set: an atom that is given twice counts once
	slices.Sort(heads)
	heads = slices.Compact(heads)
	lower, upper := int64(r.Choice.Lower), int64(r.Choice.Upper)
	if lower <= 0 {
		lower = math.MinInt64
	}
	if upper >= int64(len(heads)) {
		upper = math.MaxInt64
	}
	terms := make([]weighted, len(heads))
	for i, h := range heads {
		terms[i] = weighted{c.atoms[h], 1}
	}
	c.clause(c.guards[rule].Not(), c.bodies[rule].Not(), c.between(terms, lower, upper))
}
