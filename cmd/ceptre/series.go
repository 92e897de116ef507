package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/spf13/cobra"
)

// series holds the flags of the verbs that run a program many times.
type series struct {
	cli.Streams
	runner
	runs, jobs int
	input      string // file with the input of the program; "" for none
	all, json  bool
	heard      []string // the lines of the input, once it was read
}

// flags enters the flags into a verb, but for --json, which is not the same for all.
func (r *series) flags(cmd *cobra.Command) {
	r.runner.flags(cmd)
	f := cmd.Flags()
	f.Lookup("quiet").Usage = quietUsage
	f.Lookup("seed").Usage = "the seed of the first run; each next run has the next number"
	f.Lookup("time").Usage = "how long each run may take, such as 10s or 5m (default: as long as it takes)"
	f.Lookup("memory").Usage = "how much memory the command may take, such as 500MB or 2GiB; it ends the runs that go " +
		"on just then (default: what there is)"
	f.Lookup("choose").Usage = "who chooses each step: random, or first, which makes all runs the same (default: random)"
	f.IntVar(&r.runs, "runs", 100, "how many runs to make")
	f.IntVar(&r.jobs, "jobs", 0, "how many runs to make at once (default: as many as there are processors)")
	f.StringVar(&r.input, "input", "",
		"the `FILE` with the lines that the program's sensors read, in each run from the first on (default: there are none)")
	f.BoolVar(&r.all, "all", false, answer.AllUsage)
}

// check refuses flags that make no sense.
func (r *series) check(c *cobra.Command, program string) error {
	switch {
	case r.runs < 1:
		return cli.BadFlag(c, "--runs %d: give a positive number", r.runs)
	case r.seed > math.MaxUint64-uint64(r.runs-1):
		return cli.BadFlag(c, "--seed %d: there are no %s from there on", r.seed, english.Count(r.runs, "seed"))
	case c.Flags().Changed("jobs") && r.jobs < 1:
		return cli.BadFlag(c, "--jobs %d: give a positive number", r.jobs)
	case r.choose != "" && r.choose != "random" && r.choose != "first":
		return cli.BadFlag(c, "--choose %q: want random or first, for there is no player to ask", r.choose)
	}
	return load.OneStdin(c, program, "its input", r.input)
}

// make makes the runs, and shows how many are done. What else is wanted of them is in
// the options.
func (r *series) make(c *cobra.Command, prog *lang.Program, start *lang.Start, o sweep.Options) (sweep.Made, error) {
	limits, err := r.limits(c)
	if err != nil {
		return sweep.Made{}, err
	}
	said, err := r.said()
	if err != nil {
		return sweep.Made{}, err
	}
	progress := new(cli.Progress)
	if !r.quiet {
		progress = r.Progress("running", r.runs)
	}
	defer progress.Close()
	defer limit.Collect(r.memory)()
	o.Runs, o.Seed, o.Jobs, o.Done, o.Within = r.runs, r.seed, r.jobs, progress.Done, r.within
	o.Set = func(seed uint64) exec.Options {
		return exec.Options{Chooser: r.who(seed), Seed: seed, Limits: limits, Host: console.Unattended(prog, said)}
	}
	defer cli.Roomy()()
	made, err := sweep.Run(c.Context(), prog, start, o)
	if err != nil {
		return sweep.Made{}, allowingMore(load.Place(prog, err))
	}
	for _, row := range made.Rows {
		row.Err = allowingMore(load.Place(prog, row.Err))
	}
	return sweep.Made{Sweep: made, Options: o, Program: prog, Start: start}, nil
}

// describe says which runs were made.
func (r *series) describe(made sweep.Made) summary.Series {
	return summary.NewSeries(made, r.seed, r.chosen())
}

// chosen says who chose.
func (r *series) chosen() string { return cmp.Or(r.choose, "random") }

// sayUnbounded says that runs were cut off by a default limit.
func (r *series) sayUnbounded(made sweep.Made) {
	if r.steps > 0 || made.Start.Bound > 0 || r.quiet {
		return
	}
	cut := 0
	for _, row := range made.Rows {
		if row.Why == trace.LimitHit && row.Limit == "" {
			cut++
		}
	}
	if cut > 0 {
		fmt.Fprintf(r.Err, "%s: %s stopped after %d steps, as nothing bounds the run; --steps changes that\n",
			made.Program.Source, english.Count(cut, "run"), exec.DefaultSteps)
	}
}

// said returns the lines of the input.
func (r *series) said() ([]string, error) {
	if r.input == "" || r.heard != nil {
		return r.heard, nil
	}
	_, data, err := r.ReadFile(r.input)
	r.heard = slices.Collect(strings.Lines(string(data)))
	return r.heard, err
}

// who returns who chooses in the run with a seed.
func (r *series) who(seed uint64) exec.Chooser {
	if r.choose == "first" {
		return exec.First()
	}
	return exec.Random(seed)
}
