package kinds

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A run does not say how a rule makes a number, but shows the numbers that its firings used up and
// made. It is taken for made from one of the same predicate where they differ, unless in each such
// firing
//
//   - it is in another fact that the firing used up or read, such as the next place,
//   - or both are constants of the rule: they were the same in all firings, and no variable stood
//     for them.
//
// It is taken for made from one of another predicate if that also is known to be no constant of
// the rule. Where it can have come from a fact by chance, as in a run of a single firing, a quantity
// is thus rather not seen.

// numberChanges finds the numbers that firings change, by rule.
type numberChanges struct {
	*constants
	rules map[int]*ruleNumbers
}

// ruleNumbers are the numbers in the facts of all firings of a rule.
type ruleNumbers struct {
	used, made []slot
	index      map[slot]int // of a slot in used or made
	pairs      map[[2]int]*numberPair
}

// numberPair is what the firings of a rule did with a number that they used up and one that they
// made.
type numberPair struct {
	first   int  // number that the first firing used up
	several bool // some firing used up another number
	changed bool // in some firing the numbers differ
	derived bool // in such a firing the new number was in no other fact
	moved   bool // in some firing other arguments differ
}

// numberIn is a number in a fact of a firing.
type numberIn struct {
	index int // of its slot
	of    *causal.Resource
	arg   int
	n     int
}

// add adds the numbers that an event changes, and how those in facts that it makes differ from those
// in facts that it uses up.
func (c *numberChanges) add(e causal.Event) {
	step, rule := c.graph.Step(e), c.graph.Rule(e)
	if len(step.Consumes) == 0 || len(step.Produces) == 0 {
		return
	}
	r := c.rules[rule]
	if r == nil {
		r = &ruleNumbers{index: make(map[slot]int), pairs: make(map[[2]int]*numberPair)}
		c.rules[rule] = r
	}
	used := c.numbersIn(r, &r.used, step.Consumes, slot{rule: rule})
	made := c.numbersIn(r, &r.made, step.Produces, slot{rule: rule, made: true})
	for _, u := range used {
		for _, m := range made {
			key := [2]int{u.index, m.index}
			if r.pairs[key] == nil {
				r.pairs[key] = &numberPair{first: u.n}
			}
			p, before, after := r.pairs[key], u.of.Args[u.arg], m.of.Args[m.arg]
			p.several = p.several || u.n != p.first
			p.moved = p.moved || u.of.Pred == m.of.Pred && !c.sameBut(u.of.Args, m.of.Args)
			if !before.Equal(after) {
				p.changed = true
				p.derived = p.derived || !c.stands(after, step, u.of)
			}
		}
	}
}

// mostNumbers is about how many numbers of a firing are compared with others: rules have fewer, but
// steps of other systems may have any number.
const mostNumbers = 32

// numbersIn returns the numbers in the linear facts of a list, and assigns slots to them.
func (c *numberChanges) numbersIn(r *ruleNumbers, slots *[]slot, facts []trace.ResourceID, at slot) (all []numberIn) {
	nth := make(map[string]int)
	for _, id := range facts {
		fact := c.graph.Resource(id)
		if fact.StageToken() {
			continue
		}
		at.pred, at.nth = fact.Pred, nth[fact.Pred]
		nth[fact.Pred]++
		if fact.Persistent || len(all) > mostNumbers {
			continue
		}
		for arg, term := range fact.Args {
			n, ok := Value(c.graph, term)
			if !ok {
				continue
			}
			at.arg = arg
			i, known := r.index[at]
			if !known {
				i = len(*slots)
				r.index[at] = i
				*slots = append(*slots, at)
			}
			all = append(all, numberIn{i, fact, arg, n})
		}
	}
	return all
}

// sameBut reports whether arguments are the same but for numbers.
func (c *numberChanges) sameBut(a, b []trace.Term) bool {
	return slices.EqualFunc(a, b, func(x, y trace.Term) bool {
		_, number := Value(c.graph, x)
		_, also := Value(c.graph, y)
		return number == also && (number || x.Equal(y))
	})
}

// stands reports whether a number is in another fact that a step used up or read.
func (c *numberChanges) stands(number trace.Term, step *trace.Step, but *causal.Resource) bool {
	in := func(id trace.ResourceID) bool {
		r := c.graph.Resource(id)
		return r != but && slices.ContainsFunc(r.Args, number.Equal)
	}
	return slices.ContainsFunc(step.Consumes, in) || slices.ContainsFunc(step.Reads, in)
}

// addTo adds the numbers of each rule to a survey.
func (c *numberChanges) addTo(s *Survey) {
	for _, r := range c.rules {
		none := &numberPair{changed: true, moved: true} // of numbers that no firing had both
		pair := func(u, m int) *numberPair {
			if p := r.pairs[[2]int{u, m}]; p != nil {
				return p
			}
			return none
		}
		s.Numbers(Numbers{
			Used:  positions(r.used),
			Made:  positions(r.made),
			Same:  func(u, m int) bool { return !pair(u, m).changed },
			Kept:  func(u, m int) bool { return !pair(u, m).moved },
			Named: func(u, m int) bool { return c.named(r.used[u]) && c.named(r.made[m]) },
			Derived: func(u, m int) bool {
				p := pair(u, m)
				used, made := r.used[u], r.made[m]
				return p.derived && (used.position() == made.position() || p.several || used.rule < c.known && !c.named(used))
			},
		})
	}
}

func positions(slots []slot) []Position {
	out := make([]Position, len(slots))
	for i, s := range slots {
		out[i] = s.position()
	}
	return out
}

// named reports whether the number in a slot is a constant of the rule.
func (c *numberChanges) named(at slot) bool {
	return at.rule < c.known && c.constants.at[at].fixed()
}
