package induction

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// possible is what may be there and happen in some run, judged by predicates and stages alone.
type possible struct {
	linear, permanent map[*lang.Pred]bool // of which predicates there may be such facts
	stages            map[*lang.Stage]bool
	rules             map[*lang.Rule]bool // the rules that may fire
}

func newPossible(prog *lang.Program, start *lang.Start) *possible {
	p := &possible{linear: make(map[*lang.Pred]bool), permanent: make(map[*lang.Pred]bool),
		stages: map[*lang.Stage]bool{start.Stage: true}, rules: make(map[*lang.Rule]bool)}
	for _, f := range start.Context.Facts {
		p.make(f.Fact.Pred, f.Permanent)
	}
	for changed := true; changed; {
		changed = false
		for _, r := range prog.Rules() {
			if p.rules[r] || !p.stages[r.Stage] || slices.ContainsFunc(r.Premises, p.unmet) {
				continue
			}
			changed = true
			p.rules[r] = true
			for _, result := range r.Results {
				p.make(result.Atom.Pred, result.Permanent)
			}
			if l := r.Link(); l != nil && l.To != nil {
				p.stages[l.To] = true
			}
		}
	}
	return p
}

func (p *possible) make(pred *lang.Pred, permanent bool) {
	if permanent {
		p.permanent[pred] = true
	} else {
		p.linear[pred] = true
	}
}

// unmet reports whether no fact that may be there can meet a premise.
func (p *possible) unmet(premise lang.Premise) bool {
	switch premise.Kind {
	case lang.Consume, lang.Keep:
		return !p.linear[premise.Atom.Pred] && !p.permanent[premise.Atom.Pred]
	case lang.Permanent:
		return !p.permanent[premise.Atom.Pred]
	}
	return false
}
