package exec

import (
	"math"
	"math/bits"
	"slices"
)

// weights holds the number of transitions of each of many rules. They are summed in a tree
// (Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and
// Experience 24, 1994), so that to change one, and to find the rule of a transition, takes time
// that grows with the logarithm of the number of rules.
type weights struct {
	counts []int // by rule
	sums   []int // the tree, from index 1
	total  int   // sum of counts
	some   int   // a rule that had transitions at the last look
	anew   []int // rules to be counted in each state
	due    []int // rules to be counted now
}

// manyRules is the number of rules from which on a stage counts the transitions of changed rules only.
// Counting fewer rules takes no longer than finding the changed ones. It is below the limit of
// [match.Counted].
const manyRules = 24

// newWeights returns weights of zero.
func newWeights(rules int) *weights {
	return &weights{counts: make([]int, rules), sums: make([]int, rules+1)}
}

// clear sets all weights to zero.
func (w *weights) clear() {
	clear(w.counts)
	clear(w.sums)
	w.total, w.anew = 0, w.anew[:0]
}

// set sets the weight of a rule. It returns false if the sum might overflow.
func (w *weights) set(rule, n int) bool {
	if n > math.MaxInt/len(w.counts) {
		return false
	}
	old := w.counts[rule]
	if n == old {
		return true
	}
	w.counts[rule] = n
	w.total += n - old
	for i := rule + 1; i < len(w.sums); i += i & -i {
		w.sums[i] += n - old
	}
	return true
}

// find returns the rule of a transition by its number, from 0 on, and its number among those of
// the rule.
func (w *weights) find(x int) (rule, of int) {
	at := 0
	for step := 1 << bits.Len(uint(len(w.counts))) >> 1; step > 0; step >>= 1 {
		if next := at + step; next < len(w.sums) && w.sums[next] <= x {
			at = next
			x -= w.sums[at]
		}
	}
	return at, x
}

// addMany counts the transitions of a stage of many rules: those of all rules when the stage
// begins, and then of those that may have changed.
func (e *Enabled) addMany(s *stage) error {
	m, w := e.machine, s.weights
	few, err := e.update(s)
	m.weighed = nil
	switch {
	case err != nil:
		return err
	case !few:
		return e.addStage(s)
	}
	m.weighed = s
	if w.total == 0 {
		e.of, e.weights = nil, nil
		return e.addAll(s.links)
	}
	e.of, e.rules, e.counts, e.weights, e.total = nil, s.rules, w.counts, w, w.total
	if w.counts[w.some] == 0 {
		w.some, _ = w.find(0)
	}
	e.some = w.some
	return nil
}

// update brings the weights of a stage up to date. It returns false if their sum may overflow.
func (e *Enabled) update(s *stage) (few bool, err error) {
	for _, place := range e.due(s) {
		if few, err := e.reweigh(s, s.rules[place]); !few {
			return false, err
		}
	}
	return true, nil
}

// due returns the rules of a stage whose transitions are to be counted, in their order, so that the
// first error is reported.
func (e *Enabled) due(s *stage) []int {
	m, w := e.machine, s.weights
	stale := m.network.Stale()
	w.due = w.due[:0]
	if m.weighed != s {
		w.clear()
		for _, r := range s.rules {
			w.due = append(w.due, r.place)
			if r.matches == nil {
				w.anew = append(w.anew, r.place)
			}
		}
		return w.due
	}
	w.due = append(w.due, w.anew...)
	for _, x := range stale {
		if r := m.byIndex[x.Tag]; r.Stage == s.Stage && r.link == nil && r.matches != nil {
			w.due = append(w.due, r.place)
		}
	}
	slices.Sort(w.due)
	return w.due
}

// reweigh counts the transitions of a rule of a stage, and subscribes to their changes.
func (e *Enabled) reweigh(s *stage, r *rule) (few bool, err error) {
	kept := r.matches != nil
	n, err := e.weigh(r)
	switch {
	case err != nil:
		return false, err
	case r.matches != nil && !r.matches.Grouped():
		r.matches.Follow()
	case kept && !slices.Contains(s.weights.anew, r.place):
		s.weights.anew = append(s.weights.anew, r.place)
	}
	return s.weights.set(r.place, n), nil
}
