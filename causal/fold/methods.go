package fold

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The methods return for each group the first of those that it is put together with,
// which may be itself.

// chains follows groups that have one direct predecessor, which has no other direct
// follower.
func (f *Folding) chains() []int32 {
	covers := f.covers()
	followers := make([]int, len(f.Groups))
	for _, list := range covers {
		for _, c := range list {
			followers[c.from]++
		}
	}
	with := make([]int32, len(f.Groups))
	for g, list := range covers {
		with[g] = int32(g)
		if len(list) == 1 && followers[list[0].from] == 1 {
			with[g] = with[list[0].from]
		}
	}
	return with
}

// repeats lets groups of a rule join the group that has all their direct
// predecessors. There is at most one such, so nothing is left to choose.
func (f *Folding) repeats() []int32 {
	rules := f.ruleOfGroups()
	with := make([]int32, len(f.Groups))
	for g, list := range f.covers() {
		with[g] = int32(g)
		if len(list) == 0 || rules[g] == "" {
			continue
		}
		run, all := with[list[0].from], true
		for _, c := range list {
			all = all && with[c.from] == run
		}
		if all && rules[run] == rules[g] {
			with[g] = run
		}
	}
	return with
}

// rules puts together what fires the same rule only.
func (f *Folding) rules() []int32 {
	with := make([]int32, len(f.Groups))
	first := make(map[string]int32)
	for g, rule := range f.ruleOfGroups() {
		with[g] = int32(g)
		if rule == "" {
			continue
		}
		if _, known := first[rule]; !known {
			first[rule] = int32(g)
		}
		with[g] = first[rule]
	}
	return with
}

// ruleOfGroups returns the rule that all events of a group fire, or "".
func (f *Folding) ruleOfGroups() []string {
	rules := make([]string, len(f.Groups))
	for g, group := range f.Groups {
		rules[g] = f.Selection.Graph.Label(group.Events[0])
		for _, e := range group.Events[1:] {
			if f.Selection.Graph.Label(e) != rules[g] {
				rules[g] = ""
			}
		}
	}
	return rules
}

// stages puts a group into the visit in which it begins.
func (f *Folding) stages() []int32 {
	visits := f.Selection.visits()
	begins := make([]int32, len(f.Groups))
	for i, g := range slices.Backward(f.of) {
		begins[g] = visits[i]
	}
	return f.stretches(func(g, _ int) int32 { return begins[g] })
}

// spans puts groups into that many pieces of about as many events.
func (f *Folding) spans(pieces int) []int32 {
	return f.stretches(func(_, before int) int32 { return int32(before * max(1, pieces) / len(f.of)) })
}

// stretches puts consecutive groups together that are in the same part. The part is
// a function of the group and of the number of events in those before it.
func (f *Folding) stretches(part func(g, before int) int32) []int32 {
	with := make([]int32, len(f.Groups))
	last, before := int32(-1), 0
	for g, group := range f.Groups {
		with[g] = int32(g)
		p := part(g, before)
		if g > 0 && p == last {
			with[g] = with[g-1]
		}
		last = p
		before += len(group.Events)
	}
	return with
}

// visits numbers by position the visits to stages. A visit lasts as long as one
// mark of a stage does, or for traces without such marks, as steps that follow each
// other name one stage.
func (s *Selection) visits() []int32 {
	visits := make([]int32, len(s.Events))
	for i := 1; i < len(s.Events); i++ {
		visits[i] = visits[i-1]
		if !s.sameVisit(s.Events[i-1], s.Events[i]) {
			visits[i]++
		}
	}
	return visits
}

func (s *Selection) sameVisit(a, b causal.Event) bool {
	return s.token(a) == s.token(b) && s.Graph.Step(a).Stage == s.Graph.Step(b).Stage
}

// token returns the mark of the stage that an event uses up, or reads; 0 if none.
func (s *Selection) token(e causal.Event) trace.ResourceID {
	step := s.Graph.Step(e)
	for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
		for _, id := range ids {
			if s.Graph.Resource(id).StageToken() {
				return id
			}
		}
	}
	return 0
}
