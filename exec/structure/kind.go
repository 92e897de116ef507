package structure

import "github.com/ceptre-graph/ceptre/lang"

// kind says how facts of a predicate are made.
type kind int

const (
	linear    kind = iota // never permanent
	permanent             // always permanent: an atom that asks for one uses nothing up
	mixed                 // both: what uses one up may also leave a permanent one, so nothing is counted
)

// kindsOf returns the kinds of the predicates of the state, by the start and the rules that may fire.
func kindsOf(start *lang.Start, rules []*lang.Rule) map[*lang.Pred]kind {
	made := make(map[*lang.Pred][2]bool)
	add := func(p *lang.Pred, isPermanent bool) {
		m := made[p]
		if isPermanent {
			m[1] = true
		} else {
			m[0] = true
		}
		made[p] = m
	}
	for _, f := range start.Context.Facts {
		add(f.Fact.Pred, f.Permanent)
	}
	for _, r := range rules {
		for _, result := range r.Results {
			add(result.Atom.Pred, result.Permanent)
		}
	}
	out := make(map[*lang.Pred]kind)
	for p, m := range made {
		switch {
		case m[0] && m[1]:
			out[p] = mixed
		case m[1]:
			out[p] = permanent
		default:
			out[p] = linear
		}
	}
	return out
}

// effect is a fact that a rule makes or uses up.
type effect struct {
	atom lang.Atom
	by   int64 // 1 if it is made, -1 if it is used up
	// once says that the fact is permanent, so that one that is there already is not made again.
	once bool
}

// effectsOf returns the effects of a rule, but for mixed predicates.
func effectsOf(r *lang.Rule, kinds map[*lang.Pred]kind) []effect {
	var out []effect
	for _, p := range r.Premises {
		if p.Kind == lang.Consume && kinds[p.Atom.Pred] == linear {
			out = append(out, effect{atom: p.Atom, by: -1})
		}
	}
	for _, result := range r.Results {
		if kinds[result.Atom.Pred] != mixed {
			out = append(out, effect{atom: result.Atom, by: 1, once: result.Permanent})
		}
	}
	return out
}
