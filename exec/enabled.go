package exec

import (
	"context"
	"errors"
	"iter"
	"math"

	"github.com/ceptre-graph/ceptre/exec/network"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Enabled are the transitions enabled in a state, in the fixed order. They are
// counted, not kept, for there may be millions: a list makes them one after another,
// and looking one up takes as long as a list up to it. They are good until the machine
// fires.
type Enabled struct {
	done    context.Context // ends listings early
	machine *Machine
	rules   []ruleCount
	total   int
}

// ruleCount is how many of the transitions are of one rule.
type ruleCount struct {
	*rule
	count int
}

// count counts the transitions of a state.
func (e *Enabled) count(ctx context.Context) error {
	m := e.machine
	e.done, e.rules, e.total = ctx, e.rules[:0], 0
	m.watched = true
	m.network.Commit(ctx)
	if m.stage == nil {
		return nil
	}
	for _, r := range m.stage.Rules {
		if err := e.add(m.rules[r]); err != nil {
			return err
		}
		if m.stage.Ordered && e.total > 0 {
			return nil
		}
	}
	if e.total > 0 {
		return nil
	}
	for _, l := range m.stage.Links {
		if err := e.add(m.rules[&l.Rule]); err != nil {
			return err
		}
	}
	return nil
}

// errMany says that the rules up to one have more transitions together than can be
// counted.
var errMany = errors.New("with the rules before it there are more transitions than can be counted")

// add counts the transitions of a rule.
func (e *Enabled) add(r *rule) error {
	n, err := e.weigh(r)
	if err != nil || n == 0 {
		return err
	}
	if e.total+n < n {
		return &RunError{Rule: r.Rule, Err: errMany}
	}
	e.rules = append(e.rules, ruleCount{r, n})
	e.total += n
	return nil
}

// weigh returns how many transitions a rule has. Those of a rule that asks sensors
// are counted one by one, and those of one that has more matches than can be kept.
func (e *Enabled) weigh(r *rule) (int, error) {
	if r.matches == nil {
		n := 0
		err := e.machine.match(e.done, r, func(*matcher) error {
			n++
			return nil
		})
		return n, err
	}
	w, err := r.matches.Weight(e.done)
	if err == network.ErrDense {
		r.matches.Forget()
		r.matches = nil
		return e.weigh(r)
	}
	switch {
	case e.done.Err() != nil:
		return 0, e.done.Err()
	case err == nil && w > math.MaxInt:
		err = network.ErrMany
	}
	if err != nil {
		return 0, &RunError{Rule: r.Rule, Err: err}
	}
	return int(w), nil
}

// Len returns how many transitions are enabled, each choice of resources
// counted.
func (e *Enabled) Len() int { return e.total }

// At returns the i-th transition, from 0 to Len less one.
func (e *Enabled) At(i int) Transition {
	for _, r := range e.rules {
		if i >= r.count {
			i -= r.count
			continue
		}
		return e.machine.at(r.rule, i)
	}
	panic(errFired)
}

// All returns the transitions in order. It stops early where the context that
// they were counted under has ended since.
func (e *Enabled) All() iter.Seq[Transition] {
	return func(yield func(Transition) bool) {
		for _, r := range e.rules {
			for t := range e.machine.list(e.done, r.rule, false) {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// First returns the first transition, of which there is at least one, without a look
// at the others. It is good until the next one is drawn.
func (e *Enabled) First(by trace.Chosen) Choice {
	r := e.rules[0].rule
	if r.matches == nil {
		return Choice{By: by}
	}
	for c := range r.matches.List(context.Background(), e.machine.context.inOrder, true) {
		e.machine.choice.Set(c)
		break
	}
	return Choice{By: by, drawn: r}
}
