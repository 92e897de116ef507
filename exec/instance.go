package exec

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Claim is a transition as records describe it: complete except for the assignment of resources to
// premises.
type Claim struct {
	Rule *lang.Rule
	Args []lang.Value // of Rule.Vars, of their types
	// Consumes and Reads are resources of the state, in any order. The stage token, which is not a
	// resource of the context, is left out.
	Consumes, Reads []*Resource
	// AnyProof says that proofs may read the whole state. Without it they read resources of the
	// claim only; with it, Reads need not name those that proofs read.
	AnyProof bool
}

// Instance returns the transition of a claim, if it fits the state: the stage is that of the rule,
// each premise is met, on the state by a resource of the claim, and each resource of the claim
// meets one. It lists no transitions, so it takes no longer in a state where there are many; and it
// does not check whether others come first, as [Machine.Before] does.
//
// Of several ways to share equal resources out among equal premises, which do the same, it takes
// one. The error is a [Misfit] if the claim does not fit.
//
// With all arguments known an atom of a rule is a fact, so a premise can only be met by a resource
// of that fact. If it takes a linear one if there is one left, and the permanent one otherwise, no
// other sharing leaves fewer resources over.
func (m *Machine) Instance(ctx context.Context, c Claim) (Transition, error) {
	if c.Rule.Stage != m.stage {
		return Transition{}, &Misfit{Claim: c, Why: OtherStage}
	}
	k := &claimed{Claim: c, machine: m, done: ctx}
	if err := k.check(); err != nil {
		return Transition{}, err
	}
	return Transition{Rule: c.Rule, Link: c.Rule.Link(), Args: c.Args, Uses: k.uses, Proves: k.proves, Reads: k.reads}, nil
}

// Claimed returns the choice of the transition of a claim, as [Machine.Instance] finds it.
func (e *Enabled) Claimed(c Claim, by trace.Chosen) (Choice, error) {
	t, err := e.machine.Instance(e.done, c)
	return Choice{By: by, move: &t}, err
}

// Before returns a transition that keeps those of a rule from being enabled, and false if there is
// none: for a link one of any rule of the stage, and in an ordered stage one of a rule written
// before. The error is that of [Machine.Enabled].
func (m *Machine) Before(ctx context.Context, rule *lang.Rule) (Transition, bool, error) {
	if m.stage == nil || rule.Link() == nil && !m.stage.Ordered {
		return Transition{}, false, nil
	}
	for _, r := range m.stage.Rules {
		if r == rule {
			break
		}
		if t, ok, err := m.first(ctx, r); ok || err != nil {
			return t, ok, err
		}
	}
	return Transition{}, false, nil
}

// first returns the first transition of a rule, and false where it has none.
func (m *Machine) first(ctx context.Context, rule *lang.Rule) (t Transition, ok bool, err error) {
	r := m.rules[rule]
	if r.matches != nil {
		m.network.Commit(ctx)
		e := Enabled{machine: m, done: ctx}
		if n, err := e.weigh(r); n == 0 || err != nil {
			return t, false, err
		}
		return m.at(r, 0), true, nil
	}
	err = m.match(ctx, r, func(found *matcher) error {
		t, ok = found.transition(), true
		return errEnough
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return t, ok, err
}

// claimed is a claim that is being checked against a state.
type claimed struct {
	Claim
	machine *Machine
	done    context.Context
	uses    []*Resource // in the order of the premises on the state
	proves  []lang.Fact
	reads   []*Resource // that proofs read
	unmet   *Misfit     // the first premise on the state that is not met
}

// check checks the claim against the rule. All premises on the state are tried before an unmet one
// is reported, so that the remaining resources are known.
func (k *claimed) check() error {
	if err := k.each(lang.PremiseKind.OnState, k.take); err != nil {
		return err
	}
	if k.unmet != nil {
		k.unmet.Uses = k.uses
		return k.unmet
	}
	if err := k.nothingLeft(); err != nil {
		return err
	}
	comparison := func(kind lang.PremiseKind) bool { return kind == lang.Compare }
	if err := k.each(comparison, k.compare); err != nil {
		return err
	}
	if err := k.results(); err != nil {
		return err
	}
	answered := func(kind lang.PremiseKind) bool { return kind == lang.Prove || kind == lang.Ask }
	return k.each(answered, k.outside)
}

// each calls f with the premises of some kinds, in the order written, up to an
// error.
func (k *claimed) each(kinds func(lang.PremiseKind) bool, f func(*lang.Premise) error) error {
	for i := range k.Rule.Premises {
		p := &k.Rule.Premises[i]
		if !kinds(p.Kind) {
			continue
		}
		if err := f(p); err != nil {
			return err
		}
	}
	return nil
}

// compare refuses a comparison that does not hold.
func (k *claimed) compare(p *lang.Premise) error {
	sides, err := term.EvaluateAll([]lang.Term{p.X, p.Y}, k.Args)
	if err == nil && term.Holds(p.Op, sides[0], sides[1]) {
		return nil
	}
	return k.misfit(Misfit{Why: NotSo, Premise: p, Sides: sides}, err)
}

// take meets a premise with the first resource of the claim that does.
func (k *claimed) take(p *lang.Premise) error {
	f, err := k.fact(p)
	if err != nil {
		return err
	}
	if r := k.resource(p.Kind, f); r != nil {
		k.uses = append(k.uses, r)
	} else if k.unmet == nil {
		k.unmet = &Misfit{Claim: k.Claim, Why: NotMet, Premise: p, Fact: f}
	}
	return nil
}

// resource returns the first resource of the claim that meets a premise: a linear
// one that no other takes, where the premise may take one, or else a permanent
// one.
func (k *claimed) resource(kind lang.PremiseKind, f lang.Fact) *Resource {
	fits := func(r *Resource) bool { return !r.Permanent && r.Fact.Equal(f) && !slices.Contains(k.uses, r) }
	var linear []*Resource
	switch kind {
	case lang.Consume:
		linear = k.Consumes
	case lang.Keep:
		linear = k.Reads
	}
	if i := slices.IndexFunc(linear, fits); i >= 0 {
		return linear[i]
	}
	i := slices.IndexFunc(k.Reads, func(r *Resource) bool { return r.Permanent && r.Fact.Equal(f) })
	if i < 0 {
		return nil
	}
	return k.Reads[i]
}

// outside returns an error for a premise that cannot be proved, or that no sensor answers.
func (k *claimed) outside(p *lang.Premise) error {
	f, err := k.fact(p)
	if err != nil {
		return err
	}
	answers, err := k.answers(p.Kind, f)
	switch {
	case k.done.Err() != nil:
		return k.done.Err()
	case err != nil:
		return &RunError{Rule: k.Rule, Err: err}
	case !slices.ContainsFunc(answers, f.Equal):
		return &Misfit{Claim: k.Claim, Why: NotMet, Premise: p, Fact: f}
	}
	k.proves = append(k.proves, f)
	return nil
}

// answers returns the facts that follow from clauses, or that sensors answer, and that may equal a
// fact.
func (k *claimed) answers(kind lang.PremiseKind, f lang.Fact) ([]lang.Fact, error) {
	m := k.machine
	if kind == lang.Ask {
		return m.senses.sense(k.done, f.Pred)
	}
	atom := lang.Atom{Pred: f.Pred, Args: make([]lang.Term, len(f.Args))}
	known := make([]bool, len(f.Args))
	for i := range f.Args {
		atom.Args[i], known[i] = lang.Variable(i), true
	}
	if len(f.Pred.Reads()) == 0 {
		found, _, err := m.proofTable.Answers(k.done, atom, f.Args, known, m.limits.proofs())
		return found.Facts, err
	}
	var from prove.Source
	if k.AnyProof {
		m.network.Commit(k.done)
		from = m.proofTable.State
	} else {
		var claimed prove.Resources
		for _, r := range slices.Concat(k.Consumes, k.Reads) {
			claimed = append(claimed, prove.Resource{ID: r.ID, Fact: r.Fact, Permanent: r.Permanent})
		}
		from = claimed
	}
	found, err := m.proofTable.Prove(k.done, atom, f.Args, known, m.limits.proofs(), from)
	if k.AnyProof {
		k.reads = append(k.reads, m.readBy(found.Proofs)...)
	}
	return found.Facts, err
}

// fact returns the fact that a premise asks for.
func (k *claimed) fact(p *lang.Premise) (lang.Fact, error) {
	args, err := term.EvaluateAll(p.Atom.Args, k.Args)
	if err != nil {
		return lang.Fact{}, k.misfit(Misfit{Why: NoNumber, Premise: p}, err)
	}
	return lang.Fact{Pred: p.Atom.Pred, Args: args}, nil
}

// results refuses an instance whose right side has no value.
func (k *claimed) results() error {
	for _, r := range k.Rule.Results {
		if _, err := term.EvaluateAll(r.Atom.Args, k.Args); err != nil {
			return k.misfit(Misfit{Why: NoNumber}, err)
		}
	}
	for _, a := range k.Rule.Actions {
		if _, err := term.EvaluateAll(a.Args, k.Args); err != nil {
			return k.misfit(Misfit{Why: NoNumber}, err)
		}
	}
	return nil
}

// nothingLeft returns an error for a claim with resources that no premise takes, or takes in
// another way. Resources that are read may be there for proofs alone.
func (k *claimed) nothingLeft() error {
	consumes, reads := Transition{Rule: k.Rule, Uses: k.uses}.Takes()
	for _, r := range k.Reads {
		if !slices.Contains(reads, r) && slices.Contains(k.Rule.Reads(), r.Fact.Pred) {
			k.reads = append(k.reads, r)
		}
	}
	reads = append(reads, k.reads...)
	for _, side := range [][2][]*Resource{{k.Consumes, consumes}, {k.Reads, reads}} {
		for i, r := range side[0] {
			if !slices.Contains(side[1], r) || slices.Contains(side[0][:i], r) {
				return &Misfit{Claim: k.Claim, Why: LeftOver, Resource: r, Uses: k.uses}
			}
		}
	}
	return nil
}

// misfit returns a misfit, or the error of a calculation that must not go on.
func (k *claimed) misfit(what Misfit, err error) error {
	if err != nil && !errors.Is(err, term.ErrNoNumber) {
		return &RunError{Rule: k.Rule, Err: err}
	}
	if err != nil {
		what.Why = NoNumber
	}
	what.Claim = k.Claim
	return &what
}

// Misfit is the reason why a [Claim] is not a transition of the state.
type Misfit struct {
	Claim
	Why Misfitting
	// Premise is the first one that is not met; nil if that is not the reason.
	Premise *lang.Premise
	// Fact is what the premise asks for, where Why is NotMet.
	Fact lang.Fact
	// Sides are the values that are compared, where Why is NotSo.
	Sides []lang.Value
	// Resource is the first one that no premise takes, where Why is LeftOver.
	Resource *Resource
	// Uses are the resources of the claim that meet some premise.
	Uses []*Resource
}

// Misfitting is a way in which a claim does not fit.
type Misfitting int

// The ways in which a claim does not fit.
const (
	OtherStage Misfitting = iota + 1 // the rule is one of another stage
	NotMet                           // no resource meets a premise, no proof or no answer
	NotSo                            // a comparison does not hold
	NoNumber                         // a calculation has no result
	LeftOver                         // no premise takes a resource
)

// Error describes the reason. It names resources by their facts, for their ids are those of the
// machine.
func (e *Misfit) Error() string {
	switch e.Why {
	case OtherStage:
		return fmt.Sprintf("the rule %s belongs to stage %s, which the run is not in", e.Rule.Label, e.Rule.Stage.Name)
	case NotMet:
		return e.notMet()
	case NotSo:
		return fmt.Sprintf("%s %s %s does not hold", e.Sides[0], e.Premise.Op, e.Sides[1])
	case NoNumber:
		return "the calculation of the rule has no result: it goes below zero or divides by zero"
	}
	return fmt.Sprintf("no premise of the rule %s takes %s", e.Rule.Label, e.Resource)
}

func (e *Misfit) notMet() string {
	switch e.Premise.Kind {
	case lang.Consume:
		return fmt.Sprintf("the rule %s uses up %s, but the step does not give it", e.Rule.Label, e.Fact)
	case lang.Keep:
		return fmt.Sprintf("the rule %s reads %s, but the step does not give it", e.Rule.Label, e.Fact)
	case lang.Permanent:
		return fmt.Sprintf("the rule %s needs %s to hold permanently, but the step does not give it", e.Rule.Label, e.Fact)
	case lang.Prove:
		return fmt.Sprintf("%s cannot be proved", e.Fact)
	}
	return fmt.Sprintf("no sensor answers %s", e.Fact)
}
