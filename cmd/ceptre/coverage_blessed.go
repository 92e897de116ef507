package main

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// batches makes all the runs that are to be counted: blessed ones, runs by chance, or both.
func (v *inspector) batches(c *cobra.Command, prog *lang.Program, o sweep.Options) ([]*batch, error) {
	if !v.blessed {
		return v.byChance(c, prog, o)
	}
	blessed, err := v.blessedOnes(c, prog, o)
	if err != nil || !c.Flags().Changed("runs") {
		return blessed, err
	}
	chance, err := v.byChance(c, prog, o)
	return append(chance, blessed...), err
}

// checkBlessed refuses flags for runs by chance where there are none, and a program that has
// no place for blessed ones.
func (v *inspector) checkBlessed(c *cobra.Command, program string) error {
	if !v.blessed {
		return nil
	}
	if program == cli.Stdio {
		return cli.BadFlag(c, "blessed runs lie beside the file of a program, and standard input is none")
	}
	for _, flag := range []string{"seed", "choose", "trace", "stage", "context", "input", "steps", "proof-steps", "match-steps"} {
		if c.Flags().Changed(flag) && !c.Flags().Changed("runs") {
			return cli.BadFlag(c, "--%s is for runs by chance; give --runs, too, to count these beside the blessed ones", flag)
		}
	}
	return nil
}

// blessedOnes makes the choices of the blessed runs of a program again.
func (v *inspector) blessedOnes(c *cobra.Command, prog *lang.Program, o sweep.Options) (out []*batch, err error) {
	files, err := blessedFiles(v.program)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no blessed runs yet; %s", v.program, firstBlessing(v.program, prog))
	}
	for _, file := range files {
		b, failed := v.blessedOne(c, try(c, v.Streams, prog, file), o)
		out, err = append(out, b), errors.Join(err, failed)
	}
	return out, err
}

// blessedOne runs a program as a blessed run goes now. One that is not what it was counts as far as
// it goes.
func (v *inspector) blessedOne(c *cobra.Command, run *verdict, o sweep.Options) (*batch, error) {
	switch {
	case run.err != nil:
		return nil, fmt.Errorf("%s: %w", run.file, run.err)
	case run.again.Start == nil:
		return nil, fmt.Errorf("%s: %s", run.file, run.again.Departures[0].Differences[0].Text)
	case !run.ok() && !v.quiet:
		fmt.Fprintf(v.Err, "note: %s: not what it was %s; what it does now is counted, and 'ceptre test' says more\n", trace.Visible(run.file), trace.Visible(run.where(&run.again.Departures[0])))
	}
	o.Runs, o.Set = 1, func(uint64) exec.Options { return run.again.Again() }
	b := &batch{outcome: &outcome{series: &v.series}, name: runName(run.file), file: run.file}
	b.Made = sweep.Made{Options: o, Program: run.again.Program, Start: run.again.Start}
	var err error
	b.Sweep, err = sweep.Run(c.Context(), b.Program, b.Start, o)
	return b, err
}
