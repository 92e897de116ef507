package exec

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// Enabled are the transitions enabled in a state, in the fixed order. They are
// counted, not kept, for there may be millions: looking one up searches for it
// again. It is good until the machine fires.
type Enabled struct {
	done    context.Context // ends listings early
	machine *Machine
	rules   []ruleCount
	total   int
}

// ruleCount is how many of the transitions are of one rule.
type ruleCount struct {
	rule  *lang.Rule
	link  *lang.Link // nil for the rules of a stage
	count int
}

// add counts the transitions of a rule.
func (e *Enabled) add(rule *lang.Rule, link *lang.Link) error {
	n := 0
	err := e.machine.match(e.done, rule, func(*matcher) error {
		n++
		return nil
	})
	if n > 0 {
		e.rules = append(e.rules, ruleCount{rule, link, n})
		e.total += n
	}
	return err
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
		for t := range e.of(context.Background(), r) {
			if i == 0 {
				return t
			}
			i--
		}
	}
	panic("exec: no such transition; the machine has fired since")
}

// All returns the transitions in order. It stops early where the context that
// they were counted under has ended since.
func (e *Enabled) All() iter.Seq[Transition] {
	return func(yield func(Transition) bool) {
		for _, r := range e.rules {
			for t := range e.of(e.done, r) {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// errEnough ends a search whose caller has what it wants.
var errEnough = errors.New("enough")

// of returns the transitions of one rule. The search has come through before, so
// it does again, unless the context ends it.
func (e *Enabled) of(ctx context.Context, r ruleCount) iter.Seq[Transition] {
	return func(yield func(Transition) bool) {
		_ = e.machine.match(ctx, r.rule, func(m *matcher) error {
			t := m.transition()
			t.Link = r.link
			if !yield(t) {
				return errEnough
			}
			return nil
		})
	}
}

// Move is what a menu shows: a transition, with the number of those that look
// just like it and differ only in which of several equal resources they take.
type Move struct {
	Transition
	Count int
	// First is the index of the transition among all that are enabled.
	First int
}

// look is the same for transitions that look alike: of one rule with the same
// arguments, which consume and read the same facts.
func (t Transition) look() string {
	consumes, reads := t.Takes()
	return t.String() + "-" + multiset(consumes) + "=" + multiset(reads)
}

// multiset writes facts in an order that does not depend on that of resources.
func multiset(rs []*Resource) string {
	out := make([]string, len(rs))
	for i, r := range rs {
		out[i] = r.Fact.String()
		if r.Permanent {
			out[i] = "!" + out[i]
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\x00")
}

// Moves returns the menu of a state, in the fixed order of the first of each. It
// is not whole where the context ended, as in [Enabled.All].
func (e *Enabled) Moves() []Move {
	var moves []Move
	index := make(map[string]int)
	i := 0
	for t := range e.All() {
		key := t.look()
		at, ok := index[key]
		if !ok {
			at = len(moves)
			index[key] = at
			moves = append(moves, Move{Transition: t, First: i})
		}
		moves[at].Count++
		i++
	}
	return moves
}
