package temporal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// candidate is a fact of a state that meets one of a goal by itself.
type candidate struct {
	fact      trace.Fact
	permanent bool
	copies    int // 1 of a permanent fact
}

// index tells which facts of a goal each fact of a search meets by itself, so that each fact is compared once.
type index struct {
	goal   goal.Goal
	names  *explore.Names // of the search; nil before the first state
	facts  []known        // by fact, as far as they came up
	stages map[*lang.Stage]known
	fixed  []explore.Held // the facts that are the same in all states and meet one of the goal
	met    []bool         // by fact of the goal: some fact of the present state meets it
}

// known is a fact as traces have it, with the facts of the goal that it meets if it is linear, and if it is
// permanent.
type known struct {
	fact              trace.Fact
	linear, permanent []int
}

func newIndex(g goal.Goal) *index { return &index{goal: g, met: make([]bool, len(g.Facts))} }

// candidates returns the facts of a state that meet a fact of the goal by themselves; nil if there is none for one
// of the goal.
func (x *index) candidates(v *explore.View) (found []candidate) {
	if x.names != v.Names {
		x.reset(v)
	}
	clear(x.met)
	for _, h := range x.fixed {
		found = x.add(found, h)
	}
	for _, h := range v.Varying() {
		x.learn(v, h.Fact)
		found = x.add(found, h)
	}
	if s := v.Stage(); s != nil {
		k, ok := x.stages[s]
		if !ok {
			k = x.know(trace.StageMark(s.Name))
			x.stages[s] = k
		}
		found = x.enter(found, candidate{k.fact, false, 1}, k.linear)
	}
	if slices.Contains(x.met, false) {
		return nil
	}
	return found
}

// reset makes the index that of the search that a state is from.
func (x *index) reset(v *explore.View) {
	x.names, x.facts, x.fixed, x.stages = v.Names, nil, nil, make(map[*lang.Stage]known)
	for _, h := range v.Fixed() {
		x.learn(v, h.Fact)
		if k := x.facts[h.Fact]; len(k.permanent) > 0 {
			x.fixed = append(x.fixed, h)
		}
	}
}

// learn enters the facts up to one.
func (x *index) learn(v *explore.View, f explore.Fact) {
	for int(f) >= len(x.facts) {
		x.facts = append(x.facts, x.know(term.RecordFact(v.Fact(explore.Fact(len(x.facts))))))
	}
}

// know returns a fact with the facts of the goal that it meets.
func (x *index) know(f trace.Fact) known {
	k := known{fact: f}
	for i, p := range x.goal.Facts {
		if p.MatchesFact(f.Pred, f.Args, false) {
			k.linear = append(k.linear, i)
		}
		if p.MatchesFact(f.Pred, f.Args, true) {
			k.permanent = append(k.permanent, i)
		}
	}
	return k
}

// add appends how a state holds a fact.
func (x *index) add(to []candidate, h explore.Held) []candidate {
	k := &x.facts[h.Fact]
	if h.Copies > 0 {
		to = x.enter(to, candidate{k.fact, false, int(h.Copies)}, k.linear)
	}
	if h.Permanent {
		to = x.enter(to, candidate{k.fact, true, 1}, k.permanent)
	}
	return to
}

// enter appends a candidate unless it meets nothing.
func (x *index) enter(to []candidate, c candidate, meets []int) []candidate {
	if len(meets) == 0 {
		return to
	}
	for _, i := range meets {
		x.met[i] = true
	}
	return append(to, c)
}
