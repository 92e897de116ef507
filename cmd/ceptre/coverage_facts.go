package main

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// idle is a predicate of which there never was a fact, or none that anything needed.
type idle struct {
	*lang.Pred
	made   bool
	reason string
}

// seek enters a predicate if its facts were never there, or if only rules that never
// fired need them.
func (q *neverFiredReport) seek(p *lang.Pred) {
	if makers := q.makers[p]; !slices.ContainsFunc(makers, maker.made) {
		reason := "no rule makes it, and it is not there at the start"
		if len(makers) > 0 {
			reason = q.unmade(makers)
		}
		q.idle = append(q.idle, &idle{p, false, reason})
		return
	}
	users := slices.DeleteFunc(slices.Clone(q.rules), func(r *covered) bool { return !r.needs(p) })
	used := slices.ContainsFunc(users, func(r *covered) bool { return r.fired > 0 })
	if len(users) > 0 && !used {
		q.idle = append(q.idle, &idle{p, true, neverFired(users, "needs one", "need one")})
	}
}

// needs reports whether a premise of a rule is met by facts of a predicate, or proofs may read them.
func (r *covered) needs(p *lang.Pred) bool {
	return slices.Contains(r.Reads(), p) || slices.ContainsFunc(r.Premises, func(premise lang.Premise) bool {
		return premise.Kind.OnState() && premise.Atom.Pred == p
	})
}
