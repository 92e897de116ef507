package certify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// Check returns nil if the certificate is right about the program of a text, run from the start that a function finds
// in it; else why it is refused, or why the context ended.
func (c *Certificate) Check(ctx context.Context, name string, text []byte,
	start func(*lang.Program) (*lang.Start, error), limits exec.Limits) error {
	if sum := sha256.Sum256(text); c.Form != Form || c.Program != hex.EncodeToString(sum[:]) {
		return errors.New("it is not a certificate of this program")
	}
	for _, l := range c.Lemmas {
		if !isStatement(l) {
			return fmt.Errorf("%q is no statement", l)
		}
		text = append(slices.Clip(text), "\n"+l+"."...)
	}
	prog, errs := lang.Load(name, text)
	for _, e := range errs {
		if !e.Warning {
			return fmt.Errorf("its lemmas do not fit the program: %s", e.Msg)
		}
	}
	from, err := start(prog)
	if err != nil {
		return err
	}
	if at := New(prog, from); at.Stage != c.Stage || !slices.Equal(at.Facts, c.Facts) {
		return errors.New("it is about another start")
	}
	check := &checker{ctx, prog, from, limits}
	kept := slices.Clone(prog.Statements[len(prog.Statements)-len(c.Lemmas):])
	for _, claim := range c.Claims {
		i := slices.IndexFunc(prog.Statements, func(s *lang.Statement) bool { return s.String() == claim.Statement })
		if i < 0 {
			return fmt.Errorf("the program does not say %s", claim.Statement)
		}
		switch s := prog.Statements[i]; claim.Verdict + " " + claim.By {
		case "proved rules":
			kept = append(kept, s)
		case "proved states":
			err = check.search(s, claim.States)
		case "refuted run":
			err = check.replay(s, claim.Choices)
		default:
			err = errors.New("the claim has an unknown verdict or reason")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", claim.Statement, err)
		}
	}
	return check.induct(kept)
}

// isStatement reports whether a lemma, with its full stop, can only be read as one statement.
func isStatement(lemma string) bool {
	return !strings.ContainsAny(lemma, ".%{}\n\r") &&
		(strings.HasPrefix(lemma, "#invariant ") || strings.HasPrefix(lemma, "#never "))
}

// checker checks claims about runs of a program from a start.
type checker struct {
	done   context.Context
	prog   *lang.Program
	start  *lang.Start
	limits exec.Limits
}

// machine returns the program at its start, with some statements alone.
func (c *checker) machine(all ...*lang.Statement) *exec.Machine {
	prog := *c.prog
	prog.Statements = all
	m, _ := exec.NewMachine(&prog, c.start, c.limits)
	return m
}

// holds returns how the state of a machine violates its statements.
func (c *checker) holds(m *exec.Machine) error {
	v, err := m.Violation(c.done)
	if v != nil {
		return v
	}
	return err
}

// search goes through all states, and returns an error if they are not so many, or one violates the statement.
func (c *checker) search(s *lang.Statement, states int) error {
	for _, r := range c.prog.Rules() {
		if slices.ContainsFunc(r.Premises, func(p lang.Premise) bool { return p.Kind == lang.Ask }) {
			return fmt.Errorf("%s asks a sensor, so that there may be other states", r.Label)
		}
	}
	m, seen := c.machine(s), make(map[exec.Fingerprint]bool)
	var visit func() error
	visit = func() error {
		seen[m.Fingerprint()] = true
		enabled, err := m.Enabled(c.done)
		if err = errors.Join(err, c.holds(m)); err != nil {
			return err
		}
		for _, move := range enabled.Moves() {
			here := m.Mark()
			if _, err = m.Fire(move.Transition); err == nil && !seen[m.Fingerprint()] && len(seen) <= states {
				err = visit()
			}
			if m.Return(here); err != nil {
				return err
			}
		}
		return nil
	}
	if err := visit(); err != nil || len(seen) == states {
		return err
	}
	return fmt.Errorf("there are not %d states", states)
}

// replay returns an error if some moves do not lead to a state that violates the statement.
func (c *checker) replay(s *lang.Statement, choices []int) error {
	m := c.machine(s)
	for i, n := range choices {
		enabled, err := m.Enabled(c.done)
		if err != nil {
			return err
		}
		if moves := enabled.Moves(); n < 1 || n > len(moves) {
			return fmt.Errorf("step %d of the run is not possible", i+1)
		} else if _, err := m.Fire(moves[n-1].Transition); err != nil {
			return err
		}
	}
	if v, err := m.Violation(c.done); err != nil || v != nil {
		return err
	}
	return errors.New("the run does not violate it")
}

// induct returns an error if some statements do not hold at the start, or do not keep each other.
func (c *checker) induct(all []*lang.Statement) error {
	if err := c.holds(c.machine(all...)); err != nil {
		return err
	}
	k := newInduction(c.done, c.prog, c.start, all)
	for _, s := range all {
		for _, r := range c.prog.Rules() {
			if !k.keeps(s, r) {
				return fmt.Errorf("%s: %s may not keep it", s, r.Label)
			}
		}
	}
	return nil
}
