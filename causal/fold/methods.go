package fold

import "slices"

// The methods return for each group the first of those that it is put together with,
// which may be itself.

// chains follows groups that have one direct predecessor, which has no other direct
// follower. Groups in different parts stay apart.
func (f *Folding) chains(part []int32) []int32 {
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
		if len(list) == 1 && followers[list[0].from] == 1 && part[list[0].from] == part[g] {
			with[g] = with[list[0].from]
		}
	}
	return with
}

// repeats lets groups of a rule join the group that has all their direct
// predecessors. There is at most one such, so nothing is left to choose. Groups in
// different parts stay apart.
func (f *Folding) repeats(part []int32) []int32 {
	rules := f.ruleOfGroups()
	with := make([]int32, len(f.Groups))
	for g, list := range f.covers() {
		with[g] = int32(g)
		if len(list) == 0 || rules[g] < 0 {
			continue
		}
		run, all := with[list[0].from], true
		for _, c := range list {
			all = all && with[c.from] == run
		}
		if all && rules[run] == rules[g] && part[run] == part[g] {
			with[g] = run
		}
	}
	return with
}

// rules puts together what fires the same rule only.
func (f *Folding) rules() []int32 {
	with := make([]int32, len(f.Groups))
	first := make(map[int]int32)
	for g, rule := range f.ruleOfGroups() {
		with[g] = int32(g)
		if rule < 0 {
			continue
		}
		if _, known := first[rule]; !known {
			first[rule] = int32(g)
		}
		with[g] = first[rule]
	}
	return with
}

// ruleOfGroups returns the rule that all events of a group fire, as [causal.Graph.Rule] does,
// or -1.
func (f *Folding) ruleOfGroups() []int {
	rules := make([]int, len(f.Groups))
	for g, group := range f.Groups {
		rules[g] = f.Selection.Graph.Rule(group.Events[0])
		for _, e := range group.Events[1:] {
			if f.Selection.Graph.Rule(e) != rules[g] {
				rules[g] = -1
			}
		}
	}
	return rules
}

// turns puts a group into the turn in which it begins.
func (f *Folding) turns() []int32 {
	s := f.Selection
	part := make([]int32, len(s.Events)) // by position
	for i, e := range s.Events {
		part[i] = int32(s.turns().At(e))
	}
	part = f.begins(part)
	return f.stretches(func(g, _ int) int32 { return part[g] })
}

// rounds puts a group into the round in which it begins. Outside rounds it puts it into the
// visit in which it begins.
func (f *Folding) rounds() []int32 {
	s := f.Selection
	visits, t := s.visited(), s.turns()
	part := make([]int32, len(s.Events)) // by position
	for i, e := range s.Events {
		if part[i] = int32(t.Round(e)); part[i] == 0 {
			part[i] = -1 - visits[i]
		}
	}
	part = f.begins(part)
	return f.stretches(func(g, _ int) int32 { return part[g] })
}

// begins returns by group what its first event has in a list by position.
func (f *Folding) begins(of []int32) []int32 {
	begins := make([]int32, len(f.Groups))
	for i, g := range slices.Backward(f.of) {
		begins[g] = of[i]
	}
	return begins
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
