package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/spf13/cobra"
)

// bounds holds the flags that bound a run.
type bounds struct {
	steps  int
	time   time.Duration
	memory limit.Size
	// proofSteps bounds each proof, and matchSteps each search for transitions; 0 for the default.
	proofSteps, matchSteps int
}

// flags enters the flags into a verb.
func (b *bounds) flags(c *cobra.Command) {
	b.timeless(c)
	c.Flags().DurationVar(&b.time, "time", 0,
		"how long the run may take, such as 10s or 5m (default: as long as it takes)")
}

// timeless enters the flags but that of time, of which players take as much as they like.
func (b *bounds) timeless(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&b.steps, "steps", 0,
		fmt.Sprintf("how many steps the run may have (default: the bound of its #trace, or %d for _)", exec.DefaultSteps))
	f.Var(&b.memory, "memory",
		"how much memory the command may take while it runs the program, such as 500MB or 2GiB (default: what there is)")
	b.searches(c)
}

// searches enters the flags that bound searches within a step.
func (b *bounds) searches(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&b.proofSteps, "proof-steps", 0,
		fmt.Sprintf("how many steps the search for a proof may take (default %d)", exec.DefaultProofSteps))
	f.IntVar(&b.matchSteps, "match-steps", 0,
		fmt.Sprintf("how many steps the search for the transitions of a rule may take (default %d)", exec.DefaultMatchSteps))
}

// limits returns what the flags allow a run.
func (b *bounds) limits(c *cobra.Command) (exec.Limits, error) {
	switch f := c.Flags(); {
	case f.Changed("steps") && b.steps < 1:
		return exec.Limits{}, cli.BadFlag(c, "--steps %d: give a positive number", b.steps)
	case f.Changed("time") && b.time <= 0:
		return exec.Limits{}, cli.BadFlag(c, "--time %v: give a positive time", b.time)
	}
	l, err := b.searchLimits(c)
	l.Steps, l.Time, l.Memory = b.steps, b.time, int(b.memory)
	return l, err
}

// searchLimits returns what the flags allow searches within a step.
func (b *bounds) searchLimits(c *cobra.Command) (exec.Limits, error) {
	switch f := c.Flags(); {
	case f.Changed("proof-steps") && b.proofSteps < 1:
		return exec.Limits{}, cli.BadFlag(c, "--proof-steps %d: give a positive number", b.proofSteps)
	case f.Changed("match-steps") && b.matchSteps < 1:
		return exec.Limits{}, cli.BadFlag(c, "--match-steps %d: give a positive number", b.matchSteps)
	}
	return exec.Limits{ProofSteps: b.proofSteps, MatchSteps: b.matchSteps}, nil
}

// allowingMore adds to an error of a verb that has these flags which of them allows more.
func allowingMore(err error) error {
	if endless, ok := errors.AsType[*prove.EndlessError](err); ok && endless.Depth == 0 {
		return fmt.Errorf("%w; --proof-steps allows more", err)
	}
	if _, ok := errors.AsType[*exec.StepsError](err); ok {
		return fmt.Errorf("%w; --match-steps allows more", err)
	}
	return err
}

// within returns a context that ends when a run has used up its time or memory, and a function to
// call after the run.
func (b *bounds) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return limit.Context(ctx, b.time, b.memory)
}

// confine bounds the whole work of the verb, including the time that it waits for a player, until
// stop is called.
func (b *bounds) confine(c *cobra.Command) (stop func()) {
	outer := c.Context()
	ctx, free := b.within(outer)
	c.SetContext(ctx)
	uncollected := limit.Collect(b.memory)
	return func() {
		c.SetContext(outer)
		free()
		uncollected()
	}
}
