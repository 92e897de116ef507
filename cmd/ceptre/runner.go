package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// runner holds the flags of the verbs that run a program.
type runner struct {
	starter
	seed   uint64
	steps  int
	choose string
	quiet  bool
	// proofSteps bounds each proof; 0 for the default.
	proofSteps int
	// printed takes what the program prints; nil for standard output.
	printed io.Writer
}

// flags enters the flags into a verb.
func (r *runner) flags(c *cobra.Command) {
	f := c.Flags()
	f.Uint64Var(&r.seed, "seed", 1, "where random choices start; the same seed gives the same run")
	f.IntVar(&r.steps, "steps", 0, fmt.Sprintf("how many steps the run may have (default: the bound of its #trace, or %d for _)", exec.DefaultSteps))
	r.starter.flags(c)
	f.StringVar(&r.choose, "choose", "", "who chooses each step: random, first, ask (you do), or a list of move numbers such as 3,1,2 (default: random, but ask in interactive stages)")
	f.IntVar(&r.proofSteps, "proof-steps", 0, fmt.Sprintf("how many steps the search for a proof may take (default %d)", exec.DefaultProofSteps))
	f.BoolVar(&r.quiet, "quiet", false, "print errors only")
}

// run runs the program as the flags say. With an error that is not about the
// flags, the trace holds what happened until then.
func (r *runner) run(c *cobra.Command, prog *lang.Program) (*trace.Trace, error) {
	in := newLines(c.InOrStdin())
	chooser, err := r.chooser(c, prog, in)
	if err != nil {
		return nil, err
	}
	if c.Flags().Changed("steps") && r.steps < 1 {
		return nil, cli.BadFlag(c, "--steps %d: give a positive number", r.steps)
	}
	start, err := r.start(c, prog)
	if err != nil {
		return nil, err
	}
	watched := r.watch(c, prog, chooser)
	t, err := exec.Run(c.Context(), prog, start, exec.Options{
		Chooser:   watched,
		Seed:      r.seed,
		Limits:    exec.Limits{Steps: r.steps, ProofSteps: r.proofSteps},
		Outside:   r.outside(c, prog, in),
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version},
	})
	watched.end(c.ErrOrStderr())
	if t == nil {
		return nil, place(prog, err)
	}
	if unasked := r.steps == 0 && start.Bound == 0; unasked && t.End.Why == trace.LimitHit && !r.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "%s: stopped after %d steps, as nothing bounds the run; --steps changes that\n", prog.Source.Name, exec.DefaultSteps)
	}
	return t, place(prog, err)
}

// outside ties the program to standard input and output. Where standard input
// holds the program, there are no lines.
func (r *runner) outside(c *cobra.Command, prog *lang.Program, in *lines) exec.Outside {
	console := &console.Console{Program: prog, Line: in.next, Out: r.printed, Say: c.ErrOrStderr()}
	if r.printed == nil {
		console.Out = c.OutOrStdout()
	}
	if cli.IsTerminal(c.InOrStdin()) {
		console.Prompt = "> "
	}
	if c.Flags().Arg(0) == cli.Stdio {
		console.Line = func(context.Context) (string, error) { return "", io.EOF }
	}
	return console.Outside()
}

// place says where an error comes from: a place in the program, or the list of
// choices. Others say so themselves.
func place(prog *lang.Program, err error) error {
	var inRule *exec.RunError
	var inTie *exec.UntiedError
	var inList *exec.ChoiceError
	switch {
	case errors.As(err, &inRule):
		return fmt.Errorf("%s:%s: %w", prog.Source.Name, inRule.Rule.Start, err)
	case errors.As(err, &inTie):
		return fmt.Errorf("%s:%s: %w", prog.Source.Name, inTie.Pred.HandlerSpan.Start, err)
	case errors.As(err, &inList):
		return fmt.Errorf("--choose: %w", err)
	}
	return err
}

// stopped turns the end of an interrupted run into an error.
func stopped(ctx context.Context) error {
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return nil
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
