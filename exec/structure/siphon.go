package structure

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// A siphon is a set of predicates without facts that stays without: each rule that makes one of its facts needs one.
// A trap is a set with facts that stays so: each rule that uses up one of its facts makes or keeps one (Murata,
// "Petri nets: properties, analysis and applications", Proceedings of the IEEE 77, 1989, section VI.B). All minimal
// ones are found by search: a set that a rule breaks is tried with each predicate that would mend it.

// Set is a set of predicates, in the order declared.
type Set []*lang.Pred

// demand says that a set with one predicate has to have one of others, too.
type demand struct {
	of   int
	some []int
}

// net is what rules make, need and use up, in numbers of predicates of the state.
type net struct {
	preds   []*lang.Pred
	marked  []bool   // has facts at the start
	siphons []demand // of the sets without facts
	traps   []demand // of the sets with facts
	drained []bool   // some rule uses up its facts
	filled  []bool   // some rule makes its facts
}

// newNet returns the net of the rules that may fire.
func (f *finder) newNet() *net {
	n := &net{}
	number := make(map[*lang.Pred]int)
	for _, p := range f.prog.Preds {
		if _, ok := f.kinds[p]; ok {
			number[p] = len(n.preds)
			n.preds = append(n.preds, p)
		}
	}
	n.marked, n.drained, n.filled = make([]bool, len(n.preds)), make([]bool, len(n.preds)), make([]bool, len(n.preds))
	for _, i := range f.facts {
		n.marked[number[i.Fact.Pred]] = true
	}
	for _, s := range f.schemes {
		var needs, uses, stays []int
		for _, p := range s.rule.Premises {
			at, ok := number[p.Atom.Pred]
			if !ok || !p.Kind.OnState() {
				continue
			}
			needs = append(needs, at)
			if p.Kind == lang.Consume && f.kinds[p.Atom.Pred] != permanent {
				uses = append(uses, at)
			} else {
				stays = append(stays, at)
			}
		}
		var makes []int
		for _, r := range s.rule.Results {
			makes = append(makes, number[r.Atom.Pred])
		}
		for _, p := range makes {
			n.siphons = append(n.siphons, demand{p, needs})
			n.filled[p] = true
		}
		for _, p := range uses {
			n.traps = append(n.traps, demand{p, slices.Concat(makes, stays)})
			n.drained[p] = true
		}
	}
	return n
}

// mostSets bounds the sets that a search tries.
const mostSets = 5_000

// minimal returns the minimal sets, not empty, that meet all demands, small ones first. It reports false where there
// are too many sets to try.
func minimal(preds int, demands []demand) ([][]bool, bool) {
	var out [][]bool
	tried := make(map[string]bool)
	var try func(s []bool) bool
	try = func(s []bool) bool {
		key := keyOf(s)
		if tried[key] {
			return true
		}
		if tried[key] = true; len(tried) > mostSets {
			return false
		}
		i := slices.IndexFunc(demands, func(d demand) bool {
			return s[d.of] && !slices.ContainsFunc(d.some, func(p int) bool { return s[p] })
		})
		if i < 0 {
			out = append(out, s)
			return true
		}
		for _, p := range demands[i].some {
			with := slices.Clone(s)
			with[p] = true
			if !try(with) {
				return false
			}
		}
		return true
	}
	for p := range preds {
		s := make([]bool, preds)
		s[p] = true
		if !try(s) {
			return nil, false
		}
	}
	out = slices.DeleteFunc(slices.Clone(out), func(s []bool) bool {
		return slices.ContainsFunc(out, func(t []bool) bool { return within(t, s) && !within(s, t) })
	})
	slices.SortStableFunc(out, func(a, b []bool) int { return size(a) - size(b) })
	return out, true
}

// keyOf returns a set as a key of maps.
func keyOf(s []bool) string {
	key := make([]byte, len(s))
	for i, in := range s {
		if in {
			key[i] = 1
		}
	}
	return string(key)
}

// within reports whether a set is a part of another, or the same.
func within(s, t []bool) bool {
	for i := range s {
		if s[i] && !t[i] {
			return false
		}
	}
	return true
}

// size returns how many elements a set has.
func size(s []bool) int {
	n := 0
	for _, in := range s {
		if in {
			n++
		}
	}
	return n
}

// greatest returns the greatest part of a set that meets all demands.
func greatest(s []bool, demands []demand) []bool {
	s = slices.Clone(s)
	for changed := true; changed; {
		changed = false
		for _, d := range demands {
			if s[d.of] && !slices.ContainsFunc(d.some, func(p int) bool { return s[p] }) {
				s[d.of] = false
				changed = true
			}
		}
	}
	return s
}

// has reports whether some predicate of a set has a mark.
func has(s, marks []bool) bool {
	for i := range s {
		if s[i] && marks[i] {
			return true
		}
	}
	return false
}

// set returns the predicates of a set.
func (n *net) set(s []bool) Set {
	var out Set
	for i, in := range s {
		if in {
			out = append(out, n.preds[i])
		}
	}
	return out
}

// mostPreds is the greatest number of predicates in a set that is worth telling.
const mostPreds = 5

// losses returns the minimal siphons with facts at the start that may lose them all.
func (n *net) losses() ([]Set, bool) {
	all, ok := minimal(len(n.preds), n.siphons)
	var out []Set
	for _, s := range all {
		if has(s, n.marked) && has(s, n.drained) && size(s) <= mostPreds && !has(greatest(s, n.traps), n.marked) {
			out = append(out, n.set(s))
		}
	}
	return out, ok
}

// stays returns the minimal traps: always has facts at the start, some of which are used up; once has none, but rules
// may fill it. Traps that hold all facts of an invariant say nothing new.
func (n *net) stays(invariants []*Invariant) (always, once []Set, ok bool) {
	all, ok := minimal(len(n.preds), n.traps)
	for _, s := range all {
		set := n.set(s)
		switch {
		case len(set) > mostPreds || slices.ContainsFunc(invariants, func(v *Invariant) bool { return v.keeps(set) }):
		case has(s, n.marked) && has(s, n.drained):
			always = append(always, set)
		case !has(s, n.marked) && has(s, n.filled):
			once = append(once, set)
		}
	}
	return always, once, ok
}

// keeps reports whether the invariant says that some predicate of a set always has facts.
func (v *Invariant) keeps(set Set) bool {
	return v.Statement.Op == lang.Same && !slices.ContainsFunc(v.Statement.Sum, func(c lang.Count) bool {
		return c.Times < 0 || !slices.Contains(set, c.Pattern.Pred)
	})
}
