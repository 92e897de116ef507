package sweep

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
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

// losses counts [Loss] by the rule that lost, then by the one that won. A row is made for
// a rule when it first loses.
type losses [][]Loss

// of returns the row of a rule.
func (l losses) of(rule int) []Loss {
	if l[rule] == nil {
		l[rule] = make([]Loss, len(l))
		for i := range l[rule] {
			l[rule][i].To = i
		}
	}
	return l[rule]
}

// add adds those of a run or a part of the runs.
func (l losses) add(more losses) {
	for rule, row := range more {
		if row == nil {
			continue
		}
		mine := l.of(rule)
		for i, loss := range row {
			mine[i].Times += loss.Times
			mine[i].Took += loss.Took
		}
	}
}

// sorted returns those that there were, the most first for each rule.
func (l losses) sorted() [][]Loss {
	out := make([][]Loss, len(l))
	for rule, row := range l {
		out[rule] = slices.DeleteFunc(row, func(loss Loss) bool { return loss.Times == 0 })
		slices.SortStableFunc(out[rule], func(a, b Loss) int { return b.Times - a.Times })
	}
	return out
}

// watcher is a chooser that leaves the choice to another one, and counts what there is to
// choose from. What it sees counts only when something has fired, as the clerk hears.
type watcher struct {
	exec.Chooser
	indexes map[*lang.Rule]int
	could   []Chances
	losses  losses
	open    []option // in the present state
	total   int      // transitions of all of them
	winner  int      // the rule that fired last
	lost    []int    // the rules that lost to it
	states  int
	seen    []int // by rule: the last state in which it was enabled, from 1
}

// option is a rule that is enabled, with the number of its transitions.
type option struct{ rule, transitions int }

func newWatcher(chooser exec.Chooser, indexes map[*lang.Rule]int) *watcher {
	n := len(indexes)
	return &watcher{Chooser: chooser, indexes: indexes, could: make([]Chances, n), losses: make(losses, n), seen: make([]int, n)}
}

// Choose implements [exec.Chooser].
func (w *watcher) Choose(e *exec.Enabled) (exec.Choice, error) {
	w.states++
	w.open, w.total = w.open[:0], e.Len()
	for rule, n := range e.ByRule() {
		i := w.indexes[rule]
		w.open = append(w.open, option{i, n})
		w.seen[i] = w.states
	}
	w.settle()
	return w.Chooser.Choose(e)
}

// settle counts the rules that lost all they could do in the last step.
func (w *watcher) settle() {
	for _, rule := range w.lost {
		if w.seen[rule] != w.states {
			w.losses[rule][w.winner].Took++
		}
	}
	w.lost = w.lost[:0]
}

// fired counts what was seen in the state in which a rule fired.
func (w *watcher) fired(winner int) {
	w.winner = winner
	for _, o := range w.open {
		w.could[o.rule].States++
		w.could[o.rule].Expected += float64(o.transitions) / float64(w.total)
		if o.rule != winner {
			w.losses.of(o.rule)[winner].Times++
			w.lost = append(w.lost, o.rule)
		}
	}
}

// ended counts what was lost where nothing is enabled any more.
func (w *watcher) ended() {
	w.states++
	w.settle()
}
