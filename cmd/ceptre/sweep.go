package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// sweeper holds the flags of the verb.
type sweeper struct {
	cli.Streams
	runner
	runs, jobs int
	by         []string
	out        string
	noHash     bool
	all, json  bool
}

func sweeping(s cli.Streams) *cobra.Command {
	w := &sweeper{Streams: s}
	cmd := &cobra.Command{
		Use:   "sweep PROGRAM",
		Short: "Run a program many times; count how the runs end and what happens in them",
		Long: `Run a program many times, with seeds one after the other, and say how the runs end,
how long they are, how often each rule fires and in how many of them, and how many
different runs and final states there are. With --by, count apart the runs in which
a rule fired never, once, twice, and so on; of several rules, each combination.

Chance chooses at every step, in interactive stages, too. Nobody is outside: what
sensors ask for has no answer, and what actions print is not seen. A run that breaks off
with an error has ended like any other. Every run is the one that 'ceptre run' makes
with its seed, --choose random and < /dev/null.

--steps and --time end each run, and --memory those that go on when it is used up; then
these are rows that say so, and the next runs begin.

Runs are different if they differ in more than the order of steps that have nothing
to do with each other, as 'ceptre trace hash' tells. Final states are different if they
hold other facts, or the same in another stage.

The table with a row for each run is a CSV file, or a Parquet file where the name
after -o ends with .parquet; a column 'rule:NAME' says how often a rule fired. When
you interrupt it, there is what is known of the runs that had ended by then.`,
		Example: `  ceptre sweep examples/verona.cep
  ceptre sweep examples/verona.cep --runs 1000 --by do/slay
  ceptre sweep examples/verona.cep --runs 1000 --seed 5001 --quiet -o runs.parquet
  ceptre sweep examples/blocks.cep --steps 1000000 --time 10s --no-hash
  ceptre sweep examples/blocks.cep --json`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return w.sweep(c, args[0]) },
	}
	w.flags(cmd)
	f := cmd.Flags()
	f.Lookup("seed").Usage = "the seed of the first run; each next run has the next number"
	f.Lookup("time").Usage = "how long each run may take, such as 10s or 5m (default: as long as it takes)"
	f.Lookup("memory").Usage = "how much memory the command may take, such as 500MB or 2GiB; it ends the runs that go on just then (default: what there is)"
	f.Lookup("choose").Usage = "who chooses each step: random, or first, which makes all runs the same (default: random)"
	f.IntVar(&w.runs, "runs", 100, "how many runs to make")
	f.IntVar(&w.jobs, "jobs", 0, "how many runs to make at once (default: as many as there are processors)")
	f.StringSliceVar(&w.by, "by", nil, "count apart the runs in which this `RULE` fired so often; may be given several times")
	f.BoolVar(&w.noHash, "no-hash", false, "do not tell different runs apart, which takes most of the time, and memory for each step")
	f.BoolVar(&w.all, "all", false, allUsage)
	f.BoolVar(&w.json, "json", false, "print all that is known, and each run, as JSON")
	f.StringVarP(&w.out, "output", "o", "", "the file to write a row for each run to, CSV or .parquet; - is standard output, without what is counted")
	return cmd
}

// sweep makes the runs, prints what was counted, and writes a row for each.
func (w *sweeper) sweep(c *cobra.Command, program string) error {
	if err := w.check(c); err != nil {
		return err
	}
	if err := roomFor(w.out); err != nil {
		return err
	}
	prog, err := load(w.Streams, program)
	if err = errors.Join(err, cli.NotInput(w.out, program)); err != nil {
		return err
	}
	start, err := w.start(c, prog)
	if err != nil {
		return err
	}
	by, err := w.rules(prog)
	if err != nil {
		return err
	}
	made, err := w.make(c, prog, start)
	if err != nil {
		return place(prog, err)
	}
	a := &sweepAnswer{sweeper: w, Sweep: made, prog: prog, start: start, by: by}
	if w.steps == 0 && start.Bound == 0 && !w.quiet {
		a.sayUnbounded()
	}
	return errors.Join(a.show(), w.save(made), stopped(c.Context()))
}

// check refuses flags that make no sense.
func (w *sweeper) check(c *cobra.Command) error {
	switch {
	case w.runs < 1:
		return cli.BadFlag(c, "--runs %d: give a positive number", w.runs)
	case w.seed > math.MaxUint64-uint64(w.runs-1):
		return cli.BadFlag(c, "--seed %d: there are no %s from there on", w.seed, plural(w.runs, "seed"))
	case c.Flags().Changed("jobs") && w.jobs < 1:
		return cli.BadFlag(c, "--jobs %d: give a positive number", w.jobs)
	case w.choose != "" && w.choose != "random" && w.choose != "first":
		return cli.BadFlag(c, "--choose %q: want random or first; nobody is asked", w.choose)
	case w.json && w.out == cli.Stdio:
		return cli.BadFlag(c, "--json and -o - would both write to standard output; give -o a file")
	}
	if w.out != "" && w.out != cli.Stdio && tableOf(w.out) == nil {
		return cli.BadFlag(c, "-o %q: the name of a table ends with .csv or .parquet", w.out)
	}
	return nil
}

// roomFor refuses a table that could not be written, before many runs are made for it.
func roomFor(file string) error {
	_, err := os.Stat(filepath.Dir(file))
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", file, path.Err)
	}
	return err
}

// rules returns which of the program's rules --by names.
func (w *sweeper) rules(prog *lang.Program) ([]int, error) {
	names := texts(prog.Rules(), func(r *lang.Rule) string { return r.Name })
	var found []int
	for _, name := range w.by {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, fmt.Errorf("%s: --by: %w", prog.Source.Name, noRule(name, names))
		}
		if !slices.Contains(found, i) {
			found = append(found, i)
		}
	}
	return found, nil
}

func noRule(name string, names []string) error {
	if near := trace.Nearest(name, names); near != "" {
		return fmt.Errorf("there is no rule %s; did you mean %s?", trace.Visible(name), near)
	}
	return fmt.Errorf("there is no rule %s", trace.Visible(name))
}

// make makes the runs, and shows how many are done.
func (w *sweeper) make(c *cobra.Command, prog *lang.Program, start *lang.Trace) (*sweep.Sweep, error) {
	limits, err := w.limits(c)
	if err != nil {
		return nil, err
	}
	progress := new(cli.Progress)
	if !w.quiet {
		progress = w.Progress("running", w.runs)
	}
	defer progress.Close()
	defer w.spare()()
	return sweep.Run(c.Context(), prog, start, sweep.Options{
		Runs: w.runs, Seed: w.seed, Jobs: w.jobs, NoHash: w.noHash, Done: progress.Done, Within: w.within,
		Set: func(seed uint64) exec.Options {
			return exec.Options{Chooser: w.who(seed), Seed: seed, Limits: limits, Outside: nobodyThere(prog)}
		},
	})
}

// who returns who chooses in the run with a seed.
func (w *sweeper) who(seed uint64) exec.Chooser {
	if w.choose == "first" {
		return exec.First()
	}
	return exec.Random(seed)
}

// save writes the table.
func (w *sweeper) save(made *sweep.Sweep) error {
	switch w.out {
	case "":
		return nil
	case cli.Stdio:
		return writeCSV(w.Out, made)
	}
	return w.WriteFile(w.out, func(out io.Writer) error { return tableOf(w.out)(out, made) })
}
