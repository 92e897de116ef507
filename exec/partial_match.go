package exec

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/premises"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// partialMatcher searches for partial matches of a rule with a given number of unmet premises.
type partialMatcher struct {
	*matcher // its plan is that of the left side
	guards   []lang.Premise
	standing []Standing  // by premise of the plan
	twins    []int       // of each premise of the plan, the last one before it that is the same; -1 for none
	met      []*Resource // by premise of the plan
	found    []NearMiss
	seen     map[string]bool
	tried    int
	most     int             // limit of tried
	first    bool            // stop at the first partial match
	facts    bool            // leave no premise on the state unmet
	loose    []lang.Variable // variables that may have another value in each premise
}

// errFirst ends a search for which one way is enough.
var errFirst = errors.New("a way was found")

func newPartialMatcher(ctx context.Context, m *Machine, rule *lang.Rule, given []lang.Value,
	known []bool) *partialMatcher {
	s := &partialMatcher{matcher: newMatcher(ctx, m, m.rules[rule]), seen: make(map[string]bool), most: nearMissSteps}
	s.plan = slices.DeleteFunc(slices.Clone(s.plan), func(p lang.Premise) bool {
		if premises.IsGuard(p) {
			s.guards = append(s.guards, p)
		}
		return premises.IsGuard(p)
	})
	s.arrange()
	copy(s.Args, given)
	copy(s.Bound, known)
	return s
}

// arrange allocates the state by premise of the plan.
func (s *partialMatcher) arrange() {
	s.standing, s.met, s.twins = make([]Standing, len(s.plan)), make([]*Resource, len(s.plan)), nil
	for i := range s.plan {
		s.twins = append(s.twins, s.twin(i))
	}
}

// onState leaves the premises on the state alone. Some variables may have another value in each
// of them, and one way is enough.
func (s *partialMatcher) onState(loose []lang.Variable) *partialMatcher {
	s.plan = slices.DeleteFunc(slices.Clone(s.plan), func(p lang.Premise) bool { return !s.ofState(p) })
	s.guards, s.loose, s.first = nil, loose, true
	s.arrange()
	return s
}

// ofState reports whether a premise of the plan is on the state, or a calculation in one that is.
func (s *partialMatcher) ofState(p lang.Premise) bool {
	return slices.ContainsFunc(s.rule.Premises, func(q lang.Premise) bool { return q.Kind.OnState() && q.Span == p.Span })
}

// twin returns the last premise of the plan before the i-th that any resource meets that meets
// this one; -1 where there is none.
func (s *partialMatcher) twin(i int) int {
	for k := i - 1; k >= 0; k-- {
		if p, q := s.plan[k], s.plan[i]; p.Kind <= lang.Keep && q.Kind <= lang.Keep && p.Atom.Equal(q.Atom) {
			return k
		}
	}
	return -1
}

// from meets the premises of the plan from the i-th on, and leaves up to unmet of them unmet. Of equal
// premises it leaves the last ones only, as it makes no difference which.
func (s *partialMatcher) from(i, unmet int) error {
	if i == len(s.plan) {
		return s.leaf(unmet)
	}
	if twin := s.twins[i]; twin < 0 || s.standing[twin] == Met {
		if err := s.meetNear(i, unmet); err != nil {
			return err
		}
	}
	if unmet == 0 || s.facts && s.ofState(s.plan[i]) {
		return nil
	}
	return s.leave(i, Unmet, unmet-1)
}

// leave goes on with the i-th premise left unmet or unknown.
func (s *partialMatcher) leave(i int, how Standing, unmet int) error {
	s.standing[i] = how
	err := s.from(i+1, unmet)
	s.standing[i] = Met
	return err
}

// meetNear meets the i-th premise in every way, and goes on.
func (s *partialMatcher) meetNear(i, unmet int) error {
	p := s.plan[i]
	switch p.Kind {
	case lang.Compare:
		return s.compareNear(i, unmet)
	case lang.Prove, lang.Ask:
		return s.answerNear(i, unmet)
	}
	for _, r := range s.candidates(p.Atom) {
		if err := s.try(); err != nil {
			return err
		}
		if !s.may(p, r) {
			continue
		}
		if err := s.with(i, r, unmet); err != nil {
			return err
		}
	}
	return nil
}

// candidates returns the resources that agree with an atom in all arguments that are
// known, oldest first: of equal ones only the oldest that is not in use, as any other
// leads to the same ways.
func (s *partialMatcher) candidates(a lang.Atom) []*Resource {
	facts := s.network.Facts(a.Pred)
	if columns, key := s.known(a); len(columns) > 0 {
		facts = s.network.Agreeing(a.Pred, columns, key)
	}
	var out []*Resource
	for f := range facts {
		for _, id := range s.oldest(f) {
			out = append(out, s.context.Find(a.Pred, id))
		}
	}
	sortByAge(out)
	return out
}

// oldest returns the permanent resource of a fact, and the oldest linear one that is not
// in use, as far as there are such.
func (s *partialMatcher) oldest(f match.Fact) (ids []trace.ResourceID) {
	var linear trace.ResourceID
	for id, permanent := range f.Resources() {
		switch {
		case permanent:
			ids = append(ids, id)
		case (linear == 0 || id < linear) && !s.inUse(id):
			linear = id
		}
	}
	if linear != 0 {
		ids = append(ids, linear)
	}
	return ids
}

func (s *partialMatcher) inUse(id trace.ResourceID) bool {
	return slices.ContainsFunc(s.uses, func(r *Resource) bool { return r.ID == id })
}

// try counts a tried resource or answer against the limit.
func (s *partialMatcher) try() error {
	if s.tried++; s.tried > s.most {
		return errEnough
	}
	if s.tried%often == 0 {
		return s.done.Err()
	}
	return nil
}

// with meets the i-th premise with a resource, if its arguments fit.
func (s *partialMatcher) with(i int, r *Resource, unmet int) error {
	defer s.Undo(len(s.Trail))
	if !s.FitAll(s.plan[i].Atom.Args, r.Fact.Args) {
		return nil
	}
	for _, v := range s.loose {
		s.Bound[v] = false
	}
	s.uses, s.met[i] = append(s.uses, r), r
	err := s.from(i+1, unmet)
	s.uses, s.met[i] = s.uses[:len(s.uses)-1], nil
	return err
}

// answerNear meets the i-th premise with the answers of clauses or a sensor. A premise whose proof does
// not end for lack of values stays unknown.
func (s *partialMatcher) answerNear(i, unmet int) error {
	answers, err := s.answersTo(s.plan[i])
	if s.done.Err() != nil {
		return s.done.Err()
	}
	if err != nil {
		return s.leave(i, Unknown, unmet)
	}
	for _, a := range answers {
		if err := s.try(); err != nil {
			return err
		}
		mark := len(s.Trail)
		if s.FitAll(s.plan[i].Atom.Args, a.Args) {
			err = s.from(i+1, unmet)
		}
		s.Undo(mark)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *partialMatcher) answersTo(p lang.Premise) ([]lang.Fact, error) {
	if p.Kind == lang.Ask {
		return s.senses.sense(s.done, p.Atom.Pred)
	}
	found, _, err := s.proofTable.Answers(s.done, p.Atom, s.Args, s.Bound, s.limits.proofs())
	return found.Facts, err
}

// compareNear goes on if a comparison holds, or if its values are unknown.
func (s *partialMatcher) compareNear(i, unmet int) error {
	p := s.plan[i]
	gives := p.Op == lang.Same && term.IsPattern(p.X)
	if !term.Known(p.Y, s.Bound) || !gives && !term.Known(p.X, s.Bound) {
		return s.leave(i, Unknown, unmet)
	}
	y, err := term.Evaluate(p.Y, s.Args)
	if err != nil {
		return nil
	}
	if gives {
		defer s.Undo(len(s.Trail))
		if !s.Fit(p.X, y) {
			return nil
		}
		return s.from(i+1, unmet)
	}
	if x, err := term.Evaluate(p.X, s.Args); err != nil || !term.Holds(p.Op, x, y) {
		return nil
	}
	return s.from(i+1, unmet)
}

// settle decides premises that were unknown in their turn, if later premises have given their variables
// values. It returns false if too many premises are unmet, or a premise is left that holds. A
// calculation of the right side without a value counts as an unmet premise, unless a comparison fails:
// mostly the comparison guards it, as in a rule that subtracts.
func (s *partialMatcher) settle(unmet int) (out []Standing, noResult, ok bool) {
	out = slices.Clone(s.standing)
	refuted := false
	for i, how := range out {
		compares := s.plan[i].Kind == lang.Compare
		if how == Met || how == Unmet && !compares {
			continue
		}
		holds, known := s.decide(s.plan[i])
		switch {
		case !known:
		case holds && how == Unmet:
			return nil, false, false
		case holds:
			out[i] = Met
		case how == Unknown:
			unmet--
			out[i] = Unmet
		}
		refuted = refuted || compares && known && !holds
	}
	noResult = slices.ContainsFunc(s.guards, func(g lang.Premise) bool {
		holds, known := s.decide(g)
		return known && !holds
	})
	if noResult && !refuted {
		unmet--
	}
	return out, noResult, unmet >= 0
}

// decide reports whether a premise that is not on the state holds, and whether all
// that takes is known.
func (s *partialMatcher) decide(p lang.Premise) (holding, known bool) {
	if p.Kind == lang.Compare {
		if !term.Known(p.X, s.Bound) || !term.Known(p.Y, s.Bound) {
			return false, false
		}
		sides, err := term.EvaluateAll([]lang.Term{p.X, p.Y}, s.Args)
		return err == nil && term.Holds(p.Op, sides[0], sides[1]), true
	}
	for _, t := range p.Atom.Args {
		if !term.Known(t, s.Bound) {
			return false, false
		}
	}
	answers, err := s.answersTo(p)
	if err != nil {
		return false, false
	}
	args, err := term.EvaluateAll(p.Atom.Args, s.Args)
	return err == nil && slices.ContainsFunc(answers, lang.Fact{Pred: p.Atom.Pred, Args: args}.Equal), true
}

// leaf adds the partial match at hand, unless equal resources have led to the same one before.
func (s *partialMatcher) leaf(unmet int) error {
	standing, noResult, ok := s.settle(unmet)
	if !ok {
		return nil
	}
	n := s.near(standing)
	n.NoResult = noResult
	if key := n.key(); !s.seen[key] {
		s.seen[key] = true
		s.found = append(s.found, n)
	}
	switch {
	case s.first:
		return errFirst
	case len(s.found) == mostNearMisses:
		return errEnough
	}
	return nil
}

// near returns the partial match at hand. A premise is met if its atom and all calculations in it
// are.
func (s *partialMatcher) near(standings []Standing) NearMiss {
	vars, premises := len(s.rule.Vars), s.rule.Premises
	n := NearMiss{
		Rule: s.rule.Rule, Args: slices.Clone(s.Args[:vars]), Known: slices.Clone(s.Bound[:vars]),
		Standings: make([]Standing, len(premises)), Uses: make([]*Resource, len(premises)),
	}
	for i, standing := range standings {
		at := slices.IndexFunc(premises, func(p lang.Premise) bool { return p.Span == s.plan[i].Span })
		if n.Standings[at] != Unmet && standing != Met {
			n.Standings[at] = standing
		}
		if s.met[i] != nil {
			n.Uses[at] = s.met[i]
		}
	}
	return n
}
