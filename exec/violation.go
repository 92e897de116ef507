package exec

import (
	"cmp"
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// follow compiles the statements of the program. It comes after the rules, as the numbers of terms are given in order.
func (m *Machine) follow(prog *lang.Program) {
	m.monitor = statement.NewMonitor(prog.Statements, m.network, m.limits.proofs())
	if m.monitor == nil {
		return
	}
	for _, r := range m.byIndex {
		if r.simple == nil {
			continue
		}
		makes := func(x result) bool { return m.monitor.Watch(x.relation.table.Pred()) != nil }
		takes := func(p lang.Premise) bool {
			return p.Kind == lang.Consume && m.monitor.Watch(p.Atom.Pred) != nil
		}
		r.simple.watched = slices.ContainsFunc(r.results, makes) || slices.ContainsFunc(r.Premises, takes)
	}
}

// Violation returns a violation of the first statement of the program that the present state violates, nil if it
// violates none. The error says that a proof or a search came to no end, or is that of the context. From the first
// call on, the machine follows the statements.
func (m *Machine) Violation(ctx context.Context) (*statement.Violation, error) {
	if m.monitor == nil {
		return nil, nil
	}
	if !m.watching {
		for _, p := range m.program.Preds {
			if m.monitor.Watch(p) == nil {
				continue
			}
			for f := range m.network.Facts(p) {
				for id, permanent := range f.Resources() {
					m.tellCame(f, id, permanent)
				}
			}
		}
		m.watching = true
	}
	return m.monitor.Violation(ctx, m.stage, m.initials)
}

// Violated returns the violation of the present state as an error.
func (m *Machine) Violated(ctx context.Context) error {
	v, err := m.Violation(ctx)
	if v != nil {
		return v
	}
	return err
}

// tellCame tells the monitor of a resource that has come.
func (m *Machine) tellCame(f match.Fact, id trace.ResourceID, permanent bool) {
	if w := m.monitor.Watch(f.Pred()); w != nil {
		w.Put(f.Args(), id, permanent)
	}
}

// tellGone tells the monitor of a resource that is about to go.
func (m *Machine) tellGone(f match.Fact, id trace.ResourceID) {
	if w := m.monitor.Watch(f.Pred()); w != nil {
		w.Take(f.Args(), id, f.Permanent() == id)
	}
}

// initials returns the facts of some predicates in the present state, the oldest first.
func (m *Machine) initials(of []*lang.Pred) []lang.Initial {
	type aged struct {
		lang.Initial
		id trace.ResourceID
	}
	var all []aged
	for _, p := range of {
		for f := range m.network.Facts(p) {
			fact := lang.Fact{Pred: p, Args: m.network.Terms().Values(p, f.Args())}
			for id, permanent := range f.Resources() {
				all = append(all, aged{lang.Initial{Fact: fact, Permanent: permanent}, id})
			}
		}
	}
	slices.SortFunc(all, func(a, b aged) int { return cmp.Compare(a.id, b.id) })
	out := make([]lang.Initial, len(all))
	for i, f := range all {
		out[i] = f.Initial
	}
	return out
}
