package statement

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Monitor follows a state as its facts come and go, and knows at each moment which statements it violates. A
// change costs as much as the statements that ask for the fact, whatever the size of the state:
//
//   - The counts of an invariant are kept by the values of its free variables ([sums]).
//   - The premises of a `#never` are the left side of a rule that keeps all that it needs. A network beside that of
//     the run keeps its matches up to date, with the facts of the predicates of such statements alone. In the run's own
//     network they would share matches with its rules, and so change which transition is drawn: a statement must not
//     change the run that it is about.
//
// Both are kept in all stages, so that a statement about one stage is known at once when the run enters it. Two kinds
// of statements are checked by [Check] after each change of a fact that they ask for: invariants with a count that
// has some free variables and lacks others, and `#never` with proofs that read the state.
type Monitor struct {
	statements []*followed
	network    *match.Network // of the `#never`; nil if there are none to be matched
	proofs     *prove.Table
	limits     prove.Limits
	watches    map[*lang.Pred]*Watch
}

// followed is a statement that is followed.
type followed struct {
	*lang.Statement
	preds []*lang.Pred   // of which facts matter
	sums  *sums          // of an invariant, or nil
	match *match.Matches // of a `#never`, or nil
	// changed says that facts have changed since the statement was checked, and violation that it was violated then.
	changed   bool
	violation bool
}

// Watch takes down the facts of a predicate for the statements that ask for it.
type Watch struct {
	counts  []*counter
	table   *match.Table // in the network of the monitor; nil if no statement there asks
	network *match.Network
	others  []*followed // statements that a change of facts makes changed
}

// NewMonitor returns a monitor of a state without facts, nil without statements. It uses the terms of the network of
// the run.
func NewMonitor(statements []*lang.Statement, run *match.Network, limits prove.Limits) *Monitor {
	if len(statements) == 0 {
		return nil
	}
	m := &Monitor{proofs: prove.NewTable(), limits: limits, watches: make(map[*lang.Pred]*Watch)}
	for _, s := range statements {
		f := &followed{Statement: s, changed: true}
		if s.Kind == lang.Never {
			m.followNever(f, run)
		} else {
			m.followInvariant(f, run.Terms())
		}
		m.statements = append(m.statements, f)
	}
	return m
}

// followInvariant has an invariant followed.
func (m *Monitor) followInvariant(f *followed, terms *match.Terms) {
	counts, full := newSums(f.Statement, terms)
	for i := range f.Sum {
		p := f.Sum[i].Pattern.Pred
		f.asks(p)
		if full {
			w := m.watch(p)
			w.counts = append(w.counts, counts.counts[i])
		}
	}
	if full {
		f.sums = counts
		return
	}
	m.followSlowly(f)
}

// followNever has a `#never` followed.
func (m *Monitor) followNever(f *followed, run *match.Network) {
	for _, p := range f.Premises {
		switch {
		case p.Kind.OnState():
			f.asks(p.Atom.Pred)
		case p.Kind == lang.Prove:
			f.asks(p.Atom.Pred.Reads()...)
		}
		run.Terms().Learn(p.Atom.Args...)
		if p.Kind == lang.Compare {
			run.Terms().Learn(p.X, p.Y)
		}
	}
	left, ok := match.Left(plan(f.Statement))
	if !ok {
		m.followSlowly(f)
		return
	}
	if m.network == nil {
		m.network = run.Beside(m.prove)
	}
	f.match = m.network.Matches(left)
	for _, p := range f.preds {
		w := m.watch(p)
		w.table, w.network = m.network.Table(p), m.network
		w.others = append(w.others, f)
	}
}

// followSlowly has a statement checked whenever a fact that matters changes.
func (m *Monitor) followSlowly(f *followed) {
	for _, p := range f.preds {
		w := m.watch(p)
		w.others = append(w.others, f)
	}
}

// asks enters predicates of which facts matter, each once.
func (f *followed) asks(preds ...*lang.Pred) {
	for _, p := range preds {
		if !slices.Contains(f.preds, p) {
			f.preds = append(f.preds, p)
		}
	}
}

// watch returns the watch of a predicate, which is made if there is none.
func (m *Monitor) watch(p *lang.Pred) *Watch {
	w := m.watches[p]
	if w == nil {
		w = new(Watch)
		m.watches[p] = w
	}
	return w
}

// prove answers premises that clauses prove. The answers do not depend on the state.
func (m *Monitor) prove(ctx context.Context, a lang.Atom, args []lang.Value, known []bool) ([]lang.Fact, int, error) {
	found, steps, err := m.proofs.Answers(ctx, a, args, known, m.limits)
	return found.Facts, steps, err
}

// Watch returns the watch of a predicate, nil if no statement asks for its facts.
func (m *Monitor) Watch(p *lang.Pred) *Watch { return m.watches[p] }

// Reset forgets all facts.
func (m *Monitor) Reset() {
	if m.network != nil {
		m.network.Reset()
	}
	m.proofs.Next()
	for _, f := range m.statements {
		f.changed, f.violation = true, false
		if f.sums != nil {
			f.sums.reset()
		}
	}
}

// Put takes down a resource that has come. It must not be a second permanent one of its fact.
func (w *Watch) Put(args []trace.Sym, id trace.ResourceID, permanent bool) {
	if w.table != nil {
		w.network.Put(w.table, args, id, permanent)
	}
	w.change(args, permanent, true)
}

// Take takes down a resource that has gone.
func (w *Watch) Take(args []trace.Sym, id trace.ResourceID, permanent bool) {
	if w.table != nil {
		f, _ := w.network.Find(w.table, args)
		w.network.Take(f, id)
	}
	w.change(args, permanent, false)
}

func (w *Watch) change(args []trace.Sym, permanent, came bool) {
	for _, c := range w.counts {
		c.change(args, permanent, came)
	}
	for _, f := range w.others {
		f.changed = true
	}
}

// Facts returns the facts of some predicates in the state that is followed, the oldest first.
type Facts func([]*lang.Pred) []lang.Initial

// Violation returns a violation of the first statement that the state in a stage violates, nil if it violates none.
// The error is a [Failure], or that of the context.
func (m *Monitor) Violation(ctx context.Context, stage *lang.Stage, facts Facts) (*Violation, error) {
	if m.network != nil {
		m.network.Commit(ctx)
	}
	for _, f := range m.statements {
		if f.Stage != nil && f.Stage != stage {
			continue
		}
		violated, err := m.violates(ctx, f, facts)
		if err != nil {
			return nil, err
		}
		if violated {
			return Check(ctx, f.Statement, stage, facts(f.preds), m.limits)
		}
	}
	return nil, nil
}

// violates reports whether the state violates a statement, in any stage.
func (m *Monitor) violates(ctx context.Context, f *followed, facts Facts) (bool, error) {
	switch {
	case f.sums != nil:
		return f.sums.violated(), nil
	case !f.changed:
		return f.violation, nil
	case f.match != nil:
		n, err := f.match.Weight(ctx)
		switch {
		case err == nil || errors.Is(err, match.ErrMany):
			f.match.Keep()
			f.changed, f.violation = false, n > 0 || err != nil
			return f.violation, nil
		case ctx.Err() != nil:
			return false, ctx.Err()
		case !errors.Is(err, match.ErrDense):
			return false, &Failure{f.Statement, err}
		}
		f.match.Forget() // from now on, the statement is checked
		f.match = nil
	}
	v, err := Check(ctx, f.Statement, f.Stage, facts(f.preds), m.limits)
	if err == nil {
		f.changed, f.violation = false, v != nil
	}
	return v != nil, err
}
