package sweep

import (
	"cmp"
	"slices"
)

// losses counts [Loss], ordered so that accesses close in time are close in memory.
type losses struct {
	*winners
	times, took pairs
}

func newLosses(rules int) losses { return (&winners{places: make([]int, rules)}).losses() }

// losses returns a count of losses to these winners, of which there are none yet.
func (w *winners) losses() losses {
	return losses{w, make(pairs, len(w.places)), make(pairs, len(w.places))}
}

// winners are the rules that have fired, in the order of first firing. Of ten thousand rules most
// may never fire, or not in these runs, and take no room.
type winners struct {
	places []int // of each rule, from 1; 0 for one that never fired
	rules  []int
}

// place returns the place of a rule, from 0, which it has from now on.
func (w *winners) place(rule int) int {
	if w.places[rule] == 0 {
		w.rules = append(w.rules, rule)
		w.places[rule] = len(w.rules)
	}
	return w.places[rule] - 1
}

// row returns the row of a loser, with room for all winners that there are.
func (l losses) row(of pairs, loser int) []int { return of.row(loser, len(l.rules)) }

// take adds those of a run in which some rules fired, to the same winners, and leaves none
// there.
func (l losses) take(run losses, fired []int) {
	places := make([]int, len(fired))
	for i, rule := range fired {
		places[i] = l.place(rule)
	}
	l.times.take(run.times, places)
	l.took.take(run.took, places)
}

// merge adds those to other winners, and leaves none there.
func (l losses) merge(more losses) {
	places := make([]int, len(more.rules))
	for i, rule := range more.rules {
		places[i] = l.place(rule)
	}
	l.times.merge(more.times, places)
	l.took.merge(more.took, places)
}

// sorted returns those that there were, the most first for each rule, and leaves none there:
// where all rules lose to all others, there is no room for them twice.
func (l losses) sorted() [][]Loss {
	out := make([][]Loss, len(l.times))
	for rule := range out {
		out[rule] = l.of(rule)
		l.times[rule], l.took[rule] = nil, nil
	}
	return out
}

// of returns those of a rule, the most first.
func (l losses) of(rule int) []Loss {
	count := 0
	for _, n := range l.times[rule] {
		count += min(n, 1)
	}
	if count == 0 {
		return nil
	}
	out := make([]Loss, 0, count)
	for to, n := range l.times[rule] {
		if n > 0 {
			out = append(out, Loss{l.rules[to], n, l.took.at(rule, to)})
		}
	}
	slices.SortFunc(out, func(a, b Loss) int { return cmp.Or(b.Times-a.Times, a.To-b.To) })
	return out
}

// pairs are numbers by the rule that lost, then by the place of the one that won. There is a
// row for a rule from its first loss on, and it is as long as it has to be.
type pairs [][]int

// row returns the row of a rule, at least so long.
func (p pairs) row(rule, width int) []int {
	if more := width - len(p[rule]); more > 0 {
		p[rule] = append(p[rule], make([]int, more)...)
	}
	return p[rule]
}

func (p pairs) at(rule, to int) int {
	if to >= len(p[rule]) {
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
		mine := p.row(rule, len(row))
		for _, i := range winners {
			if i < len(row) {
				mine[i] += row[i]
				row[i] = 0
			}
		}
	}
}

// merge adds the counts of from, with winners at the given places here, and clears it.
func (p pairs) merge(from pairs, places []int) {
	for rule, row := range from {
		from[rule] = nil
		for i, n := range row {
			if n > 0 {
				p.row(rule, places[i]+1)[places[i]] += n
			}
		}
	}
}
