package verdict

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/structure"
	"github.com/ceptre-graph/ceptre/lang"
)

// MayGrow returns the facts that may grow as far as the rules tell, and of which nothing else is known: no loop shows
// that they do, no statement that is proved bounds them, and there may be states that were not seen.
func (r *Result) MayGrow() []structure.Growth {
	if r.Space != nil && r.Space.Ended == explore.Complete && !r.Space.Deaf {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Found.Growths), func(g structure.Growth) bool {
		looped := func(l Loop) bool { return g.Arg < 0 && l.Pred == g.Pred }
		return slices.ContainsFunc(r.Loops, looped) || slices.ContainsFunc(r.Verdicts, func(v *Verdict) bool {
			return v.Outcome == Proved && bounds(v.Statement, g)
		})
	})
}

// bounds reports whether an invariant, which holds in all states, bounds facts that may grow: their number, or the
// sum of a number in them. Each count is positive, so that one alone is at most as great as all together.
func bounds(s *lang.Statement, g structure.Growth) bool {
	if s.Kind != lang.Invariant || s.Stage != nil || s.Op == lang.MoreEq {
		return false
	}
	for _, n := range s.Sum {
		if n.Times < 0 {
			return false
		}
	}
	return slices.ContainsFunc(s.Sum, func(n lang.Count) bool {
		return n.Pattern.Pred == g.Pred && !n.Permanent && countsAll(s, n) && (n.Of < 0) == (g.Arg < 0) &&
			(g.Arg < 0 || n.Pattern.Args[g.Arg] == lang.Term(n.Of))
	})
}

// countsAll reports whether each fact of the predicate is counted, for one of finitely many values of the free
// variables.
func countsAll(s *lang.Statement, n lang.Count) bool {
	seen := make(map[lang.Variable]bool)
	for i, t := range n.Pattern.Args {
		v, ok := t.(lang.Variable)
		if !ok || seen[v] || int(v) < s.Free && n.Pattern.Pred.Args[i].Infinite() {
			return false
		}
		seen[v] = true
	}
	return true
}
