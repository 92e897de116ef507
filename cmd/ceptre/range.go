package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/causal/metric"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/ranges"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// ranger holds the flags of the verb.
type ranger struct {
	flags.Series
	ranges.Measures
	compare      string // file of another program; "" for none
	compareTrace int    // 0 for none
	metrics      bool   // list the metrics, and do nothing else
	shard        flags.Shard
	out          string
	theme        string
	look         *themes.Theme // of pictures
	ranges.ExampleFlags

	sources []ranges.Source // of the series of runs
}

func ranging(s cli.Streams) *cobra.Command {
	r := &ranger{Series: flags.Series{Streams: s}}
	cmd := &cobra.Command{
		Use:   "range PROGRAM",
		Short: "Show how different the runs of a program are: the values of two metrics over many runs",
		Long: `Run a program many times and count the runs by two metrics: its expressive range (Smith and
Whitehead, 2010). The report shows a heat map, the most frequent cells with the seeds of
example runs, how runs end, and how much of the range is still unseen.

--x and --y are metrics, or expressions over metrics with + - * / and parentheses, such as
'count "dead _" / cast'. --metrics lists the metrics. Facts and rules are given as to
'ceptre sweep'; in quotation marks if they contain spaces. --also measures more, for -o and
--json. Values that do not exist, such as the greatest number of no facts, are counted in a
bin of their own.

The coverage estimates the probability that the next run is in a new cell (Good–Turing)
with a 95 % interval, and a lower bound of the number of cells that can be reached (Chao1).
Two runs are different if they differ in more than the order of independent steps.

--compare measures another program, or the same one from another --compare-trace, with the
same seeds and bins, and reports what moved: differences of means and medians with
bootstrap intervals, cells in only one of the two, and the overlap.` + answer.FactsUsage + `

Characters and places are those of the first run, for all runs; --by and --place give
others. All choices are random, as in 'ceptre sweep', and each run equals 'ceptre run' with
the same seed, --choose random (or rule, see --choose) and the same standard input. The
goals of queries in Celf files do not count.

-o writes a picture (.svg, .png or .pdf), with the number of runs in each bin at the margins;
a page (.html) with the picture, whose cells lead to their example runs, told in the words
of the prose beside the program; or a table with a row for each run (.csv). --examples
writes the traces of the examples into a folder, and --sites also publishes each; the page
links to both, and cells of an .svg lead to the first example. When you interrupt it, range
reports the runs that have ended.

--shard I/N makes one of N parts of the runs, and writes it to the file of -o. 'ceptre
merge' puts all parts together, and prints and writes what one range does. There are no
shards for --compare, nor for surprise, which compares each run with all runs. Otherwise,
--shard works as in 'ceptre sweep'. See 'ceptre help machines'.`,
		Example: `  ceptre range examples/verona.cep --x steps --y "count 'dead _'"
  ceptre range examples/verona.cep --x meetings --y ending --runs 1000
  ceptre range examples/dungeon.cep --x steps --y 'max gold' --also ending -o runs.csv
  ceptre range examples/dungeon.cep --x depth --y 'fired slay / steps' -o range.svg --theme paper
  ceptre range examples/verona.cep --x scenes --y ending -o range.html --examples stories --sites
  ceptre range examples/verona.cep --compare my-verona.cep --x width --y surprise
  ceptre range examples/garden.cep --compare-trace 2 --json
  ceptre range examples/verona.cep --runs 100000 --x width --y depth --shard 3/7 -o part3
  ceptre range --metrics`,
		Args: func(c *cobra.Command, args []string) error {
			if r.metrics {
				return cli.Usage(cobra.NoArgs)(c, args)
			}
			return cli.Usage(cobra.ExactArgs(1))(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if r.metrics {
				return r.list(c)
			}
			return r.measure(c, args[0])
		},
	}
	r.Series.Flags(cmd)
	r.Measures.Flags(cmd)
	r.Own = new(ranges.Measures).Flags
	f := cmd.Flags()
	f.StringVar(&r.compare, "compare", "", "compare with the program in this `FILE`")
	f.IntVar(&r.compareTrace, "compare-trace", 0, "compare with the runs from #trace `N`, counted from 1")
	r.shard.Flags(cmd)
	f.BoolVar(&r.metrics, "metrics", false, "list the metrics")
	f.BoolVar(&r.JSON, "json", false, "print the whole report, and each run, as JSON")
	cli.FileFlag(cmd, &r.out, "", "write a picture or a table to this `FILE`: "+strings.Join(ranges.Ends, ", ")+
		"; - prints CSV instead of the report")
	cli.ThemeFlag(cmd, &r.theme)
	r.ExampleFlags.Flags(cmd)
	return cmd
}

// list prints the metrics.
func (r *ranger) list(*cobra.Command) error {
	return answer.Print(r.Streams, metric.List(metric.Metrics()), r.JSON, true)
}

// measure makes the runs, prints their range, and writes the requested files.
func (r *ranger) measure(c *cobra.Command, program string) error {
	if err := r.check(c, program); err != nil {
		return err
	}
	progs, err := r.programs(program)
	if err = errors.Join(err, r.MayWrite(r.out, r.Input), r.MayWrite(r.Folder, r.Input)); err != nil {
		return err
	}
	cli.TakeTime(c.Context())
	if r.shard.Asked() {
		return r.part(c, progs[0])
	}
	samples := make([]expressive.Sample, len(progs))
	for i, prog := range progs {
		if samples[i], err = r.sample(c, prog, i); err != nil {
			return err
		}
	}
	made := expressive.New(samples[0])
	if len(samples) > 1 {
		if made, err = expressive.Compare(samples[0], samples[1]); err != nil {
			return err
		}
	}
	if r.JSON || !r.Quiet && r.out != cli.Stdio {
		err = answer.Print(r.Streams, made, r.JSON, r.All)
	}
	return errors.Join(err, r.save(c.Context(), made), cli.Stopped(c.Context()))
}

// check refuses flags that make no sense.
func (r *ranger) check(c *cobra.Command, program string) error {
	if err := r.Measures.Check(c); err != nil {
		return err
	}
	if r.shard.Asked() {
		return errors.Join(r.Series.Check(c, program), r.RoomFor(r.out), r.shard.Check(c, &r.Series, r.out, "compare",
			"compare-trace"))
	}
	if err := r.ExampleFlags.Check(c); err != nil {
		return err
	}
	switch {
	case c.Flags().Changed("compare-trace") && r.compareTrace < 1:
		return cli.BadFlag(c, "--compare-trace %d: the #traces of a program are counted from 1", r.compareTrace)
	case r.compareTrace > 0 && (c.Flags().Changed("stage") || c.Flags().Changed("context")):
		return cli.BadFlag(c, "give --compare-trace, or --stage and --context, but not both")
	case r.out != "" && r.out != cli.Stdio && !slices.Contains(ranges.Ends, ranges.End(r.out)):
		return cli.BadFlag(c, "-o %q: the name of a file ends with %s", r.out, strings.Join(ranges.Ends, ", "))
	}
	var err error
	if r.look, err = r.FindTheme(c, r.theme); err != nil {
		return err
	}
	if err := answer.CheckOutput(c, r.JSON, "-o", r.out); err != nil {
		return err
	}
	return errors.Join(r.Series.Check(c, program), load.OneStdin(c, program, "the other program", r.compare),
		r.RoomFor(r.out))
}

// programs reads the program, and the one to compare.
func (r *ranger) programs(file string) ([]*lang.Program, error) {
	first, err := load.Program(r.Streams.Hushed(r.Quiet), file)
	if err != nil {
		return nil, err
	}
	switch {
	case r.compare != "":
		second, err := load.Program(r.Streams.Hushed(r.Quiet), r.compare)
		return []*lang.Program{first, second}, err
	case r.compareTrace > 0:
		return []*lang.Program{first, first}, nil
	}
	return []*lang.Program{first}, nil
}

// sample makes the runs of a program, the first or the second, and measures them.
func (r *ranger) sample(c *cobra.Command, prog *lang.Program, nth int) (expressive.Sample, error) {
	from := r.Starter
	if nth > 0 && r.compareTrace > 0 {
		from.Trace = r.compareTrace
	}
	start, err := from.Start(c, prog)
	if err != nil {
		return expressive.Sample{}, err
	}
	task := &flags.Task{Series: &r.Series, Command: c, Program: prog, Start: start}
	meter, err := r.Meter(task)
	if err != nil {
		return expressive.Sample{}, err
	}
	of, err := r.Measures.Subject(task, meter)
	if err != nil {
		return expressive.Sample{}, err
	}
	all, made, err := r.Measures.Make(task, of, meter, r.lists())
	if err != nil {
		return expressive.Sample{}, err
	}
	s := expressive.Sample{Total: all, Rows: made.Rows.All()}
	if r.Wanted(r.out) {
		source, err := ranges.NewSource(r.Hushed(r.Quiet), task, r.Input, from.Trace)
		if err != nil {
			return s, err
		}
		source.Rows = s.Rows
		r.sources = append(r.sources, source)
	}
	if r.compareTrace > 0 {
		s.From = fmt.Sprintf("#trace %d", from.Trace)
	}
	return s, nil
}

// part makes the runs of a shard, and writes their total and their rows. It refuses a metric that compares a run with
// all runs.
func (r *ranger) part(c *cobra.Command, prog *lang.Program) error {
	start, err := r.Start(c, prog)
	if err != nil {
		return err
	}
	task := &flags.Task{Series: &r.Series, Command: c, Program: prog, Start: start}
	meter, err := r.Meter(task)
	if err != nil {
		return err
	}
	if meter.NeedsAll() {
		return cli.BadFlag(c, "--shard does not go with the metric surprise: it compares each run with all runs, and no "+
			"shard has them")
	}
	of, err := r.Measures.Subject(task, meter)
	if err != nil {
		return err
	}
	h, err := r.shard.HeaderOf(c, &r.Series, of, prog)
	if err != nil {
		return err
	}
	return r.shard.Write(c, &r.Series, r.out, h, func(part *flags.Series) ([]byte, sweep.Rows, error) {
		task.Series = part
		all, made, err := r.Measures.Make(task, of, meter, true)
		if err != nil {
			return nil, nil, err
		}
		data, err := all.MarshalBinary()
		return data, made.Rows, err
	})
}

// lists reports whether the rows of runs are needed, not only their total.
func (r *ranger) lists() bool {
	return r.JSON || r.compare != "" || r.compareTrace > 0 || r.Wanted(r.out) || r.out == cli.Stdio ||
		ranges.End(r.out) == ".csv"
}

// save writes the examples, and the picture, the page or the table.
func (r *ranger) save(ctx context.Context, made *expressive.Range) error {
	told := &ranges.Examples{Streams: r.Streams, Sources: r.sources, Casting: r.Casting, ExampleFlags: r.ExampleFlags,
		Theme: r.look, From: r.out}
	if err := told.Make(ctx, made, r.Jobs, r.Quiet); err != nil {
		return err
	}
	return ranges.Write(ctx, r.Hushed(r.Quiet), r.out, r.look, made, told)
}
