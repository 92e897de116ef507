package flags

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/release"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/spf13/cobra"
)

// Series holds the flags of the verbs that run a program many times.
type Series struct {
	cli.Streams
	Runner
	Runs, Jobs int
	Input      string // file with the input of the program; "" for none
	All, JSON  bool
	// Own enters the verb's own flags that its report depends on; nil if there are none.
	Own   func(*cobra.Command)
	lines []string // lines of the input, once it was read
}

// Flags enters the flags into a verb, but for --json, which is not the same for all.
func (r *Series) Flags(cmd *cobra.Command) {
	r.Runner.Flags(cmd)
	f := cmd.Flags()
	f.Lookup("quiet").Usage = QuietUsage
	f.Lookup("seed").Usage = "the seed of the first run, a number `N`; the next runs have the next numbers; or random, " +
		"to draw one and print it"
	f.Lookup("time").Usage = "end each run after this `DURATION`, such as 10s or 5m (default: no limit)"
	f.Lookup("memory").Usage = "end the runs in progress when they take this much memory: a `SIZE` such as 500MB " +
		"or 2GiB (default: no limit)"
	f.Lookup("choose").Usage = "let `WHO` choose the steps: random (each transition is as likely), rule (each rule is, " +
		"and then each of its transitions), or first, with which all runs are the same (default: random, or rule in " +
		"Celf files)"
	f.IntVar(&r.Runs, "runs", 100, "make `N` runs")
	f.IntVar(&r.Jobs, "jobs", 0, "make `N` runs at a time (default: one for each processor)")
	f.StringVar(&r.Input, "input", "",
		"let sensors of the program read lines from `FILE`, from the first line in each run (default: no lines)")
	f.BoolVar(&r.All, "all", false, answer.AllUsage)
}

// Check refuses flags that make no sense.
func (r *Series) Check(c *cobra.Command, program string) error {
	switch {
	case r.Runs < 1:
		return cli.BadFlag(c, "--runs %d: give a positive number", r.Runs)
	case r.Seed > math.MaxUint64-uint64(r.Runs-1):
		return cli.BadFlag(c, "--seed %d: there are no %s from there on", r.Seed, english.Count(r.Runs, "seed"))
	case c.Flags().Changed("jobs") && r.Jobs < 1:
		return cli.BadFlag(c, "--jobs %d: give a positive number", r.Jobs)
	case r.unattended(new(lang.Program), 0) == nil:
		return cli.BadFlag(c, "--choose %q: want random, rule or first: there is no player to ask", r.Choose)
	}
	return load.OneStdin(c, program, "its input", r.Input)
}

// Make makes the runs, shows how many are done, and says so if a default limit cut some off. What else
// is wanted of them is in the options.
func (r *Series) Make(c *cobra.Command, prog *lang.Program, start *lang.Start, o sweep.Options) (sweep.Made, error) {
	planned, err := r.Plan(c, prog, start, o)
	if err != nil {
		return planned, err
	}
	o = planned.Options
	progress := new(cli.Progress)
	if !r.Quiet {
		r.seed.Say(r.Err)
		progress = r.Progress("running", r.Runs)
	}
	defer progress.Close()
	defer limit.Collect(r.Memory)()
	o.Done = progress.Done
	cut := 0
	finish := func(row *sweep.Row) {
		row.Err = Explain(prog, row.Err)
		if row.Cut() {
			cut++
		}
	}
	if each := o.Each; each != nil {
		o.Each = func(row *sweep.Row) {
			finish(row)
			each(row)
		}
	}
	defer cli.Roomy()()
	made, err := sweep.Run(c.Context(), prog, start, o)
	if err != nil {
		return sweep.Made{}, Explain(prog, err)
	}
	for _, row := range made.Rows {
		finish(row)
	}
	r.SayUnbounded(cut, prog, start)
	planned.Sweep = made
	return planned, nil
}

// Plan returns the runs that [Series.Make] makes, before they are made: single ones can be had by
// [sweep.Made.Again].
func (r *Series) Plan(c *cobra.Command, prog *lang.Program, start *lang.Start, o sweep.Options) (sweep.Made, error) {
	limits, err := r.Limits(c)
	if err != nil {
		return sweep.Made{}, err
	}
	lines, err := r.inputLines()
	if err != nil {
		return sweep.Made{}, err
	}
	o.Runs, o.Seed, o.Jobs, o.Within = r.Runs, r.Seed, r.Jobs, r.Within
	o.Set = func(seed uint64) exec.Options {
		return exec.Options{Chooser: r.unattended(prog, seed), Seed: seed, Limits: limits,
			Host: console.Unattended(prog, lines)}
	}
	return sweep.Made{Options: o, Program: prog, Start: start}, nil
}

// Subject returns the subject of a report on the runs that the flags ask for, without the names that
// [total.Subject.Name] enters.
func (r *Series) Subject(c *cobra.Command, report string, prog *lang.Program, start *lang.Start) (total.Subject,
	error) {
	settings, err := r.settings(c)
	return total.Subject{
		Report: report, Version: release.Build(), Program: prog.Name, SHA256: prog.SHA256, Stage: start.Stage.Name,
		Seed: r.Seed, Runs: r.Runs, Choose: r.Chosen(prog), Flags: settings,
	}, err
}

// Chosen says who chooses in the runs of a program.
func (r *Series) Chosen(prog *lang.Program) string { return r.unattended(prog, 0).String() }

// SayUnbounded prints how many runs were cut off at the default limit of steps. With another limit it prints nothing.
func (r *Series) SayUnbounded(cut int, prog *lang.Program, start *lang.Start) {
	if r.Steps == 0 && start.Bound == 0 && !r.Quiet && cut > 0 {
		fmt.Fprintf(r.Err, "%s: %s stopped after %d steps, the default limit; --steps sets another\n",
			prog.Source, english.Count(cut, "run"), exec.DefaultSteps)
	}
}

// inputLines returns the lines of the input, each with its end.
func (r *Series) inputLines() ([]string, error) {
	if r.Input == "" || r.lines != nil {
		return r.lines, nil
	}
	_, data, err := r.ReadFile(r.Input)
	r.lines = slices.Collect(strings.Lines(string(data)))
	return r.lines, err
}
