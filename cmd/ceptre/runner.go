package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// runner holds the flags of the verbs that run a program.
type runner struct {
	seed   uint64
	steps  int
	trace  int
	choose string
	quiet  bool
}

// flags enters the flags into a verb.
func (r *runner) flags(c *cobra.Command) {
	f := c.Flags()
	f.Uint64Var(&r.seed, "seed", 1, "where random choices start; the same seed gives the same run")
	f.IntVar(&r.steps, "steps", 0, fmt.Sprintf("how many steps the run may have (default: the bound of its #trace, or %d for _)", exec.DefaultSteps))
	f.IntVar(&r.trace, "trace", 1, "which #trace of the program to run, counted from 1")
	f.StringVar(&r.choose, "choose", "random", "who chooses each step: random, first, or a list of move numbers such as 3,1,2")
	f.BoolVar(&r.quiet, "quiet", false, "print errors only")
}

// run runs the program as the flags say. With an error that is not about the
// flags, the trace holds what happened until then.
func (r *runner) run(c *cobra.Command, prog *lang.Program) (*trace.Trace, error) {
	chooser, err := r.chooser(c)
	if err != nil {
		return nil, err
	}
	if c.Flags().Changed("steps") && r.steps < 1 {
		return nil, cli.BadFlag(c, "--steps %d: give a positive number", r.steps)
	}
	start, err := r.start(prog)
	if err != nil {
		return nil, err
	}
	t, err := exec.Run(c.Context(), prog, start, exec.Options{
		Chooser:   chooser,
		Seed:      r.seed,
		Limits:    exec.Limits{Steps: r.steps},
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version},
	})
	if unasked := r.steps == 0 && start.Bound == 0; unasked && t.End.Why == trace.LimitHit && !r.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "%s: stopped after %d steps, as nothing bounds the run; --steps changes that\n", prog.Source.Name, exec.DefaultSteps)
	}
	return t, place(prog, err)
}

// place says where an error comes from: a rule of the program, or else the list
// of choices.
func place(prog *lang.Program, err error) error {
	var bad *exec.RunError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &bad):
		return fmt.Errorf("%s:%s: %w", prog.Source.Name, bad.Rule.Start, err)
	}
	return fmt.Errorf("--choose: %w", err)
}

func (r *runner) chooser(c *cobra.Command) (exec.Chooser, error) {
	switch r.choose {
	case "random":
		return exec.Random(r.seed), nil
	case "first":
		return exec.First(), nil
	}
	var numbers []int
	for _, word := range strings.Split(r.choose, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 1 {
			return nil, cli.BadFlag(c, "--choose %q: want random, first, or a list of numbers from 1 such as 3,1,2", r.choose)
		}
		numbers = append(numbers, n)
	}
	return exec.Script(numbers), nil
}

func (r *runner) start(prog *lang.Program) (*lang.Trace, error) {
	n := len(prog.Traces)
	switch {
	case n == 0:
		return nil, fmt.Errorf("%s: there is no #trace to run; add one: `#trace _ STAGE CONTEXT.`", prog.Source.Name)
	case r.trace < 1 || r.trace > n:
		return nil, fmt.Errorf("%s: there is no trace %d: the program has %s", prog.Source.Name, r.trace, plural(n, "#trace"))
	}
	return prog.Traces[r.trace-1], nil
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
