package flags

import (
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

// Coverage holds the flags of reports on coverage.
type Coverage struct {
	Annotate  bool
	FailUnder float64 // least percentage of the rules and links that fire, or else the report is an error
}

// Flags enters the flags into a verb.
func (v *Coverage) Flags(c *cobra.Command) {
	f := c.Flags()
	f.Float64Var(&v.FailUnder, "fail-under", 0, "exit with 1 if less than `PERCENT` of the rules and links fired")
	f.BoolVar(&v.Annotate, "annotate", false,
		"print the program; each line shows how often its rule or link fired or its stage was entered")
}

// Asked reports whether one of the flags is given.
func (v *Coverage) Asked(c *cobra.Command) bool {
	return v.Annotate || c.Flags().Changed("fail-under")
}

// Check refuses flags that make no sense.
func (v *Coverage) Check(c *cobra.Command, json bool) error {
	switch {
	case !(v.FailUnder >= 0 && v.FailUnder <= 100):
		return cli.BadFlag(c, "--fail-under %v: give a percentage from 0 to 100", v.FailUnder)
	case v.Annotate && json:
		return cli.BadFlag(c, "give --annotate or --json, but not both")
	}
	return nil
}

// Print prints a report, annotated if the flags ask for it.
func (v *Coverage) Print(s cli.Streams, r *coverage.Report, json, all bool) error {
	r.Annotate = v.Annotate
	return answer.Print(s, r, json, all)
}

// Reached returns an error if fewer rules and links fired than --fail-under asks for.
func (v *Coverage) Reached(r *coverage.Report) error {
	if all := len(r.Rules); 100*float64(r.Fired) < v.FailUnder*float64(all) {
		return fmt.Errorf("%s: %d of %d rules and links fired, %s: less than the %v %% of --fail-under", r.Source(),
			r.Fired, all, table.Percent(r.Fired, all), v.FailUnder)
	}
	return nil
}

// PlanBatches plans the runs of a program: from each #trace, unless the flags say where.
func (r *Series) PlanBatches(c *cobra.Command, prog *lang.Program, o sweep.Options) ([]*coverage.Batch, error) {
	var from []*coverage.Batch
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

// RunBatches makes the runs of planned batches, and counts them.
func (r *Series) RunBatches(c *cobra.Command, from []*coverage.Batch) error {
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
