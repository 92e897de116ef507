package exec

import (
	"context"
	"errors"
	"iter"
	"math"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// list returns the transitions of a rule in the fixed order, each with for how many
// it stands, as [match.Matches.List] does. Those of a rule that asks sensors are
// searched for, and stand for themselves; they need not use the facts. The transitions
// have been counted, so there are no errors but that the context ends.
func (m *Machine) list(ctx context.Context, r *rule, alike bool, using []match.Fact) iter.Seq2[Transition, int] {
	if r.matches == nil {
		return m.search(ctx, r)
	}
	return func(yield func(Transition, int) bool) {
		for c, ways := range r.matches.List(ctx, m.context.inOrder, alike, using) {
			if !yield(m.transition(r, c), int(min(ways, math.MaxInt))) {
				return
			}
		}
	}
}

// errEnough ends a search whose caller has what it wants.
var errEnough = errors.New("enough")

// search returns the transitions of a rule as matching finds them.
func (m *Machine) search(ctx context.Context, r *rule) iter.Seq2[Transition, int] {
	return func(yield func(Transition, int) bool) {
		_ = m.match(ctx, r, func(found *matcher) error {
			if !yield(found.transition(), 1) {
				return errEnough
			}
			return nil
		})
	}
}

// at returns the i-th transition of a rule, which has more.
func (m *Machine) at(r *rule, i int) (t Transition) {
	if r.matches == nil {
		err := m.match(context.Background(), r, func(found *matcher) error {
			if i--; i < 0 {
				t = found.transition()
				return errEnough
			}
			return nil
		})
		if err != errEnough {
			panic(errFired)
		}
		return t
	}
	for t := range m.list(context.Background(), r, false, nil) {
		if i--; i < 0 {
			return t
		}
	}
	panic(errFired)
}

// errFired says that a list is used after the machine has fired.
var errFired = errors.New("exec: no such transition; the machine has fired since")

// inOrder returns the i-th oldest resource of a predicate, as the network wants it.
func (c *Context) inOrder(p *lang.Pred, i int) (match.Fact, trace.ResourceID, bool) {
	list := c.Of(p)
	if i >= len(list) {
		return match.Fact{}, 0, false
	}
	return list[i].at, list[i].ID, true
}
