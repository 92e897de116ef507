package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/lang"
)

// Check returns nil if the certificate is right about a program, run from the start that a function finds in it; else
// why it is refused, or why the context ended.
func (c *Certificate) Check(ctx context.Context, prog *lang.Program, find func(*lang.Program) (*lang.Start, error),
	limits exec.Limits) error {
	if c.Form != Form || c.Program != prog.SHA256 {
		return errors.New("it is not a certificate of this program")
	}
	text := slices.Clone(prog.Source.Text)
	for _, l := range c.Lemmas {
		text = append(text, "\n"+l+"."...)
	}
	prog, errs := lang.Load(prog.Name, text)
	if prog == nil {
		return fmt.Errorf("its lemmas do not fit the program: %w", errs)
	}
	start, err := find(prog)
	if err != nil {
		return err
	}
	if at := New(prog, start); at.Stage != c.Stage || !slices.Equal(at.Facts, c.Facts) {
		return errors.New("it is about another start")
	}
	kept := slices.Clone(prog.Statements[max(0, len(prog.Statements)-len(c.Lemmas)):])
	if !slices.EqualFunc(kept, c.Lemmas, func(s *lang.Statement, l string) bool { return s.String() == l }) {
		return errors.New("its lemmas are not statements, each as it is printed") // they might be rules, too
	}
	for _, claim := range c.Claims {
		i := slices.IndexFunc(prog.Statements, func(s *lang.Statement) bool { return s.String() == claim.Statement })
		if i < 0 {
			return fmt.Errorf("the program does not say %s", claim.Statement)
		}
		one := *prog
		one.Statements = prog.Statements[i : i+1]
		switch claim.Verdict + " " + claim.By {
		case "proved rules":
			kept = append(kept, one.Statements...)
		case "proved states":
			m, _ := exec.NewMachine(&one, start, limits)
			found, whole, failed := m.EachState(ctx, claim.States, func() error { return m.Violated(ctx) })
			if err = failed; err == nil && (found != claim.States || !whole) {
				err = fmt.Errorf("there are not %d states, or a rule asks a sensor", claim.States)
			}
		case "refuted run":
			o := exec.Options{Chooser: exec.Script(claim.Choices), Host: exec.Silent(prog), Limits: limits}
			o.Limits.Steps = len(claim.Choices) + 1
			_, failed := exec.Run(ctx, &one, start, o)
			if _, violated := errors.AsType[*statement.Violation](failed); !violated {
				err = errors.New("its moves do not lead to a state that violates it")
			}
		default:
			err = errors.New("the claim has an unknown verdict or reason")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", claim.Statement, err)
		}
	}
	prog.Statements = kept
	return induct(ctx, prog, start, limits)
}

// induct returns an error if the statements do not hold at the start, or do not keep each other.
func induct(ctx context.Context, prog *lang.Program, start *lang.Start, limits exec.Limits) error {
	m, _ := exec.NewMachine(prog, start, limits)
	if err := m.Violated(ctx); err != nil {
		return err
	}
	k := newInduction(ctx, prog, start, prog.Statements)
	for _, s := range prog.Statements {
		for _, r := range prog.Rules() {
			if !k.keeps(s, r) {
				return fmt.Errorf("%s: %s may not keep it", s, r.Label)
			}
		}
	}
	return nil
}
