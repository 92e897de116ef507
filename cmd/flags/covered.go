package flags

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/coverage"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// Covered holds the flags of reports on the parts of a program that came up.
type Covered struct {
	Annotate bool
	Least    float64 // percent of the rules that are to fire
}

// Flags enters the flags into a verb.
func (v *Covered) Flags(c *cobra.Command) {
	f := c.Flags()
	f.Float64Var(&v.Least, "fail-under", 0, "exit with 1 if less than `PERCENT` of the rules and links fired")
	f.BoolVar(&v.Annotate, "annotate", false,
		"print the program; each line shows how often its rule or link fired or its stage was entered")
}

// Asked reports whether one of the flags is given.
func (v *Covered) Asked(c *cobra.Command) bool {
	return v.Annotate || c.Flags().Changed("fail-under")
}

// Check refuses flags that make no sense.
func (v *Covered) Check(c *cobra.Command, json bool) error {
	switch {
	case !(v.Least >= 0 && v.Least <= 100):
		return cli.BadFlag(c, "--fail-under %v: give a percentage from 0 to 100", v.Least)
	case v.Annotate && json:
		return cli.BadFlag(c, "give --annotate or --json, but not both")
	}
	return nil
}

// Print prints a report, which may be of a part of the runs, with the error with which it was made. Too few rules that
// fired are an error, too.
func (v *Covered) Print(c *cobra.Command, s cli.Streams, r *coverage.Report, err error, json, all, quiet bool) error {
	if json || !quiet {
		r.Annotate = v.Annotate
		err = errors.Join(err, answer.Print(s, r, json, all))
	}
	if err := cmp.Or(err, cli.Stopped(c.Context())); err != nil {
		return err
	}
	if all := len(r.Rules); 100*float64(r.Fired) < v.Least*float64(all) {
		return fmt.Errorf("%s: %d of %d rules and links fired, %s: less than the %v %% of --fail-under", r.Source(),
			r.Fired, all, table.Percent(r.Fired, all), v.Least)
	}
	return nil
}

// Batches plans the runs of a program: from each #trace, unless the flags say where.
func (r *Series) Batches(c *cobra.Command, prog *lang.Program, o sweep.Options) (from []*coverage.Batch, err error) {
	starts := prog.Traces
	if len(starts) == 0 || slices.ContainsFunc([]string{"trace", "stage", "context"}, c.Flags().Changed) {
		start, err := r.Start(c, prog)
		if err != nil {
			return nil, err
		}
		starts = []*lang.Start{start}
	}
	for _, start := range starts {
		planned, err := r.Plan(c, prog, start, o)
		if err != nil {
			return nil, err
		}
		from = append(from, coverage.Runs(planned, slices.Index(prog.Traces, start)+1))
	}
	return from, nil
}

// Fill makes the runs of batches that were planned, and counts them.
func (r *Series) Fill(c *cobra.Command, from []*coverage.Batch) error {
	for _, b := range from {
		o := b.Planned.Options
		o.Each = b.Add
		made, err := r.Make(c, b.Planned.Program, b.Planned.Start, o)
		if err != nil {
			return err
		}
		b.AddLosses(made.Losses)
	}
	return nil
}
