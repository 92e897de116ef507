package induction

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// contradicts says whether the facts of a scene before violate a `#never`; ask comes with the first question on which
// that depends. Facts outside the scene may violate it, too, so that no only means that the scene does not show it.
func (s *scene) contradicts(n *lang.Statement) (verdict, question) {
	m := &meeting{scene: s, statement: n, vars: make([]expr, len(n.Vars)), verdict: no}
	m.meet(0, yes, question{})
	return m.verdict, m.question
}

// maxMeetings bounds the ways in which facts are tried for the premises of a `#never`.
const maxMeetings = 1_000

// meeting looks for facts that meet the premises of a statement.
type meeting struct {
	*scene
	statement *lang.Statement
	vars      []expr
	used      []int // linear facts
	tries     int
	verdict   verdict
	question  question
}

// meet meets the premises on the state from the i-th on. The verdict is about those before.
func (m *meeting) meet(i int, so verdict, q question) {
	if m.tries++; m.verdict == yes || m.tries > maxMeetings {
		return
	}
	all := m.statement.Premises
	for i < len(all) && !all[i].Kind.OnState() {
		i++
	}
	if i == len(all) {
		m.conclude(so, q)
		return
	}
	p := all[i]
	for k, f := range m.facts {
		if !f.before || f.pred != p.Atom.Pred || !f.permanent && (p.Kind == lang.Permanent || slices.Contains(m.used, k)) {
			continue
		}
		vars := slices.Clone(m.vars)
		v, r := m.matchAll(p.Atom.Args, f.args, m.vars)
		if v != no {
			if !f.permanent {
				m.used = append(m.used, k)
			}
			if so == yes {
				m.meet(i+1, v, r)
			} else {
				m.meet(i+1, so, q)
			}
			if !f.permanent {
				m.used = m.used[:len(m.used)-1]
			}
		}
		m.vars = vars
	}
}

// conclude judges the other premises, once those on the state are met.
func (m *meeting) conclude(so verdict, q question) {
	for _, p := range m.statement.Premises {
		if p.Kind.OnState() {
			continue
		}
		v, r := m.holds(p)
		if v == no {
			return
		}
		if v == ask && so == yes {
			so, q = ask, r
		}
	}
	if so == yes || m.verdict == no {
		m.verdict, m.question = so, q
	}
}

// holds says whether a premise holds that is not met by facts. It says no where that is not known.
func (m *meeting) holds(p lang.Premise) (verdict, question) {
	if p.Kind == lang.Compare {
		x, ok := m.value(p.X)
		y, okY := m.value(p.Y)
		if !ok || !okY {
			return no, question{}
		}
		return m.compares(p.Op, x, y)
	}
	args := make([]expr, len(p.Atom.Args))
	for i, a := range p.Atom.Args {
		var ok bool
		if args[i], ok = m.value(a); !ok {
			return no, question{}
		}
	}
	for _, g := range m.goals {
		if g.pred == p.Atom.Pred && p.Kind == lang.Prove && len(g.pred.Reads()) == 0 {
			if v, _ := m.equalAll(g.args, args); v == yes {
				return yes, question{}
			}
		}
	}
	return no, question{}
}

// value returns the value of a term whose variables have values, and false if it may have none.
func (m *meeting) value(t lang.Term) (expr, bool) {
	known := true
	lang.EachVariable(t, func(v lang.Variable) { known = known && m.vars[v].kind != 0 })
	if !known {
		return expr{}, false
	}
	st := m.store.clone()
	out, ok := st.build(t, m.vars)
	return out, ok && len(st.bound) == len(m.bound) && len(st.least) == len(m.least)
}

// compares says whether two terms compare.
func (s *store) compares(op lang.Op, x, y expr) (verdict, question) {
	switch op {
	case lang.Same:
		return s.equal(x, y)
	case lang.Differs:
		v, q := s.equal(x, y)
		return [...]verdict{no: yes, yes: no, ask: ask}[v], q
	}
	return s.atLeastZero(ordering(op, x.num, y.num))
}

// violations returns the cases of a scene of a rule in which the state after violates a `#never`. If the state before
// does not violate it, the rule makes one of the facts at the least.
func (p *prover) violations(s *scene) []*scene {
	n := p.statement
	s = s.clone()
	s.vars = s.freshAll(n.Vars)
	var all []*scene
	p.place(s, 0, nil, &all)
	for i := range n.Premises {
		if !n.Premises[i].Kind.OnState() {
			all = each(all, func(s *scene) []*scene { return p.premise(s, &n.Premises[i], s.vars) })
		}
	}
	return all
}

// place lets facts of the state after meet the premises of the statement from the i-th on: facts of the scene, of
// which linear ones meet one premise each, or others, which join the scene as facts that are there before and after.
func (p *prover) place(s *scene, i int, used []int, all *[]*scene) {
	if p.cases++; p.cases > maxCases {
		panic(outOfRange{})
	}
	premises := p.statement.Premises
	for i < len(premises) && !premises[i].Kind.OnState() {
		i++
	}
	if i == len(premises) {
		if !p.assumed || p.readsState() || slices.ContainsFunc(used, func(k int) bool { return !s.facts[k].before }) {
			*all = append(*all, s)
		}
		return
	}
	premise := premises[i]
	for k, f := range s.facts {
		if !f.after || f.pred != premise.Atom.Pred ||
			!f.permanent && (premise.Kind == lang.Permanent || slices.Contains(used, k)) || f.permanent && f.before {
			continue
		}
		t := s.clone()
		if args, ok := t.buildAll(premise.Atom.Args, t.vars); ok && t.equate(args, f.args) {
			p.place(t, i+1, append(used[:len(used):len(used)], k), all)
		}
	}
	t := s.clone()
	args, ok := t.buildAll(premise.Atom.Args, t.vars)
	if !ok {
		return
	}
	for _, permanent := range []bool{false, true} {
		there := p.possible.linear
		if permanent {
			there = p.possible.permanent
		}
		if there[premise.Atom.Pred] && (permanent || premise.Kind != lang.Permanent) {
			u := t.clone()
			u.facts = append(u.facts, fact{premise.Atom.Pred, args, permanent, true, true})
			p.place(u, i+1, append(used[:len(used):len(used)], len(u.facts)-1), all)
		}
	}
}

// equate assumes that two lists of terms are equal.
func (s *store) equate(as, bs []expr) bool {
	return s.assumeEqual(expr{kind: compound, args: as}, expr{kind: compound, args: bs})
}

// readsState reports whether proofs of the statement's premises depend on the state.
func (p *prover) readsState() bool {
	return slices.ContainsFunc(p.statement.Premises, func(q lang.Premise) bool {
		return q.Kind == lang.Prove && len(q.Atom.Pred.Reads()) > 0
	})
}
