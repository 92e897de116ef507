package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/lang"
)

// Check returns nil if the certificate is right about the program of a text, run from the start that a function finds
// in it; else why it is refused, or why the context ended.
func (c *Certificate) Check(ctx context.Context, name string, text []byte,
	start func(*lang.Program) (*lang.Start, error), limits exec.Limits) error {
	prog, err := c.with(name, text)
	if err != nil {
		return err
	}
	from, err := start(prog)
	if err != nil {
		return err
	}
	if at := New(prog, from); at.Stage != c.Stage || !slices.Equal(at.Facts, c.Facts) {
		return errors.New("it is about another start")
	}
	checker := &checker{ctx, prog, from, limits}
	kept := slices.Clone(prog.Statements[len(prog.Statements)-len(c.Lemmas):])
	for _, claim := range c.Claims {
		i := slices.IndexFunc(prog.Statements, func(s *lang.Statement) bool { return s.String() == claim.Statement })
		if i < 0 {
			return fmt.Errorf("the program does not say %s", claim.Statement)
		}
		s := prog.Statements[i]
		switch {
		case claim.Verdict == "proved" && claim.By == "rules":
			kept = append(kept, s)
		case claim.Verdict == "proved" && claim.By == "states":
			err = checker.search(s, claim.States)
		case claim.Verdict == "refuted" && claim.By == "run":
			err = checker.replay(s, claim.Choices)
		default:
			err = errors.New("it is not known what the claim means")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", claim.Statement, err)
		}
	}
	return checker.induct(kept)
}

// checker checks claims about runs of a program from a start.
type checker struct {
	done   context.Context
	prog   *lang.Program
	start  *lang.Start
	limits exec.Limits
}

// violation returns how the state of a machine violates a statement.
func (c *checker) violation(m *exec.Machine, s *lang.Statement) (*statement.Violation, error) {
	var facts []lang.Initial
	for _, p := range c.prog.Preds {
		for _, r := range m.Context().Of(p) {
			facts = append(facts, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
		}
	}
	return statement.Check(c.done, s, m.Stage(), facts, prove.Limits{})
}

// search goes through all states, and returns an error if they are not so many, or one violates the statement.
func (c *checker) search(s *lang.Statement, states int) error {
	for _, r := range c.prog.Rules() {
		if slices.ContainsFunc(r.Premises, func(p lang.Premise) bool { return p.Kind == lang.Ask }) {
			return fmt.Errorf("%s asks a sensor, so that there may be other states", r.Label)
		}
	}
	m, _ := exec.NewMachine(c.prog, c.start, c.limits)
	seen := make(map[exec.Fingerprint]bool)
	var visit func() error
	visit = func() error {
		if seen[m.Fingerprint()] {
			return nil
		}
		if seen[m.Fingerprint()] = true; len(seen) > states {
			return fmt.Errorf("there are more than %d states", states)
		}
		if v, err := c.violation(m, s); err != nil || v != nil {
			return errors.Join(err, asError(v))
		}
		enabled, err := m.Enabled(c.done)
		if err != nil {
			return err
		}
		for _, move := range enabled.Moves() {
			here := m.Mark()
			if _, err := m.Fire(move.Transition); err != nil {
				return err
			}
			if err := visit(); err != nil {
				return err
			}
			m.Return(here)
		}
		return c.done.Err()
	}
	if err := visit(); err != nil {
		return err
	}
	if len(seen) != states {
		return fmt.Errorf("there are %d states, not %d", len(seen), states)
	}
	return nil
}

// asError returns a violation as an error, nil if there is none.
func asError(v *statement.Violation) error {
	if v == nil {
		return nil
	}
	return v
}

// replay returns an error if some moves do not lead to a state that violates the statement.
func (c *checker) replay(s *lang.Statement, choices []int) error {
	m, _ := exec.NewMachine(c.prog, c.start, c.limits)
	for i, n := range choices {
		enabled, err := m.Enabled(c.done)
		if err != nil {
			return err
		}
		moves := enabled.Moves()
		if n < 1 || n > len(moves) {
			return fmt.Errorf("step %d of the run is not possible", i+1)
		}
		if _, err := m.Fire(moves[n-1].Transition); err != nil {
			return err
		}
	}
	v, err := c.violation(m, s)
	if err == nil && v == nil {
		err = errors.New("the run does not violate it")
	}
	return err
}

// induct returns an error if some statements do not hold at the start, or do not keep each other.
func (c *checker) induct(all []*lang.Statement) error {
	m, _ := exec.NewMachine(c.prog, c.start, c.limits)
	for _, s := range all {
		v, err := c.violation(m, s)
		if err != nil || v != nil {
			return errors.Join(err, asError(v))
		}
	}
	k, err := newInduction(c.done, c.prog, c.start, all)
	if err != nil {
		return err
	}
	for _, s := range all {
		for _, r := range c.prog.Rules() {
			if err := k.keeps(s, r); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
	}
	return nil
}
