package cast

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// survey finds the characters of a run without types.
type survey struct {
	graph  *causal.Graph
	kinds  *kinds
	order  []spot            // the kinds of constants, as [kinds.sets] orders them
	names  map[spot][]string // constants by kind
	ends   map[string]bool   // constants that terms end in
	shapes map[string]string // by predicate: see [survey.shape]
	lanes  []string          // predicates that behave like characters, sorted
}

func (f *finder) newSurvey() *survey {
	s := &survey{graph: f.graph, kinds: newKinds(f.trace), ends: f.ends(), shapes: make(map[string]string)}
	s.order, s.names = s.kinds.sets()
	for i := range s.graph.Resources {
		r := &s.graph.Resources[i]
		if _, known := s.shapes[r.Pred]; !known {
			s.shapes[r.Pred] = s.shape(r)
		}
	}
	facts := make(map[string][]*causal.Resource)
	for i := range s.graph.Resources {
		if r := &s.graph.Resources[i]; !r.StageToken() {
			facts[r.Pred] = append(facts[r.Pred], r)
		}
	}
	for _, pred := range slices.Sorted(maps.Keys(facts)) {
		if s.isLane(facts[pred]) {
			s.lanes = append(s.lanes, pred)
		}
	}
	return s
}

// isLane reports whether a predicate with these facts behaves like a character:
// each fact is used up before the next is made, or by the step that makes it,
// and that at least once.
func (s *survey) isLane(facts []*causal.Resource) bool {
	if slices.ContainsFunc(facts, func(r *causal.Resource) bool { return r.Persistent }) {
		return false
	}
	slices.SortStableFunc(facts, func(a, b *causal.Resource) int { return cmp.Compare(a.Producer, b.Producer) })
	passed := false
	for i, r := range facts[:len(facts)-1] {
		next := facts[i+1].Producer
		switch {
		case r.Consumer == causal.Outside || next == causal.Outside:
			return false
		case r.Consumer == next:
			passed = true
		case !s.graph.Before(r.Consumer, next):
			return false
		}
	}
	return passed
}

// pickAlike returns the predicates of one shape that behave like characters.
func (s *survey) pickAlike() (causal.Cast, bool) {
	r := newRanking()
	groups := s.alike()
	for _, group := range groups {
		r.add(activity{steps: s.steps(group)})
	}
	if r.winner < 0 {
		return causal.Cast{}, false
	}
	return s.ofPredicates(groups[r.winner]), true
}

// alike returns the predicates that behave like characters and do not only
// count, by shape, where there are several of one.
func (s *survey) alike() [][]string {
	of := make(map[string][]string)
	for _, pred := range s.lanes {
		of[s.shapes[pred]] = append(of[s.shapes[pred]], pred)
	}
	var groups [][]string
	for _, pred := range s.lanes {
		if group := of[s.shapes[pred]]; s.shapes[pred] != "" && group[0] == pred && len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// pickAnyway returns all predicates that behave like characters and name anything: others only count,
// or say what state something is in.
func (s *survey) pickAnyway() (causal.Cast, bool) {
	lanes := slices.DeleteFunc(slices.Clone(s.lanes), func(pred string) bool { return s.shapes[pred] == "" })
	if len(lanes) == 0 {
		return causal.Cast{}, false
	}
	return s.ofPredicates(lanes), true
}

func (s *survey) ofPredicates(names []string) causal.Cast {
	return causal.Cast{Predicates: names, Names: names, Picked: fmt.Sprintf("%s steps use up and make anew, in %d of %s",
		bePredicates(names), s.steps(names), english.Count(s.graph.Len(), "step"))}
}

// bePredicates begins the sentence that says why some predicates were picked.
func bePredicates(names []string) string {
	who := "the characters are the predicates " + causal.List(names) + ": each has"
	if len(names) == 1 {
		who = "the character is the predicate " + names[0] + ": it has"
	}
	return who + " one fact at a time, which"
}

// shape returns the kinds of the arguments of a fact, as text that differs where they do; "" for a
// fact without a name in it.
func (s *survey) shape(r *causal.Resource) string {
	numerals, literals := s.kinds.of(spot{of: ofNumerals}), s.kinds.of(spot{of: ofLiterals})
	var kinds []spot
	names := false
	for arg := range r.Args {
		kind := s.kinds.of(spot{ofPredicate, r.Pred, arg})
		kinds = append(kinds, kind)
		names = names || kind != numerals && kind != literals && !hasAny(s.names[kind], s.ends)
	}
	if !names {
		return ""
	}
	return fmt.Sprintf("%#v", kinds)
}

// steps returns in how many steps some of these predicates takes part.
func (s *survey) steps(preds []string) int {
	n := 0
	for _, touched := range s.graph.Touches() {
		if slices.ContainsFunc(touched, func(p string) bool { return slices.Contains(preds, p) }) {
			n++
		}
	}
	return n
}

// pickKind returns the constants of the kind that acts most, not counting constants that take part in
// fewer than least steps.
func (s *survey) pickKind(least int) (causal.Cast, bool) {
	acts, r := s.countKinds(least), newRanking()
	order := slices.DeleteFunc(slices.Clone(s.order), func(kind spot) bool { return hasAny(s.names[kind], s.ends) })
	for _, kind := range order {
		r.add(*acts[kind])
	}
	if r.winner < 0 {
		return causal.Cast{}, false
	}
	names := s.names[order[r.winner]]
	who := "the characters are " + causal.List(names) + ", which stand in the same places and take part in "
	if len(names) == 1 {
		who = "the character is " + names[0] + ", which takes part in "
	}
	return causal.Cast{Names: names, Picked: who + r.reason(s.graph.Len(), "names in other places")}, true
}

// countKinds returns the activity of each kind; constants that take part in fewer
// than least steps do not count.
func (s *survey) countKinds(least int) map[spot]*activity {
	acts, steps := make(map[spot]*activity), make(map[string]int)
	for _, names := range s.graph.Mentions() {
		for _, name := range names {
			steps[name]++
		}
	}
	for kind, names := range s.names {
		counting := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return steps[name] < least })
		acts[kind] = &activity{several: len(counting) > 1}
	}
	countSteps(s.graph.Mentions(), func(name string) *activity {
		if steps[name] < least || !s.kinds.constants[name] {
			return nil
		}
		return acts[s.kinds.ofName(name)]
	})
	for _, at := range s.kinds.first {
		if a := acts[s.kinds.of(at)]; a != nil {
			a.subjects++
		}
	}
	return acts
}
