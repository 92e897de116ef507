package logic

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
)

// conditional checks a conditional literal: its literal has to hold for each instance of its condition. Where both
// are open, an atom stands for “the literal holds, or the condition does not”.
func (e *evaluation) conditional(s *step) bool {
	p, el := &e.parts[s.literal.number], s.literal.elements[0]
	p.reset()
	return e.run(el.steps, func() bool {
		pos, not := e.condition(el)
		ok := (el.check.demand == nil || e.ask(el.check.demand, el.check.asks)) && e.check(&el.check)
		q := &e.parts[el.literal.number]
		switch {
		case len(pos)+len(not) == 0:
			p.holds, p.absent = append(p.holds, q.holds...), append(p.absent, q.absent...)
			p.pos, p.not = append(p.pos, q.pos...), append(p.not, q.not...)
			e.noteCondition(p, el)
			return ok
		case !ok:
			p.not = append(p.not, e.conjunction(pos, not))
		case len(q.pos) > 0 && slices.Contains(pos, q.pos[0]): // it implies itself
		case len(q.pos)+len(q.not) > 0:
			c := e.conjunction(pos, not)
			a, fresh := e.auxiliary("#if", []ground.Atom{c}, q.pos, q.not)
			if fresh && slices.ContainsFunc(el.condition, func(l *literal) bool { return l.unfinished }) {
				e.implications = append(e.implications, implication{e.rule, s.literal, a, c})
			}
			if fresh {
				e.addAux(a, q.pos, q.not)
				e.addAux(a, nil, []ground.Atom{c})
			}
			p.pos = append(p.pos, a)
		}
		return true
	})
}

// noteCondition adds the atoms of an element's condition to the reason of a part. Those that hold in all questions
// are left out: there can be many, and they explain little.
func (e *evaluation) noteCondition(p *part, el *element) {
	for _, l := range el.condition {
		if r := l.atom.relation; r != nil && r.dynamic {
			q := &e.parts[l.number]
			p.holds, p.absent = append(p.holds, q.holds...), append(p.absent, q.absent...)
		}
	}
}

// implication is the atom of a conditional literal that is open, and that of its condition.
type implication struct {
	rule            *rule
	literal         *literal
	atom, condition ground.Atom
}

// checkImplications returns an error if the condition of a conditional literal rests on the literal. The rules of the
// atoms for it have another meaning then: the condition would not hold unless the literal did.
func (e *evaluation) checkImplications() error {
	if e.implications == nil {
		return nil
	}
	uses := make(map[ground.Atom][]ground.Atom)
	for i := range e.rules {
		r := &e.rules[i]
		for _, h := range r.Head {
			uses[h] = append(uses[h], r.Pos...)
			for _, s := range r.Sums {
				for _, el := range s.Elements {
					uses[h] = append(uses[h], el.Atom)
				}
			}
		}
	}
	for _, m := range e.implications {
		seen := map[ground.Atom]bool{m.condition: true}
		for next := []ground.Atom{m.condition}; len(next) > 0; {
			a := next[len(next)-1]
			next = next[:len(next)-1]
			if a == m.atom {
				return m.rule.error(m.literal.source.Range(),
					"the condition of this conditional literal depends on the literal itself, which is not supported")
			}
			for _, b := range uses[a] {
				if !seen[b] {
					seen[b], next = true, append(next, b)
				}
			}
		}
	}
	return nil
}
