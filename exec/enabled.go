package exec

import (
	"context"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Enabled are the transitions enabled in a state, in the fixed order. They are counted, not kept,
// for there may be millions: a list makes them one after another, and looking one up takes as long
// as a list up to it. They are valid until the machine fires.
type Enabled struct {
	done    context.Context // ends counts and listings early
	machine *Machine
	rules   []*rule  // of the stage, or its links
	counts  []int    // by rule
	own     []int    // room for counts
	of      *stage   // the stage of the rules, if all were counted already; else nil
	weights *weights // the weights with these counts; nil if there are none
	some    int      // a rule that has any
	total   int
	index   int       // of the transition that was drawn, if its resources were not drawn
	vast    *bigCount // set if there are more than an int holds
}

// count counts the transitions of a state.
func (e *Enabled) count() error {
	m := e.machine
	m.watched = true
	m.network.Commit(e.done)
	if m.compiled.Stage != m.stage {
		m.compiled, m.weighed = m.stages[m.stage], nil
		m.network.Release()
	}
	s := m.compiled
	if e.of != s {
		e.vast = nil
		if s.weights != nil {
			return e.addMany(s)
		}
		s.keep()
		if s.matches == nil {
			return e.addStage(s)
		}
		e.of, e.rules, e.weights = s, s.rules, nil
		e.own = slices.Grow(e.own[:0], len(s.rules))[:len(s.rules)]
		e.counts = e.own
	}
	ok := false
	e.some, e.total, ok = match.Counted(s.matches, e.counts)
	if ok && e.total > 0 {
		return nil
	}
	return e.addStage(s)
}

// addStage counts the transitions of the rules of a stage or, if there are none, of its links.
func (e *Enabled) addStage(s *stage) error {
	e.of, e.weights = nil, nil
	if err := e.addAll(s.rules); err != nil || e.total > 0 {
		return err
	}
	return e.addAll(s.links)
}

// addAll counts the transitions of rules; in an ordered stage, up to the first that has
// any.
func (e *Enabled) addAll(rules []*rule) error {
	e.own = slices.Grow(e.own[:0], len(rules))
	e.rules, e.counts, e.some, e.total = rules, e.own, 0, 0
	for i, r := range rules {
		n, err := e.weigh(r)
		if err != nil {
			return err
		}
		e.counts = append(e.counts, n)
		if n == 0 {
			continue
		}
		e.some, e.total = i, plus(e.total, n)
		if r.first {
			break
		}
	}
	if e.total == math.MaxInt {
		e.addBig()
	}
	return nil
}

// weigh returns how many transitions a rule has, see [vast]. The transitions of a rule that asks
// sensors, or has more matches than can be kept, are counted one by one.
func (e *Enabled) weigh(r *rule) (int, error) {
	if r.matches == nil {
		return e.search(r)
	}
	w, err := r.matches.Weight(e.done)
	switch {
	case err == nil:
		return int(min(w, math.MaxInt)), nil
	case err == match.ErrMany:
		return math.MaxInt, nil
	case err == match.ErrDense:
		r.matches.Forget()
		r.matches, e.machine.compiled.matches, e.machine.overwhelmed = nil, nil, true
		return e.search(r)
	case e.done.Err() != nil:
		return 0, e.done.Err()
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

// Under sets the context that ends lists, in place of the one under which the transitions were
// counted.
func (e *Enabled) Under(ctx context.Context) { e.done = ctx }

// Len returns how many transitions are enabled, each choice of resources
// counted, up to [math.MaxInt].
func (e *Enabled) Len() int { return e.total }

// At returns the i-th transition, from 0 to Len less one.
func (e *Enabled) At(i int) Transition {
	if e.weights != nil {
		at, of := e.weights.find(i)
		if at == len(e.rules) {
			panic(errFired)
		}
		return e.machine.at(e.rules[at], of)
	}
	for at, n := range e.counts {
		if i < n {
			return e.machine.at(e.rules[at], i)
		}
		i -= n
	}
	panic(errFired)
}

// Leaves reports whether the only enabled transition is a link. Then there is no choice to make.
func (e *Enabled) Leaves() bool { return e.total == 1 && e.At(0).Link != nil }

// All returns the transitions in order. It stops early if the context has ended, see
// [Enabled.Under].
func (e *Enabled) All() iter.Seq[Transition] {
	return func(yield func(Transition) bool) {
		for r := range e.withSome() {
			for t := range e.machine.list(e.done, r, false, nil) {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// Using returns the transitions that use at least one of some facts, with any resource of it, in
// the order of [Enabled.All]. Of transitions that differ only in the choice of equal resources it
// returns the first. Other transitions take no time, except those of rules that ask sensors.
func (e *Enabled) Using(facts []*Resource) iter.Seq[Transition] {
	using := make([]match.Fact, len(facts))
	for i, r := range facts {
		using[i] = r.at
	}
	uses := func(r *Resource) bool { return slices.Contains(using, r.at) }
	return func(yield func(Transition) bool) {
		for r := range e.withSome() {
			for t := range e.machine.list(e.done, r, true, using) {
				if slices.ContainsFunc(t.Uses, uses) && !yield(t) {
					return
				}
			}
		}
	}
}

// ByRule returns the rules that have transitions, in the fixed order, with their numbers. In an
// ordered stage that is one rule; if links are enabled, there are only links.
func (e *Enabled) ByRule() iter.Seq2[*lang.Rule, int] {
	return func(yield func(*lang.Rule, int) bool) {
		for i, n := range e.counts {
			if n > 0 && !yield(e.rules[i].Rule, n) {
				return
			}
		}
	}
}

// withSome returns the rules that have transitions.
func (e *Enabled) withSome() iter.Seq[*rule] {
	return func(yield func(*rule) bool) {
		for i, n := range e.counts {
			if n > 0 && !yield(e.rules[i]) {
				return
			}
		}
	}
}

// First returns the first transition, without looking at the others; there must be one. It is valid
// until the next one is drawn.
func (e *Enabled) First(by trace.Chosen) Choice {
	for r := range e.withSome() {
		if r.matches == nil {
			break
		}
		for c := range r.matches.List(context.Background(), e.machine.context.inOrder, true, nil) {
			e.machine.hold().Set(c)
			break
		}
		return Choice{By: by, drawn: r}
	}
	return Choice{By: by}
}

// bigCount counts the transitions of a state if there are more than an int can hold. Draws use these
// counts; elsewhere [math.MaxInt] stands for any such number.
type bigCount struct {
	counts []*big.Int // by rule
	total  *big.Int
}

// plus adds numbers of transitions.
func plus(a, b int) int {
	if sum := a + b; sum >= 0 {
		return sum
	}
	return math.MaxInt
}

// addBig counts the transitions again, with numbers of any size.
func (e *Enabled) addBig() {
	e.vast = &bigCount{total: new(big.Int)}
	for i, n := range e.counts {
		count := big.NewInt(int64(n))
		if n == math.MaxInt {
			count = e.rules[i].matches.BigWeight()
		}
		e.vast.counts = append(e.vast.counts, count)
		e.vast.total.Add(e.vast.total, count)
	}
}

// drawBig is draw for more transitions than an int can hold.
func (e *Enabled) drawBig(source *rand.PCG) *rule {
	x, at := match.BelowBig(source, e.vast.total), 0
	for x.Cmp(e.vast.counts[at]) >= 0 {
		x.Sub(x, e.vast.counts[at])
		at++
	}
	r := e.rules[at]
	if r.matches == nil {
		return e.machine.choose(e.machine.at(r, int(x.Int64())))
	}
	e.machine.choice = r.matches.DrawBig(source)
	return r
}

// Changes reports, from one state of a run to the next, the rules whose number of transitions has
// changed. So statistics of enabled rules need not visit each rule in each state. The zero value has
// seen no state yet.
type Changes struct {
	rules  []*rule // of the stage, or its links, in the state that was seen last
	counts []int   // of their transitions
}

// To calls tell with each rule whose number of transitions differs from that in the state before,
// by its index in [lang.Program.Rules], and with the present number. Rules of other stages have
// none.
func (c *Changes) To(e *Enabled, tell func(rule, transitions int)) {
	if len(c.rules) == 0 || len(e.rules) == 0 || c.rules[0] != e.rules[0] {
		c.set(nil, tell)
		c.rules = e.rules
	}
	c.set(e.counts, tell)
}

// set reports the differences from the counts before. In an ordered stage there are counts up to
// the rule that applies.
func (c *Changes) set(counts []int, tell func(rule, transitions int)) {
	for len(c.counts) < len(counts) {
		c.counts = append(c.counts, 0)
	}
	for i, n := range counts {
		if n != c.counts[i] {
			c.counts[i] = n
			tell(c.rules[i].index, n)
		}
	}
	for i := len(counts); i < len(c.counts); i++ {
		if c.counts[i] != 0 {
			tell(c.rules[i].index, 0)
		}
	}
	c.counts = c.counts[:len(counts)]
}
