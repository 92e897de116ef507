package exec

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// matcher finds the transitions of one rule in one state.
type matcher struct {
	*Machine
	term.Bindings                 // of the variables of the plan
	done          context.Context // ends the search early
	rule          *rule
	plan          []lang.Premise
	steps         int
	uses          []*Resource
	proves        []lang.Fact
	proofs        []prove.Proof // of these, if they read the state
	found         func(*matcher) error
}

// match calls found for each transition of a rule; the matcher then holds its values, resources and
// proofs. An error of found ends the search.
func (m *Machine) match(ctx context.Context, r *rule, found func(*matcher) error) error {
	lacking := func(n need) bool { // a permanent resource serves any number of premises
		there := m.context.Of(n.pred)
		return len(there) < n.count && !slices.ContainsFunc(there, func(r *Resource) bool { return r.Permanent })
	}
	if slices.ContainsFunc(r.plan().needs, lacking) {
		return nil
	}
	m.network.Commit(ctx)
	search := newMatcher(ctx, m, r)
	search.found = found
	return search.meet(0)
}

func newMatcher(ctx context.Context, m *Machine, r *rule) *matcher {
	return &matcher{
		Machine:  m,
		done:     ctx,
		rule:     r,
		plan:     r.plan().premises,
		Bindings: term.NewBindings(r.plan().vars),
	}
}

// transition returns the transition that has been found.
func (m *matcher) transition() Transition {
	return Transition{
		Rule:   m.rule.Rule,
		Link:   m.rule.link,
		Args:   slices.Clone(m.Args[:len(m.rule.Vars)]),
		Uses:   slices.Clone(m.uses),
		Proves: slices.Clone(m.proves),
		Reads:  m.readBy(m.proofs),
	}
}

// readBy returns the resources that proofs read, each once, in the order of the proofs.
func (m *Machine) readBy(proofs []prove.Proof) []*Resource {
	var out []*Resource
	seen := make(map[trace.ResourceID]bool)
	for _, p := range proofs {
		p.EachFact(func(pred *lang.Pred, id trace.ResourceID) {
			if !seen[id] {
				seen[id] = true
				out = append(out, m.context.Find(pred, id))
			}
		})
	}
	return out
}

// often is the number of steps between two checks of the context.
const often = 1 << 12

// spend counts resources tried and steps of proofs.
func (m *matcher) spend(steps int) error {
	m.steps += steps
	if m.steps > m.limits.MatchSteps {
		return &RunError{Rule: m.rule.Rule, Err: &StepsError{Steps: m.limits.MatchSteps}}
	}
	if m.steps%often == 0 {
		return m.done.Err()
	}
	return nil
}

// meet meets the premises of the plan from the i-th on, in every way.
func (m *matcher) meet(i int) error {
	if i == len(m.plan) {
		return m.found(m)
	}
	p := m.plan[i]
	switch p.Kind {
	case lang.Compare:
		return m.compare(i, p)
	case lang.Prove:
		return m.prove(i, p)
	case lang.Ask:
		return m.ask(i, p)
	}
	for _, r := range m.candidates(p.Atom) {
		if err := m.spend(1); err != nil {
			return err
		}
		if !m.may(p, r) {
			continue
		}
		if err := m.meetWith(i, p, r); err != nil {
			return err
		}
	}
	return nil
}

// candidates returns the resources that agree with an atom in all arguments that are
// known, oldest first.
func (m *matcher) candidates(a lang.Atom) []*Resource {
	columns, key := m.known(a)
	if len(columns) == 0 {
		return m.context.Of(a.Pred)
	}
	var out []*Resource
	for f := range m.network.Agreeing(a.Pred, columns, key) {
		for id := range f.Resources() {
			out = append(out, m.context.Find(a.Pred, id))
		}
	}
	sortByAge(out)
	return out
}

// known returns which arguments of an atom are known, and their values.
func (m *matcher) known(a lang.Atom) (columns []int, key []trace.Sym) {
	for i, t := range a.Args {
		if !term.Known(t, m.Bound) {
			continue
		}
		if v, err := term.Evaluate(t, m.Args); err == nil {
			columns, key = append(columns, i), append(key, m.network.Terms().Intern(v))
		}
	}
	return columns, key
}

// may reports whether a resource may meet a premise, whatever its arguments.
func (m *matcher) may(p lang.Premise, r *Resource) bool {
	if r.Permanent {
		return true
	}
	return p.Kind != lang.Permanent && !slices.Contains(m.uses, r)
}

// meetWith meets the i-th premise with a resource, if its arguments fit.
func (m *matcher) meetWith(i int, p lang.Premise, r *Resource) error {
	defer m.Undo(len(m.Trail))
	if !m.FitAll(p.Atom.Args, r.Fact.Args) {
		return nil
	}
	m.uses = append(m.uses, r)
	err := m.meet(i + 1)
	m.uses = m.uses[:len(m.uses)-1]
	return err
}

// prove meets the i-th premise with every answer to it.
func (m *matcher) prove(i int, p lang.Premise) error {
	answers, steps, err := m.proofTable.Answers(m.done, p.Atom, m.Args, m.Bound, m.limits.proofs())
	switch {
	case m.done.Err() != nil:
		return m.done.Err()
	case err != nil:
		return &RunError{Rule: m.rule.Rule, Err: err}
	}
	if err := m.spend(steps + 1); err != nil {
		return err
	}
	for at, fact := range answers.Facts {
		var because prove.Proof
		if answers.Proofs != nil {
			because = answers.Proofs[at]
		}
		if err := m.meetAnswer(i, p, fact, because); err != nil {
			return err
		}
	}
	return nil
}

// ask meets the i-th premise with each answer of a sensor.
func (m *matcher) ask(i int, p lang.Premise) error {
	answers, err := m.senses.sense(m.done, p.Atom.Pred)
	switch {
	case m.done.Err() != nil:
		return m.done.Err()
	case err != nil:
		return &RunError{Rule: m.rule.Rule, Err: err}
	}
	if err := m.spend(len(answers) + 1); err != nil {
		return err
	}
	for _, fact := range answers {
		if err := m.meetAnswer(i, p, fact, nil); err != nil {
			return err
		}
	}
	return nil
}

// meetAnswer meets the i-th premise with a fact, if that fits.
func (m *matcher) meetAnswer(i int, p lang.Premise, answer lang.Fact, because prove.Proof) error {
	defer m.Undo(len(m.Trail))
	for k, t := range p.Atom.Args {
		if !m.Fit(t, answer.Args[k]) {
			return nil
		}
	}
	m.proves, m.proofs = append(m.proves, answer), append(m.proofs, because)
	err := m.meet(i + 1)
	m.proves, m.proofs = m.proves[:len(m.proves)-1], m.proofs[:len(m.proofs)-1]
	return err
}

// compare continues the search if a comparison holds. The plan ensures that its right side is
// known, and that the left side is known of all but `==`.
func (m *matcher) compare(i int, p lang.Premise) error {
	y, err := term.Evaluate(p.Y, m.Args)
	if err != nil {
		return m.noValue(err)
	}
	if p.Op == lang.Same && term.IsPattern(p.X) {
		defer m.Undo(len(m.Trail))
		if !m.Fit(p.X, y) {
			return nil
		}
		return m.meet(i + 1)
	}
	x, err := term.Evaluate(p.X, m.Args)
	if err != nil {
		return m.noValue(err)
	}
	if !term.Holds(p.Op, x, y) {
		return nil
	}
	return m.meet(i + 1)
}

// noValue tells an instance that fails, which is no error, from a calculation
// that must not go on.
func (m *matcher) noValue(err error) error {
	if errors.Is(err, term.ErrNoNumber) {
		return nil
	}
	return &RunError{Rule: m.rule.Rule, Err: err}
}
