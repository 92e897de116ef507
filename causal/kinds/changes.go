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
//   - it stands in another fact that the firing used up or read, such as the next room,
//   - or both are constants of the rule: they were the same in all firings, and no variable stood
//     for them.
//
// It is taken for made from one of another predicate if that also is known to be no constant of
// the rule. Where it can have come from a fact by chance, as in a run of a single firing, a quantity
// is thus rather not seen.

// numberChanges looks for numbers that firings change.
type numberChanges struct {
	*constants
	rules map[int]*ruleNumbers
}

// ruleNumbers are the numbers in the facts of all firings of a rule.
type ruleNumbers struct {
	used, made []seat
	index      map[seat]int // in these
	pairs      map[[2]int]*numberPair
}

// numberPair is what the firings of a rule did with a number that they used up and one that they
// made.
type numberPair struct {
	first   int  // the number that was used up at first
	several bool // numbers were used up, and not the first alone
	changed bool // in some firing the numbers were not the same
	derived bool // in one of these, the new number stood in no other fact
	never   bool // in some firing other arguments were not the same
}

func newNumberChanges(k *constants) *numberChanges {
	return &numberChanges{k, make(map[int]*ruleNumbers)}
}

// numberIn is a number in a fact of a firing.
type numberIn struct {
	index int // of its seat
	of    *causal.Resource
	arg   int
	n     int
}

// add enters the numbers that an event changes.
func (c *numberChanges) add(e causal.Event) {
	step, rule := c.graph.Step(e), c.graph.Rule(e)
	if len(step.Consumes) == 0 || len(step.Produces) == 0 {
		return
	}
	r := c.rules[rule]
	if r == nil {
		r = &ruleNumbers{index: make(map[seat]int), pairs: make(map[[2]int]*numberPair)}
		c.rules[rule] = r
	}
	used := c.numbersIn(r, &r.used, step.Consumes, seat{rule: rule})
	made := c.numbersIn(r, &r.made, step.Produces, seat{rule: rule, made: true})
	for _, u := range used {
		for _, m := range made {
			c.compare(r.pair(u, m), step, u, m)
		}
	}
}

// mostNumbers is about how many numbers of a firing are compared with others: rules have fewer, but
// steps of other systems may have any number.
const mostNumbers = 32

// numbersIn returns the numbers in some linear facts, which it gives seats.
func (c *numberChanges) numbersIn(r *ruleNumbers, seats *[]seat, facts []trace.ResourceID, at seat) (all []numberIn) {
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
				i = len(*seats)
				r.index[at] = i
				*seats = append(*seats, at)
			}
			all = append(all, numberIn{i, fact, arg, n})
		}
	}
	return all
}

// pair returns the pair of two numbers, which is new where there is none.
func (r *ruleNumbers) pair(used, made numberIn) *numberPair {
	key := [2]int{used.index, made.index}
	p := r.pairs[key]
	if p == nil {
		p = &numberPair{first: used.n}
		r.pairs[key] = p
	}
	return p
}

// compare enters how a number of a fact that is made differs from that of one that is used up.
func (c *numberChanges) compare(p *numberPair, step *trace.Step, used, made numberIn) {
	before, after := used.of.Args[used.arg], made.of.Args[made.arg]
	p.several = p.several || used.n != p.first
	p.never = p.never || used.of.Pred == made.of.Pred && !c.sameBut(used.of.Args, made.of.Args)
	if !before.Equal(after) {
		p.changed = true
		p.derived = p.derived || !c.stands(after, step, used.of)
	}
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

// enter adds to a survey what was seen.
func (c *numberChanges) enter(s *Survey) {
	for _, r := range c.rules {
		none := new(numberPair) // of numbers that were never there in one firing
		none.changed, none.never = true, true
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
			Kept:  func(u, m int) bool { return !pair(u, m).never },
			Named: func(u, m int) bool { return c.named(r.used[u]) && c.named(r.made[m]) },
			Derived: func(u, m int) bool {
				p := pair(u, m)
				used, made := r.used[u], r.made[m]
				return p.derived && (used.position() == made.position() || p.several || used.rule < c.known && !c.named(used))
			},
		})
	}
}

func positions(seats []seat) []Position {
	out := make([]Position, len(seats))
	for i, s := range seats {
		out[i] = s.position()
	}
	return out
}

// named reports whether the number that stands somewhere is a constant of the rule.
func (c *numberChanges) named(at seat) bool {
	return at.rule < c.known && c.constants.at[at].fixed()
}
