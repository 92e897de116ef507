package flags

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// Bounds holds the flags that bound a run.
type Bounds struct {
	Steps  int
	Time   time.Duration
	Memory limit.Size
	// ProofSteps bounds each proof, and MatchSteps each search for transitions; 0 for the default.
	ProofSteps, MatchSteps int
}

// Flags enters the flags into a verb.
func (b *Bounds) Flags(c *cobra.Command) {
	b.Timeless(c)
	c.Flags().DurationVar(&b.Time, "time", 0,
		"end the run after this `DURATION`, such as 10s or 5m (default: no limit)")
}

// Timeless enters the flags but that of time, of which players take as much as they like.
func (b *Bounds) Timeless(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&b.Steps, "steps", 0,
		fmt.Sprintf("end the run after `N` steps (default: the bound of its #trace, or %d for _)", exec.DefaultSteps))
	f.Var(&b.Memory, "memory",
		"end the run when it takes this much memory: a `SIZE` such as 500MB or 2GiB (default: no limit)")
	b.Searches(c)
}

// Searches enters the flags that bound searches within a step.
func (b *Bounds) Searches(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&b.ProofSteps, "proof-steps", 0,
		fmt.Sprintf("give up a proof after `N` steps of the search (default %d)", exec.DefaultProofSteps))
	f.IntVar(&b.MatchSteps, "match-steps", 0,
		fmt.Sprintf("give up matching a rule after `N` steps of the search (default %d)", exec.DefaultMatchSteps))
}

// Limits returns what the flags allow a run.
func (b *Bounds) Limits(c *cobra.Command) (exec.Limits, error) {
	switch f := c.Flags(); {
	case f.Changed("steps") && b.Steps < 1:
		return exec.Limits{}, cli.BadFlag(c, "--steps %d: give a positive number", b.Steps)
	case f.Changed("time") && b.Time <= 0:
		return exec.Limits{}, cli.BadFlag(c, "--time %v: give a positive time", b.Time)
	}
	l, err := b.SearchLimits(c)
	l.Steps, l.Time, l.Memory = b.Steps, b.Time, int(b.Memory)
	return l, err
}

// SearchLimits returns what the flags allow searches within a step.
func (b *Bounds) SearchLimits(c *cobra.Command) (exec.Limits, error) {
	switch f := c.Flags(); {
	case f.Changed("proof-steps") && b.ProofSteps < 1:
		return exec.Limits{}, cli.BadFlag(c, "--proof-steps %d: give a positive number", b.ProofSteps)
	case f.Changed("match-steps") && b.MatchSteps < 1:
		return exec.Limits{}, cli.BadFlag(c, "--match-steps %d: give a positive number", b.MatchSteps)
	}
	return exec.Limits{ProofSteps: b.ProofSteps, MatchSteps: b.MatchSteps}, nil
}

// Cut returns the reason why a search of states was cut short, as a sentence without its full stop. It is empty if the
// search was complete or found its goal. The value of --max-states is most.
func (b *Bounds) Cut(ended explore.Why, most int) string {
	switch ended {
	case explore.TooMany:
		return fmt.Sprintf("Stopped at --max-states %d", most)
	case explore.OutOfTime:
		return fmt.Sprintf("Stopped after --time %v", b.Time)
	case explore.OutOfMemory:
		return fmt.Sprintf("Stopped at --memory %v", &b.Memory)
	case explore.Failed:
		return "Stopped at an error"
	case explore.Interrupted:
		return "Interrupted"
	}
	return ""
}

// Explain adds to an error of a run its place in the program and which of the flags allows more.
func Explain(prog *lang.Program, err error) error { return AllowingMore(load.Place(prog, err)) }

// AllowingMore adds to an error of a verb that has these flags which of them allows more.
func AllowingMore(err error) error {
	if endless, ok := errors.AsType[*prove.EndlessError](err); ok && endless.Depth == 0 {
		return fmt.Errorf("%w; --proof-steps allows more", err)
	}
	if _, ok := errors.AsType[*exec.StepsError](err); ok {
		return fmt.Errorf("%w; --match-steps allows more", err)
	}
	return err
}

// Within returns a context that ends when a run has used up its time or memory, and a function to
// call after the run.
func (b *Bounds) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	return limit.Context(ctx, b.Time, b.Memory)
}

// Confine bounds the whole work of the verb, including the time that it waits for a player, until
// stop is called.
func (b *Bounds) Confine(c *cobra.Command) (stop func()) {
	outer := c.Context()
	ctx, free := b.Within(outer)
	c.SetContext(ctx)
	uncollected := limit.Collect(b.Memory)
	return func() {
		c.SetContext(outer)
		free()
		uncollected()
	}
}
