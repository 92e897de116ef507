package sweep

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// watcher is a chooser that leaves the choice to another one, and counts what there is to
// choose from. What it sees counts only when something has fired, as the rowRecorder hears.
//
// From one state to the next few rules change, so it writes down what each state adds for
// all, and counts that for a rule when there is a change in it. Then the numbers of one rule
// are counted at once: those of all rules, each in turn, are too many to be near at hand.
type watcher struct {
	exec.Chooser
	could   []Chances
	losses  losses
	changes exec.Changes
	spells  []spell   // by rule
	weights *weights  // of the rules; nil if each transition is as likely
	total   float64   // sum of the weights of all rules in the present state
	totals  []float64 // in the states in which something fired, as far as they are not settled
	winners []int     // what fired in these, by its place
}

// spell is states in a row in which a rule is enabled. The states are those of the watcher's
// lists.
type spell struct {
	weight float64 // number of transitions, or the weight if a rule is drawn first; 0 where the rule is not enabled
	since  int     // from which state on it has this weight
	from   int     // from which state on it is enabled
}

// weights holds the weights of rules if a rule is drawn first: each enabled rule, as written, has the weight 1, which
// its variants share in proportion to their transitions.
type weights struct {
	rules       []*lang.Rule
	variants    map[*lang.Rule][]int // the places of the rules that are one rule as written
	transitions []int                // by rule
	enabled     float64              // rules as written that are enabled
}

// newWeights returns weights of rules none of which is enabled.
func newWeights(rules []*lang.Rule) *weights {
	w := &weights{rules: rules, variants: make(map[*lang.Rule][]int), transitions: make([]int, len(rules))}
	for i, r := range rules {
		w.variants[r.Written] = append(w.variants[r.Written], i)
	}
	return w
}

// change tells the weights that change because a rule has another number of transitions.
func (w *weights) change(rule, transitions int, tell func(rule int, weight float64)) {
	variants := w.variants[w.rules[rule].Written]
	before, now := 0, transitions
	for _, v := range variants {
		before += w.transitions[v]
		if v != rule {
			now += w.transitions[v]
		}
	}
	w.transitions[rule] = transitions
	w.enabled += float64(min(now, 1) - min(before, 1))
	for _, v := range variants {
		if n := w.transitions[v]; n > 0 || v == rule {
			tell(v, float64(n)/float64(max(now, 1)))
		}
	}
}

// mostUnsettled is in how many states something fires before all is settled, so that a long
// run does not take ever more memory.
const mostUnsettled = 1 << 14

// Choose implements [exec.Chooser].
func (w *watcher) Choose(e *exec.Enabled) (exec.Choice, error) {
	if w.weights == nil {
		w.changes.To(e, func(rule, transitions int) { w.change(rule, float64(transitions)) })
		w.total = float64(e.Len())
	} else {
		w.changes.To(e, func(rule, transitions int) { w.weights.change(rule, transitions, w.change) })
		w.total = w.weights.enabled
	}
	return w.Chooser.Choose(e)
}

// change counts the states in which a rule had its present weight, and gives it another weight from here on.
func (w *watcher) change(rule int, weight float64) {
	w.countStates(rule)
	s := &w.spells[rule]
	if s.weight == 0 {
		s.from = len(w.winners)
	}
	if weight == 0 { // the rule was enabled up to now, and lost all it could do in the last step
		w.countLosses(rule)
		if winner := w.winners[len(w.winners)-1]; w.losses.rules[winner] != rule {
			w.losses.row(w.losses.took, rule)[winner]++
		}
	}
	s.weight, s.since = weight, len(w.winners)
}

// countStates counts the states since a rule has as many transitions as it has.
func (w *watcher) countStates(rule int) {
	s, c := w.spells[rule], &w.could[rule]
	if s.weight == 0 {
		return
	}
	states, expected := w.totals[s.since:], c.Expected
	for _, total := range states {
		expected += s.weight / total
	}
	c.States += len(states)
	c.Expected = expected
}

// countLosses counts the rules that fired while another one was enabled.
func (w *watcher) countLosses(rule int) {
	winners, own := w.winners[w.spells[rule].from:], w.losses.places[rule]-1
	if !slices.ContainsFunc(winners, func(winner int) bool { return winner != own }) {
		return
	}
	row := w.losses.row(w.losses.times, rule)
	for _, winner := range winners {
		row[winner]++
	}
	if own >= 0 {
		row[own] = 0 // nothing is lost to oneself
	}
}

// fired counts what was seen in the state in which a rule fired.
func (w *watcher) fired(winner int) {
	if len(w.winners) == mostUnsettled {
		w.settle()
	}
	w.totals, w.winners = append(w.totals, w.total), append(w.winners, w.losses.place(winner))
}

// settle counts all that is written down.
func (w *watcher) settle() {
	for rule := range w.spells {
		s := &w.spells[rule]
		if s.weight > 0 {
			w.countStates(rule)
			w.countLosses(rule)
			s.since, s.from = 0, 0
		}
	}
	w.totals, w.winners = w.totals[:0], w.winners[:0]
}
