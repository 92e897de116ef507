package induction

import "github.com/ceptre-graph/ceptre/lang"

// close shows that a case keeps the statement, or is impossible. Otherwise it returns a part of it that stays open.
//
// It asks questions only where the case does not close without: first those on which the statement depends, then
// those on which a contradiction to another statement depends, and last which clauses prove the premises, as that
// makes for the most cases. Each answer adds an assumption, so that a case ends once nothing is left to ask.
func (p *prover) close(s *scene) *scene {
	if p.cases++; p.cases > maxCases || p.done.Err() != nil {
		return s
	}
	var pending question
	depends := false
	for _, a := range p.assumptions {
		if a.statement.Kind != lang.Never {
			continue
		}
		v, q := s.contradicts(a.statement)
		if v == yes {
			p.uses[a] = true
			return nil
		}
		if v == ask && !depends {
			pending, depends = q, true
		}
	}
	closed, first := p.count(s)
	switch {
	case closed:
		return nil
	case first != nil:
		return p.closeAll(s.parts(*first))
	case depends:
		return p.closeAll(s.parts(pending))
	}
	if parts, ok := p.unfold(s); ok {
		return p.closeAll(parts)
	}
	if s.impossible() {
		return nil
	}
	return s
}

// closeAll closes cases, and returns an open part of the first that does not close.
func (p *prover) closeAll(parts []*scene) *scene {
	for _, s := range parts {
		if open := p.close(s); open != nil {
			return open
		}
	}
	return nil
}

// parts returns the cases of the answers to a question.
func (s *scene) parts(q question) []*scene {
	var out []*scene
	for _, st := range s.split(q) {
		out = append(out, s.with(st))
	}
	return out
}

// count closes a case by the numbers of facts, or returns a question on which that may depend, nil if there is none.
func (p *prover) count(s *scene) (closed bool, first *question) {
	y, ways := p.system(s)
	closed = true
	if p.statement.Kind == lang.Never {
		closed = p.refuted(y, nil)
	}
	for i := range ways {
		closed = closed && p.refuted(y, &ways[i])
	}
	for _, all := range y.ask {
		if len(all) > 0 {
			return closed, &all[0]
		}
	}
	return closed, nil
}

// system returns the inequalities between the numbers of facts in a case, and the ways in which the state after
// violates an invariant: in each, an expression is not below 0.
func (p *prover) system(s *scene) (y *system, ways []linear) {
	y = newSystem(s)
	if n := p.statement; n.Kind == lang.Invariant {
		_, sum := y.sum(n, s.vars)
		if n.Op != lang.MoreEq {
			ways = append(ways, sum.offset(-n.Bound-1))
		}
		if n.Op != lang.LessEq {
			ways = append(ways, sum.scaled(-1).offset(n.Bound-1))
		}
	}
	y.urgency = 1
	y.instances(p.assumptions, p.statement)
	y.relate()
	y.none()
	return y, ways
}

// refuted reports whether the numbers of facts contradict each other, one way to violate the statement included, and
// notes which assumptions that takes.
func (p *prover) refuted(y *system, way *linear) bool {
	uses, values := y.refute(way)
	if values != nil {
		return false
	}
	for _, a := range uses {
		p.uses[a] = true
	}
	return true
}
