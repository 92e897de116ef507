package fold

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Kind is why an event, or a group of them, has to come before another. Of several
// reasons the first in this order is given.
type Kind int

// The kinds.
const (
	Cause   Kind = iota // the earlier one made what the later one used, which is shown
	Read                // the later one used up what the earlier one had read, which is shown
	Hidden              // one of these through a fact that is not shown
	Stage               // one of these through a mark of a stage that is not shown
	Through             // through events that are left out
)

// String returns the kind as a word of lower-case letters.
func (k Kind) String() string {
	return [...]string{"cause", "read", "hidden", "stage", "through"}[k]
}

// Tie is that a group directly precedes another.
type Tie struct {
	From, To int // groups
	Kind     Kind
	// Events is how many events are left out on the longest way between events of
	// the two on which all others are left out.
	Events int
	// Resources are the facts or marks of that kind through which the one precedes
	// the other, as they are first used; none where it is through events that are
	// left out.
	Resources []*causal.Resource
}

// Order returns the covering relation of the order between groups, its Hasse diagram. With [Rules]
// the order is cyclic, and only the relation between events is reduced.
//
// The ties are in the order of the later group, and then of the earlier one. The caller must not
// change them.
//
// Time is near-linear in events, causes and ties, times the number of concurrent threads of the
// run. There can be many ties: if an event with many predecessors and many successors is left out,
// each successor follows each predecessor.
func (f *Folding) Order() []Tie { return f.order() }

// Ties returns what bundles do not show of the order between groups: those of
// [Folding.Order] without the ones between two groups of which one produces what the
// other uses. Bundles and ties together give the whole order.
func (f *Folding) Ties() []Tie {
	return slices.DeleteFunc(slices.Clone(f.order()), func(t Tie) bool { return t.Kind == Cause })
}

// Implied returns the ties of kind Cause through facts that were used up and are shown which
// [Folding.Order] leaves out, since they follow from others: that an event used up what another
// made is worth an arrow of its own. The ties are in the order of the later group, and then of
// the earlier one. Time is linear in events and what they use up, but for sorting.
func (f *Folding) Implied() []Tie {
	s, positions := f.Selection, f.Selection.positions()
	type pair struct{ from, to int }
	ties := make(map[pair]*Tie)
	for i, e := range s.Events {
		for _, id := range s.Graph.Step(e).Consumes {
			r := s.Graph.Resource(id)
			p := s.position(positions, r.Producer)
			if p < 0 || !s.Shows(r) || f.of[p] == f.of[i] {
				continue
			}
			at := pair{int(f.of[p]), int(f.of[i])}
			if ties[at] == nil {
				ties[at] = &Tie{From: at.from, To: at.to, Kind: Through}
			}
			ties[at].note(Cause, r)
		}
	}
	for _, t := range f.order() {
		delete(ties, pair{t.From, t.To})
	}
	var out []Tie
	for _, t := range ties {
		t.Resources = distinct(t.Resources)
		out = append(out, *t)
	}
	slices.SortFunc(out, func(a, b Tie) int { return cmp.Or(a.To-b.To, a.From-b.From) })
	return out
}

func (f *Folding) findOrder() []Tie {
	var ties []Tie
	begins := make([]int, len(f.Groups)+1) // by group: its first tie
	for g, covers := range f.covers() {
		begins[g] = len(ties)
		for _, c := range covers {
			ties = append(ties, Tie{From: int(c.from), To: g, Kind: Through})
		}
	}
	begins[len(f.Groups)] = len(ties)
	at := func(from, to int32) *Tie {
		if from == to {
			return nil
		}
		list := ties[begins[to]:begins[to+1]]
		i, found := slices.BinarySearchFunc(list, int(from), func(t Tie, from int) int { return cmp.Compare(t.From, from) })
		if !found {
			return nil
		}
		return &list[i]
	}
	for i, covers := range f.Selection.covers() {
		for _, c := range covers {
			if t := at(f.of[c.from], f.of[i]); t != nil {
				t.Events = max(t.Events, int(c.gap)) // that it leaves out
			}
		}
	}
	f.findKinds(at)
	for i := range ties {
		ties[i].Resources = distinct(ties[i].Resources)
	}
	return ties
}

// findKinds says of each tie of which kind it is, and through what.
func (f *Folding) findKinds(at func(from, to int32) *Tie) {
	s, positions := f.Selection, f.Selection.positions()
	for i, e := range s.Events {
		s.reasons(e, func(before causal.Event, k Kind, r *causal.Resource) {
			p := s.position(positions, before)
			if p < 0 || before >= e {
				return
			}
			if t := at(f.of[p], f.of[i]); t != nil {
				t.note(k, r)
			}
		})
	}
}

// reasons calls note with the events that directly precede one, and why.
func (s *Selection) reasons(e causal.Event, note func(before causal.Event, k Kind, r *causal.Resource)) {
	step := s.Graph.Step(e)
	for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
		for _, id := range ids {
			r := s.Graph.Resource(id)
			note(r.Producer, s.kind(r, Cause), r)
		}
	}
	for _, id := range step.Consumes {
		r := s.Graph.Resource(id)
		for _, reader := range r.Readers {
			note(reader, s.kind(r, Read), r)
		}
	}
}

// kind returns what a reason is that goes through a resource.
func (s *Selection) kind(r *causal.Resource, shown Kind) Kind {
	switch {
	case s.Shows(r):
		return shown
	case r.StageToken():
		return Stage
	}
	return Hidden
}

// note gives a reason for a tie.
func (t *Tie) note(k Kind, r *causal.Resource) {
	if k > t.Kind {
		return
	}
	if k < t.Kind {
		t.Kind, t.Resources = k, nil
	}
	if n := len(t.Resources); n == 0 || t.Resources[n-1] != r {
		t.Resources = append(t.Resources, r)
	}
}

// distinct returns resources each once, in the order in which they first stand.
func distinct(resources []*causal.Resource) []*causal.Resource {
	if len(resources) < 2 {
		return resources
	}
	seen := make(map[*causal.Resource]bool, len(resources))
	return slices.DeleteFunc(resources, func(r *causal.Resource) bool {
		again := seen[r]
		seen[r] = true
		return again
	})
}
