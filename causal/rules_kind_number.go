package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// In a run, a number changes where a firing uses up a fact and makes one of the same predicate
// with the same other arguments, numbers aside. The rule has made the new number from the old
// one, unless in each such firing
//
//   - it stands in another fact that the firing used up or read, such as the next room,
//   - or the old number and the new one are constants of the rule: they were the same in all
//     firings, and no variable stood for them.
//
// Where it can have come from a fact by chance, as in a run of a single firing, a quantity is
// thus rather not seen.

// numberChanges looks for numbers that firings change.
type numberChanges struct {
	*constants
	at map[numberChange]*numberChangeSeen
}

// numberChange is a number of a fact that a rule uses up, with one of a fact that it makes.
type numberChange struct{ used, made seat }

// numberChangeSeen is what the firings of a rule did.
type numberChangeSeen struct {
	changed bool // in some firing the numbers were not the same
	derived bool // in one of these, the new number stood in no other fact
	never   bool // in some firing other arguments were not the same
}

func newNumberChanges(k *constants) *numberChanges {
	return &numberChanges{k, make(map[numberChange]*numberChangeSeen)}
}

// add enters the numbers that an event changes.
func (c *numberChanges) add(e Event) {
	step := c.graph.Step(e)
	if len(step.Consumes) == 0 || len(step.Produces) == 0 {
		return
	}
	rule := c.graph.Rule(e)
	used := make(map[string]int)
	for _, u := range step.Consumes {
		old := c.graph.Resource(u)
		nth := used[old.Pred]
		used[old.Pred]++
		made := 0
		for _, m := range step.Produces {
			now := c.graph.Resource(m)
			if now.Pred != old.Pred || old.StageToken() || len(now.Args) != len(old.Args) {
				continue
			}
			for arg := range old.Args {
				c.compare(step, old, now, numberChange{seat{rule, old.Pred, false, nth, arg}, seat{rule, old.Pred, true, made, arg}})
			}
			made++
		}
	}
}

// compare enters how a number of a fact that is made differs from that of one that is used up.
func (c *numberChanges) compare(step *trace.Step, old, now *Resource, at numberChange) {
	arg := at.used.arg
	_, number := c.graph.valueOf(old.Args[arg])
	if _, also := c.graph.valueOf(now.Args[arg]); !number || !also {
		return
	}
	seen := c.at[at]
	if seen == nil {
		seen = new(numberChangeSeen)
		c.at[at] = seen
	}
	seen.never = seen.never || !c.sameBut(old.Args, now.Args)
	if !old.Args[arg].Equal(now.Args[arg]) {
		seen.changed = true
		seen.derived = seen.derived || !c.stands(now.Args[arg], step, old)
	}
}

// sameBut reports whether arguments are the same but for numbers.
func (c *numberChanges) sameBut(a, b []trace.Term) bool {
	for i := range a {
		_, number := c.graph.valueOf(a[i])
		_, also := c.graph.valueOf(b[i])
		if number != also || !number && !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// stands reports whether a number is in another fact that a step used up or read.
func (c *numberChanges) stands(number trace.Term, step *trace.Step, but *Resource) bool {
	in := func(id trace.ResourceID) bool {
		r := c.graph.Resource(id)
		return r != but && slices.ContainsFunc(r.Args, number.Equal)
	}
	return slices.ContainsFunc(step.Consumes, in) || slices.ContainsFunc(step.Reads, in)
}

// enter adds to a survey what was seen.
func (c *numberChanges) enter(s *KindSurvey) {
	for at, seen := range c.at {
		switch {
		case seen.never || !seen.changed:
		case seen.derived && !(c.named(at.used) && c.named(at.made)):
			s.Number(at.used.pred, at.used.arg, Quantity)
		default:
			s.Number(at.used.pred, at.used.arg, Changed)
		}
	}
}

// named reports whether the number that stands somewhere is a constant of the rule.
func (c *numberChanges) named(at seat) bool {
	return at.rule < c.known && c.constants.at[at].constant()
}
