package sweep

import (
	"cmp"
	"slices"
)

// Chances says how often a rule could have fired in a run. Only states in which
// something fired are counted: none at which a limit ended the run.
type Chances struct {
	// States is in how many states the rule was enabled.
	States int
	// Expected is how often it would have fired in these, on average, if each
	// transition was as likely.
	Expected float64
}

// Loss says how often another rule fired where a rule was enabled.
type Loss struct {
	To    int // the other rule, an index of [Sweep.Rules]
	Times int
	// Took is how often the rule was no longer enabled in the next state: the other one
	// used up what it needed, or left the stage. Where a limit ended the run, nobody
	// looked at the next state.
	Took int
}

// Could says how often a rule could have fired, and in how many runs at all. The rule is
// an index of [Sweep.Rules].
func Could(rows []*Row, rule int) (all Chances, runs int) {
	for _, r := range rows {
		c := r.Could[rule]
		all.States += c.States
		all.Expected += c.Expected
		runs += min(c.States, 1)
	}
	return all, runs
}

// losses counts [Loss]: what is close together in time is close together in memory.
type losses struct{ times, took pairs }

func newLosses(rules int) losses { return losses{make(pairs, rules), make(pairs, rules)} }

// add adds those of other runs.
func (l losses) add(more [][]Loss) {
	for rule, row := range more {
		for _, loss := range row {
			l.times.of(rule)[loss.To] += loss.Times
			l.took.of(rule)[loss.To] += loss.Took
		}
	}
}

// take adds those of a run in which some rules fired, and leaves none there.
func (l losses) take(run losses, fired []int) {
	l.times.take(run.times, fired)
	l.took.take(run.took, fired)
}

// sorted returns those that there were, the most first for each rule.
func (l losses) sorted() [][]Loss {
	out := make([][]Loss, len(l.times))
	for rule, times := range l.times {
		for to, n := range times {
			if n > 0 {
				out[rule] = append(out[rule], Loss{to, n, l.took.at(rule, to)})
			}
		}
		slices.SortFunc(out[rule], func(a, b Loss) int { return cmp.Or(b.Times-a.Times, a.To-b.To) })
	}
	return out
}

// pairs are numbers by the rule that lost, then by the one that won. There is a row for a rule
// from its first loss on.
type pairs [][]int

// of returns the row of a rule.
func (p pairs) of(rule int) []int {
	if p[rule] == nil {
		p[rule] = make([]int, len(p))
	}
	return p[rule]
}

func (p pairs) at(rule, to int) int {
	if p[rule] == nil {
		return 0
	}
	return p[rule][to]
}

// take adds other numbers, which are of some winners alone, and leaves none there. Of a short
// run there are few, however many rules there are.
func (p pairs) take(from pairs, winners []int) {
	for rule, row := range from {
		if row == nil {
			continue
		}
		if p[rule] == nil { // then the row is as good here
			p[rule], from[rule] = row, nil
			continue
		}
		mine := p[rule]
		for _, i := range winners {
			mine[i] += row[i]
			row[i] = 0
		}
	}
}
