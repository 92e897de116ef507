package verdict

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/certify"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/lang"
)

// mostCertified is the greatest number of states that stand in for a proof that the checker cannot follow.
const mostCertified = 20_000

// fewStates returns the number of states that can be reached; 0 if there are more than mostCertified, or the search
// fails.
func fewStates(ctx context.Context, prog *lang.Program, start *lang.Start) int {
	space, err := explore.Search(ctx, prog, start, explore.Options{MaxStates: mostCertified})
	if err != nil || space.Ended != explore.Complete || space.Deaf {
		return 0
	}
	return space.Len()
}

// Certificate returns a certificate for the verdicts of a result, and the verdicts for which it has no claim: those
// that are open, and proofs that the checker of certificates cannot follow.
func (r *Result) Certificate(ctx context.Context, prog *lang.Program, start *lang.Start) (
	c *certify.Certificate, without []*Verdict) {
	var wanted, lemmas []*lang.Statement
	for _, v := range r.Verdicts {
		if v.By == ByRules {
			wanted = append(wanted, v.Statement)
		}
	}
	for _, i := range r.Found.Invariants {
		if i.StatedIn(prog) == nil {
			lemmas = append(lemmas, i.Statement)
		}
	}
	for _, s := range r.proved { // proved statements that were not asked for may help as lemmas
		if !slices.Contains(wanted, s) {
			lemmas = append(lemmas, s)
		}
	}
	kept, needed := certify.Inductive(ctx, prog, start, wanted, lemmas)
	c = certify.New(prog, start)
	for _, s := range needed {
		if slices.Contains(prog.Statements, s) {
			c.Claims = append(c.Claims, certify.Claim{Statement: s.String(), Verdict: string(Proved), By: string(ByRules)})
		} else {
			c.Lemmas = append(c.Lemmas, s.String())
		}
	}
	states := 0
	if len(kept) < len(wanted) {
		states = fewStates(ctx, prog, start)
	}
	for _, v := range r.Verdicts {
		claim := certify.Claim{Statement: v.Statement.String(), Verdict: string(v.Outcome), By: string(v.By)}
		switch {
		case v.By == ByStates:
			claim.States = r.Space.Len()
		case v.By == ByRun:
			claim.Choices = append([]int{}, v.Choices...)
		case v.By == ByRules && !slices.Contains(kept, v.Statement) && states > 0:
			claim.By, claim.States = string(ByStates), states
		case v.Outcome == Open || !slices.Contains(kept, v.Statement):
			without = append(without, v)
			continue
		}
		c.Claims = append(c.Claims, claim)
	}
	return c, without
}
