package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// sweeper holds the flags of the verb.
type sweeper struct {
	series
	by     []string
	out    string
	noHash bool
}

func sweeping(s cli.Streams) *cobra.Command {
	w := &sweeper{series: series{Streams: s}}
	cmd := &cobra.Command{
		Use:   "sweep PROGRAM",
		Short: "Run a program many times; count how the runs end and what happens in them",
		Long: `Run a program many times, with seeds one after the other, and say how the runs end,
how long they are, how often each rule fires and in how many of them, and how many
different runs and final states there are. With --by, count apart the runs in which
a rule fired never, once, twice, and so on; of several rules, each combination.

Chance chooses at every step, in interactive stages, too. Nobody is outside: what
sensors ask for has no answer but the lines of --input, and what actions print is not
seen. A run that breaks off with an error has ended like any other. Every run is the one
that 'ceptre run' makes with its seed, --choose random and the input, or < /dev/null.

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
	f.StringSliceVar(&w.by, "by", nil, "count apart the runs in which this `RULE` fired so often; may be given several times")
	f.BoolVar(&w.noHash, "no-hash", false, "do not tell different runs apart, which takes most of the time, and memory for each step")
	f.BoolVar(&w.json, "json", false, "print all that is known, and each run, as JSON")
	f.StringVarP(&w.out, "output", "o", "", "the file to write a row for each run to, CSV or .parquet; - is standard output, without what is counted")
	return cmd
}

// sweep makes the runs, prints what was counted, and writes a row for each.
func (w *sweeper) sweep(c *cobra.Command, program string) error {
	if err := w.check(c, program); err != nil {
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
	made, err := w.make(c, prog, start, sweep.Options{NoHash: w.noHash})
	if err != nil {
		return err
	}
	a := &sweepAnswer{outcome: made, out: w.out, by: by}
	a.sayUnbounded()
	return errors.Join(a.show(), w.save(made.Sweep), stopped(c.Context()))
}

// check refuses flags that make no sense.
func (w *sweeper) check(c *cobra.Command, program string) error {
	if err := w.series.check(c, program); err != nil {
		return err
	}
	if w.json && w.out == cli.Stdio {
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
