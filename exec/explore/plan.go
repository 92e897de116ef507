package explore

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/premises"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// rule compiles a rule.
func (e *engine) rule(r *lang.Rule) *rule {
	terms := e.names.terms
	c := &rule{Rule: r, to: 1 + slices.Index(e.prog.Stages, r.Stage)}
	if link := r.Link(); link != nil {
		c.to = 0
		if link.To != nil {
			c.to = 1 + slices.Index(e.prog.Stages, link.To)
		}
	}
	for i := range r.Premises {
		switch k := r.Premises[i].Kind; {
		case k == lang.Ask:
			c.never = true
		case k.OnState():
			c.kinds = append(c.kinds, k)
		}
	}
	if c.never {
		return c
	}
	for _, made := range r.Results {
		c.results = append(c.results, result{terms.Atom(made.Atom), uint32(e.names.index[made.Atom.Pred]), made.Permanent})
	}
	for _, a := range r.Actions {
		for _, t := range a.Args {
			c.checks = append(c.checks, terms.Expr(t))
		}
	}
	p := premises.Of(r)
	p.Guards = nil // the results are made, or not
	c.vars = len(p.Types)
	left := make([]int, len(p.Atoms))
	for i := range left {
		left[i] = i
	}
	var places []int // of the atoms, in the order of matching
	order := p.InOrder(func(known []bool, atoms []lang.Premise) int {
		i := e.next(known, atoms)
		places, left = append(places, left[i]), slices.Delete(left, i, i+1)
		return i
	})
	known := make([]bool, c.vars)
	for i := range order {
		s := e.step(&order[i], known)
		if order[i].Kind != lang.Compare {
			s.place, places = places[0], places[1:]
		}
		if s.kind == stepProve {
			s.types = p.Types
			s.number, e.questions = e.questions, e.questions+1
			e.knownFew = append(e.knownFew, make(map[uint64]*answers))
		}
		c.steps = append(c.steps, s)
	}
	return c
}

// next returns the atom to match next: one that is known, first of the state, or else the one with the most known
// arguments. Proofs with unknown arguments come last, in the order written, for they may have many answers.
func (e *engine) next(known []bool, left []lang.Premise) int {
	best, most := -1, -1
	proof := -1 // the first premise to prove of which all arguments are known
	for i := range left {
		a := &left[i].Atom
		n := 0
		for _, t := range a.Args {
			if term.Known(t, known) {
				n += 2
			} else if _, variable := t.(lang.Variable); !variable {
				n++ // it fits few terms
			}
		}
		switch all := n == 2*len(a.Args); {
		case left[i].Kind.OnState() || e.tables[a.Pred] != nil:
			if all {
				return i
			}
			if n > most {
				best, most = i, n
			}
		case all && proof < 0:
			proof = i
		}
	}
	switch {
	case proof >= 0:
		return proof
	case best >= 0:
		return best
	}
	return 0
}

// step compiles a premise of a plan, and marks the variables that it gives values.
func (e *engine) step(p *lang.Premise, known []bool) step {
	terms := e.names.terms
	switch p.Kind {
	case lang.Compare:
		s := step{kind: stepCompare, op: p.Op, y: terms.Expr(p.Y)}
		if term.Known(p.X, known) {
			s.x = terms.Expr(p.X)
			return s
		}
		s.kind, s.is = stepBind, terms.Pattern(p.X, known)
		return s
	case lang.Prove:
		if facts := e.tables[p.Atom.Pred]; facts != nil {
			return e.factStep(p, known, facts, true)
		}
		s := step{kind: stepProve, premise: p, bound: slices.Clone(known), reads: len(p.Atom.Pred.Reads()) > 0}
		for _, t := range p.Atom.Args {
			lang.EachVariable(t, func(v lang.Variable) {
				if known[v] && !slices.Contains(s.inputs, v) {
					s.inputs = append(s.inputs, v)
				}
			})
		}
		s.columns = e.columns(p.Atom.Args, known)
		return s
	}
	return e.factStep(p, known, e.groups[e.names.index[p.Atom.Pred]], false)
}

// factStep compiles a premise that facts meet. They may be the same in all states; otherwise they are nil.
func (e *engine) factStep(p *lang.Premise, known []bool, facts []Held, listed bool) step {
	s := step{kind: stepFact, pred: uint32(e.names.index[p.Atom.Pred]), permanent: p.Kind == lang.Permanent,
		facts: facts, listed: listed}
	s.columns = e.columns(p.Atom.Args, known)
	s.all = !slices.ContainsFunc(s.columns, func(c column) bool { return c.kind == columnBind || c.kind == columnPattern })
	if facts != nil {
		s.index = e.index(&s)
	}
	return s
}

// columns compiles the arguments of an atom, and marks the variables that they give values.
func (e *engine) columns(args []lang.Term, known []bool) []column {
	out := make([]column, len(args))
	for i, t := range args {
		c := column{p: e.names.terms.Pattern(t, known), kind: columnPattern}
		if v, ok := c.p.Binds(); ok {
			c.kind, c.v = columnBind, v
		} else if v, ok := c.p.Equals(); ok {
			c.kind, c.v = columnSame, v
		} else if s, ok := c.p.Constant(); ok {
			c.kind, c.s = columnConst, s
		}
		out[i] = c
	}
	return out
}

// index returns the index of a step over facts that are the same in all states, nil if it knows no column.
func (e *engine) index(s *step) *index {
	x := &index{facts: make(map[uint64][]Held)}
	given := make(map[lang.Variable]bool) // by this atom
	for i := range s.columns {
		switch c := &s.columns[i]; {
		case c.kind == columnBind:
			given[c.v] = true
		case c.kind == columnConst, c.kind == columnSame && !given[c.v]:
			x.columns = append(x.columns, i)
		}
	}
	if len(x.columns) == 0 {
		return nil
	}
	for _, h := range s.facts {
		var key []trace.Sym
		for _, i := range x.columns {
			key = append(key, e.names.argsOf(h.Fact)[i])
		}
		k := hash(s.pred, key)
		x.facts[k] = append(x.facts[k], h)
	}
	return x
}
