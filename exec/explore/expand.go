package explore

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// expander finds the transitions of one state after another. Each goroutine has its own.
//
// The premises of a rule are matched in the order of its plan, each with the facts of the state that have its
// predicate. If all arguments are known, the fact is looked up; facts that are the same in all states are found by
// the arguments that are known. The arguments of an instance say which fact meets each premise. So instances are told
// apart by their arguments, and by how many copies of a fact they use up and keep if it is there both linearly and
// permanently.
type expander struct {
	*View
	done  context.Context
	found func() error // called for each instance
	proof *stateProofs // nil before a proof reads the state

	// The instance.
	rule    *rule
	env     []trace.Sym
	uses    []Held   // by premise on the state, in the order written
	taken   []share  // of the facts that meet premises, each once
	changes []change // ascending
	making  bool     // makes is wanted
	makes   []Held   // the facts of the right side

	tried int // facts tried for the rule in this state
	key   []byte
	args  []trace.Sym
	bytes []byte // of the state that the instance leads to
}

// share is a fact that meets premises, with the number of premises that use it up, that keep it, and that want it to
// be permanent; and how many of the first two are met by linear copies.
type share struct {
	Held
	consume, keep, permanent uint32
	consumed, kept           uint32
}

// change is what an instance does to a fact.
type change struct {
	fact   Fact
	copies int32
	lasts  bool // it makes the fact permanent
}

func newExpander(ctx context.Context, e *engine, found func() error) *expander {
	return &expander{View: newView(e), done: ctx, found: found}
}

// expand calls found for each instance that can fire in the state of the view: those of the rules of its stage or, if
// there are none, of the links; in an ordered stage those of the first rule that has any.
func (x *expander) expand() error {
	s := &x.of.stages[x.stage]
	any, err := x.each(s.rules, s.ordered)
	if err != nil || any {
		return err
	}
	_, err = x.each(s.links, false)
	return err
}

// each calls found for the instances of rules, and reports whether there are any.
func (x *expander) each(rules []*rule, first bool) (any bool, err error) {
	for _, r := range rules {
		if r.never {
			continue
		}
		n, err := x.instances(r)
		if err != nil {
			return any, err
		}
		if any = any || n > 0; any && first {
			return any, nil
		}
	}
	return any, nil
}

// instances calls found for the instances of a rule, and returns their number.
func (x *expander) instances(r *rule) (n int, err error) {
	x.rule, x.tried = r, 0
	if cap(x.env) < r.vars {
		x.env = make([]trace.Sym, r.vars)
	}
	x.env = x.env[:r.vars]
	if cap(x.uses) < len(r.kinds) {
		x.uses = make([]Held, len(r.kinds))
	}
	x.uses = x.uses[:len(r.kinds)]
	err = x.meet(0, &n)
	return n, err
}

// meet meets the premises of the plan from the i-th on, in every way.
func (x *expander) meet(i int, n *int) error {
	if i == len(x.rule.steps) {
		return x.share(n)
	}
	s := &x.rule.steps[i]
	switch s.kind {
	case stepFact:
		return x.meetFact(i, s, n)
	case stepProve:
		return x.meetProof(i, s, n)
	}
	y, err := x.terms.Eval(&s.y, x.env)
	if err != nil {
		return x.noValue(err)
	}
	if s.kind == stepBind {
		if x.terms.Match(&s.is, y, x.env) {
			return x.meet(i+1, n)
		}
		return nil
	}
	left, err := x.terms.Eval(&s.x, x.env)
	if err != nil {
		return x.noValue(err)
	}
	if x.terms.Compare(s.op, left, y) {
		return x.meet(i+1, n)
	}
	return nil
}

// fewFacts is the number of facts that are tried one by one if a look-up would do.
const fewFacts = 3

// meetFact meets a premise with each fact of the state that fits.
func (x *expander) meetFact(i int, s *step, n *int) error {
	facts := s.facts
	if facts == nil {
		facts = x.kinds[s.pred]
	}
	switch {
	case s.all && len(facts) > fewFacts:
		f, at := x.find(s.pred, x.columnsOf(s, nil))
		if at >= 0 {
			return nil
		}
		if s.listed {
			return x.meet(i+1, n)
		}
		h := x.Has(f)
		if h.Copies == 0 && !h.Permanent {
			return nil
		}
		return x.meetWith(i, s, h, n)
	case s.index != nil && len(facts) > fewFacts:
		facts = s.index.facts[hash(s.pred, x.columnsOf(s, s.index.columns))]
	}
	if err := x.spend(len(facts)); err != nil {
		return err
	}
	for _, h := range facts {
		args := x.argsOf(h.Fact)
		if !x.fit(s.columns, args) {
			continue
		}
		if err := x.meetWith(i, s, h, n); err != nil {
			return err
		}
	}
	return nil
}

// meetWith meets a premise with a fact that fits, and goes on.
func (x *expander) meetWith(i int, s *step, h Held, n *int) error {
	if s.permanent && !h.Permanent {
		return nil
	}
	if !s.listed {
		x.uses[s.place] = h
	}
	return x.meet(i+1, n)
}

// columnsOf returns the values of some columns, which are known; of all for nil.
func (x *expander) columnsOf(s *step, some []int) []trace.Sym {
	x.args = x.args[:0]
	value := func(c *column) {
		if c.kind == columnConst {
			x.args = append(x.args, c.s)
		} else {
			x.args = append(x.args, x.env[c.v])
		}
	}
	if some == nil {
		for i := range s.columns {
			value(&s.columns[i])
		}
	}
	for _, i := range some {
		value(&s.columns[i])
	}
	return x.args
}

// fit matches arguments with the columns of a premise.
func (x *expander) fit(columns []column, args []trace.Sym) bool {
	for i := range columns {
		switch c := &columns[i]; c.kind {
		case columnBind:
			x.env[c.v] = args[i]
		case columnSame:
			if x.env[c.v] != args[i] {
				return false
			}
		case columnConst:
			if c.s != args[i] {
				return false
			}
		default:
			if !x.terms.Match(&c.p, args[i], x.env) {
				return false
			}
		}
	}
	return true
}

// often is the number of facts tried between two looks at the context.
const often = 1 << 12

// spend counts facts tried.
func (x *expander) spend(facts int) error {
	before := x.tried
	if x.tried += facts; x.tried > x.of.limits.MatchSteps {
		return &exec.RunError{Rule: x.rule.Rule, Err: &exec.StepsError{Steps: x.of.limits.MatchSteps}}
	}
	if before/often != x.tried/often {
		return x.done.Err()
	}
	return nil
}

// noValue tells an instance that fails, which is no error, from a calculation that must not go on.
func (x *expander) noValue(err error) error {
	if errors.Is(err, term.ErrNoNumber) {
		return nil
	}
	return &exec.RunError{Rule: x.rule.Rule, Err: err}
}
