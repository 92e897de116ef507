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
	if m.compiled == nil || m.compiled.Stage != m.stage {
		m.compiled = m.stages[m.stage]
	}
	if err := e.addAll(m.compiled.rules); err != nil || e.total > 0 {
		return err
	}
	return e.addAll(m.compiled.links)
}

// addAll counts the transitions of rules; in an ordered stage, up to the first that has
// any.
func (e *Enabled) addAll(rules []*rule) error {
	for _, r := range rules {
		n, ok := 0, false
		if r.matches != nil {
			n, ok = r.matches.Known()
		}
		if !ok {
			var err error
			if n, err = e.weigh(r); err != nil {
				return err
			}
		}
		if n == 0 {
			continue
		}
		if e.total+n < n {
			return &RunError{Rule: r.Rule, Err: errMany}
		}
		e.rules = append(e.rules, ruleCount{r, n})
		e.total += n
		if e.machine.compiled.Ordered && r.link == nil {
			break
		}
	}
	return nil
}

// errMany says that the rules up to one have more transitions together than can be
// counted.
var errMany = errors.New("with the rules before it there are more transitions than can be counted")

// weigh returns how many transitions a rule has. Those of a rule that asks sensors
// are counted one by one, and those of one that has more matches than can be kept.
func (e *Enabled) weigh(r *rule) (int, error) {
	if r.matches == nil {
		return e.search(r)
	}
	w, err := r.matches.Weight(e.done)
	if err == nil && w <= math.MaxInt {
		return int(w), nil
	}
	switch {
	case err == network.ErrDense:
		r.matches.Forget()
		r.matches = nil
		return e.search(r)
	case e.done.Err() != nil:
		return 0, e.done.Err()
	case err == nil:
		err = network.ErrMany
	}
	return 0, &RunError{Rule: r.Rule, Err: err}
}

// search counts the transitions of a rule one by one.
func (e *Enabled) search(r *rule) (int, error) {
	n := 0
	err := e.machine.match(e.done, r, func(*matcher) error {
		n++
		return nil
	})
	return n, err
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
		e.machine.hold().Set(c)
		break
	}
	return Choice{By: by, drawn: r}
}
