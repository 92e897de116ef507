package exec

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Shortage is a set of premises of a rule that fewer facts meet than there are premises.
type Shortage struct {
	Premises []int // in their order
	There    int   // the number of facts that meet any of them
}

// Alike reports whether the premises ask for the same fact.
func (s *Shortage) Alike(r *lang.Rule) bool {
	first := r.Premises[s.Premises[0]].Atom
	return !slices.ContainsFunc(s.Premises, func(i int) bool { return !first.Equal(r.Premises[i].Atom) })
}

// matching gives resources of a predicate to premises.
type matching struct {
	premises []int                    // of the rule
	fits     [][]trace.ResourceID     // for each of these, no more than there are premises
	owner    map[trace.ResourceID]int // which of these has a resource
}

// shortages returns the premises on the state for which there are too few facts.
func (s *partialMatcher) shortages() []Shortage {
	var out []Shortage
	var done []*lang.Pred
	for _, p := range s.rule.Premises {
		if p.Kind.OnState() && !slices.Contains(done, p.Atom.Pred) {
			done = append(done, p.Atom.Pred)
			out = append(out, s.matching(p.Atom.Pred).short(s.rule.Rule)...)
		}
	}
	slices.SortFunc(out, func(a, b Shortage) int { return a.Premises[0] - b.Premises[0] })
	return out
}

// matching gives resources of a predicate to the premises that no permanent one meets.
func (s *partialMatcher) matching(pred *lang.Pred) *matching {
	m := &matching{owner: make(map[trace.ResourceID]int)}
	most := 0
	for _, p := range s.rule.Premises {
		if p.Kind.OnState() && p.Atom.Pred == pred {
			most++
		}
	}
	for _, p := range s.plan {
		if !p.Kind.OnState() || p.Atom.Pred != pred {
			continue
		}
		if fits, permanent := s.fitting(p, most); !permanent {
			at := slices.IndexFunc(s.rule.Premises, func(q lang.Premise) bool { return q.Span == p.Span })
			m.premises, m.fits = append(m.premises, at), append(m.fits, fits)
		}
	}
	for i := range m.premises {
		m.augment(i, make([]bool, len(m.premises)))
	}
	return m
}

// fitting returns linear resources that meet a premise for itself, as many as are wanted, and
// whether a permanent one does.
func (s *partialMatcher) fitting(p lang.Premise, most int) (ids []trace.ResourceID, permanent bool) {
	for _, r := range s.matcher.candidates(p.Atom) {
		mark := len(s.Trail)
		fits := s.may(p, r) && s.FitAll(p.Atom.Args, r.Fact.Args)
		s.Undo(mark)
		switch {
		case fits && r.Permanent:
			return nil, true
		case fits && len(ids) < most:
			ids = append(ids, r.ID)
		}
	}
	return ids, false
}

// augment finds a resource for a premise, for which others may have to change theirs, and marks the
// premises that it has looked at.
func (m *matching) augment(i int, seen []bool) bool {
	seen[i] = true
	for _, id := range m.fits[i] {
		k, taken := m.owner[id]
		if !taken || !seen[k] && m.augment(k, seen) {
			m.owner[id] = i
			return true
		}
	}
	return false
}

// short returns the premises that lack resources. Premises that ask for the same fact or share
// resources are in one shortage.
func (m *matching) short(r *lang.Rule) (out []Shortage) {
	met, told := make([]bool, len(m.premises)), make([]bool, len(m.premises))
	for _, i := range m.owner {
		met[i] = true
	}
	for i := range m.premises {
		if met[i] || told[i] {
			continue
		}
		short, there := m.reach(i, met, told, r)
		var premises []int
		for _, k := range short {
			told[k] = true
			premises = append(premises, m.premises[k])
		}
		slices.Sort(premises)
		out = append(out, Shortage{premises, len(there)})
	}
	return out
}

// reach returns an unmet premise together with the premises that hold a resource it could take
// and the unmet premises that lack the same, and all resources that meet any of these. Premises
// that are told of already are left out.
func (m *matching) reach(i int, met, told []bool, r *lang.Rule) (short []int, there map[trace.ResourceID]bool) {
	short, there = []int{i}, make(map[trace.ResourceID]bool)
	for next := 0; next < len(short); next++ {
		for _, id := range m.fits[short[next]] {
			there[id] = true
		}
		for k := range m.premises {
			if !told[k] && !slices.Contains(short, k) && m.joins(k, short[next], there, met, r) {
				short = append(short, k)
			}
		}
	}
	return short, there
}

// joins reports whether a premise holds a resource that meets another, or lacks the same as it.
func (m *matching) joins(k, other int, there map[trace.ResourceID]bool, met []bool, r *lang.Rule) bool {
	return slices.ContainsFunc(m.fits[k], func(id trace.ResourceID) bool {
		return there[id] && (!met[k] || m.owner[id] == k)
	}) || !met[k] && r.Premises[m.premises[k]].Atom.Equal(r.Premises[m.premises[other]].Atom)
}

// scarce returns the sets of premises that ask for the same atom with variables, if no fact that
// meets them has as many copies.
func (s *partialMatcher) scarce() (out [][]int) {
	grouped := make([]bool, len(s.rule.Premises))
	for i, p := range s.rule.Premises {
		if !p.Kind.OnState() || p.Kind == lang.Permanent || grouped[i] {
			continue
		}
		same := []int{i}
		for k := i + 1; k < len(s.rule.Premises); k++ {
			if q := s.rule.Premises[k]; q.Kind.OnState() && q.Kind != lang.Permanent && q.Atom.Equal(p.Atom) {
				same, grouped[k] = append(same, k), true
			}
		}
		if len(same) > 1 && !s.hasCopies(i, len(same)) {
			out = append(out, same)
		}
	}
	return out
}

// hasCopies reports whether a fact that meets a premise by itself has that many copies. A permanent
// one meets any number of premises.
func (s *partialMatcher) hasCopies(premise, wanted int) bool {
	at := slices.IndexFunc(s.plan, func(p lang.Premise) bool { return p.Span == s.rule.Premises[premise].Span })
	if at < 0 {
		return true
	}
	count := make(map[match.Fact]int)
	for _, r := range s.matcher.candidates(s.plan[at].Atom) {
		mark := len(s.Trail)
		fits := s.may(s.plan[at], r) && s.FitAll(s.plan[at].Atom.Args, r.Fact.Args)
		s.Undo(mark)
		if !fits {
			continue
		}
		if count[r.at]++; r.Permanent || count[r.at] == wanted {
			return true
		}
	}
	return false
}
