package main

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/games"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/merges"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// sweeper holds the flags of the verb.
type sweeper struct {
	flags.Series
	picture cli.Picture // of influences; its file may be a table instead
	summary.Change
	counts    flags.Counts
	influence bool
	shard     flags.Shard
	// newLevel is of games of logic-game: each run generates its level.
	newLevel bool
}

func sweeping(s cli.Streams) *cobra.Command {
	w := &sweeper{Series: flags.Series{Streams: s}}
	cmd := &cobra.Command{
		Use:   "sweep PROGRAM",
		Short: "Run a program many times and count how the runs end and what happens in them",
		Long: `Run a program many times, with consecutive seeds, and report how the runs end (after which
link or in which stage), how long they are, how often each rule fires and in how many
runs, and how many different runs and final states there are. --by counts the runs in
which a rule fired never, once, twice, and so on; with several rules, it counts each
combination. If the program has #invariants and #nevers, sweep counts the runs that violate
each of them, at which such a run ends, and lists their first seeds.

--facts counts the runs that end with certain facts, and how many of these facts there
are: 'won', 'saved _', or 'is _ hare'. If exactly one open argument is a number, the
report also shows the distribution of this number over all these facts. For each open
number, as in 'coin _ _', it shows the distribution over the runs, with the numbers of
facts that share the other arguments added up. Numbers above 2^40 count as 2^40. For
several facts, as in 'at C L, dead C', the report counts the combinations that exist
together.` + answer.FactsUsage + `

All choices are random, in interactive stages, too. Sensors read the lines of --input and
get no other answer; the output of actions is discarded. A run that fails with an error
counts like any other. Each run equals 'ceptre run' with the same seed, --choose random
(or rule, see --choose) and the same standard input.

--steps and --time limit each run. When --memory is used up, the runs in progress end, and
the next runs start. The rows of runs that hit a limit say so.

If the runs are of a query in a Celf file, the report says how many meet its goal, which
facts are left over most often in the others, and which parts of the goal nothing meets.
Each seed is one run, which does not start over.

Two runs are different if they differ in more than the order of independent steps, as
defined by 'ceptre trace hash'. Two final states are different if their facts or their
stages differ.

--influence reports for pairs of rules how often a step of one follows from a step of the
other, which made a fact that it used up or read, and how often it would if its facts came
from any earlier steps. Intervals are of 95 %; + and - mark what is not by chance, with a
correction for the number of pairs. -o FILE.svg draws it.

--without and --with make the runs of the same seeds again, without a rule or facts of the
start, or with more facts, and compare how they end, how often rules fire, and the facts
of --facts. Differences have intervals of 95 %.

-o writes a table with a row for each run: CSV, or Parquet if the name ends with .parquet.
The column 'rule:NAME' says how often a rule fired, 'facts:FACT' how many such facts there
are at the end, and 'sum:FACT' the sum of their numbers. When you interrupt it, sweep
reports the runs that have ended.

--shard I/N makes one of N parts of the runs, and writes it to the file of -o, whole or not
at all. 'ceptre merge' puts all parts together, and prints and writes what one sweep does,
with --influence, too. There are no shards for --without and --with. The same command
again finds the file finished, and makes no run; a damaged file is made again, and any
other is not written over. For schedulers that count from 0, --shard 0+1/N is the first
part. See 'ceptre help machines'.

A game (.kif, .ggd) is played by chance, and the report says how long its matches are and
which goal values each role comes to. The strategy of a game of logic-game (.json) plays
the stored level, or with --new-level a new one each time, and the report says how often
it wins. --steps limits the turns of a match.`,
		Example: `  ceptre sweep examples/verona.cep
  ceptre sweep examples/verona.cep --runs 1000 --by do/slay
  ceptre sweep examples/verona.cep --facts 'dead _' --facts 'at _ tomb' --no-hash
  ceptre sweep examples/verona.cep --runs 1000 --seed 5001 --quiet -o runs.parquet
  ceptre sweep examples/blocks.cep --steps 1000000 --time 10s --no-hash
  ceptre sweep examples/blocks.cep --json
  ceptre sweep examples/verona.cep --runs 500 --influence -o influence.svg
  ceptre sweep examples/verona.cep --runs 500 --without do/slay --facts 'dead _'
  ceptre sweep examples/verona.cep --runs 500 --with 'blade juliet'
  ceptre sweep examples/verona.cep --runs 200 --seed 5 --shard 3/7 -o part3
  ceptre sweep examples/tictactoe.kif --runs 1000`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return w.sweep(c, args[0]) },
	}
	w.Flags(cmd)
	w.counts.Flags(cmd)
	w.Own = new(flags.Counts).Flags
	f := cmd.Flags()
	f.BoolVar(&w.newLevel, "new-level", false,
		"of a game of logic-game: generate a level for each run (default: the stored one)")
	f.BoolVar(&w.JSON, "json", false, "print the whole report, and each run, as JSON")
	f.BoolVar(&w.influence, "influence", false,
		"report how often steps of a rule follow from steps of another one, and how often they would by chance")
	f.StringArrayVar(&w.Without, "without", nil,
		"make the runs again without this `RULE` or fact of the start, and compare (repeatable)")
	f.StringArrayVar(&w.With, "with", nil,
		"make the runs again with this `FACT` at the start, and compare; !FACT for a permanent one (repeatable)")
	w.shard.Flags(cmd)
	w.picture.Flags(cmd)
	f.Lookup("output").Usage = "write a row for each run to this `FILE` (.csv or .parquet), or with " +
		"--influence a picture of the rules; - prints CSV instead of the report"
	return cmd
}

// sweep makes the runs, prints what was counted, and writes a row for each.
func (w *sweeper) sweep(c *cobra.Command, program string) error {
	if err := w.check(c, program); err != nil {
		return err
	}
	if games.Is(w.Streams, program) {
		return w.game(c, program)
	}
	if err := games.None(c, program); err != nil {
		return err
	}
	if err := w.RoomFor(w.picture.File); err != nil {
		return err
	}
	prog, err := load.Program(w.Streams.Hushed(w.Quiet), program)
	if err = errors.Join(err, w.MayWrite(w.picture.File, w.Input)); err != nil {
		return err
	}
	start, err := w.Start(c, prog)
	if err != nil {
		return err
	}
	o, by, err := w.counts.Options(prog)
	if err != nil {
		return err
	}
	cli.TakeTime(c.Context())
	if w.shard.Asked() {
		return w.part(c, prog, start, o, by)
	}
	made, asked, err := w.report(c, prog, start, o, by)
	if err != nil {
		return err
	}
	if w.JSON || !w.Quiet && w.picture.File != cli.Stdio {
		err = answer.Print(w.Streams, asked, w.JSON, w.All)
	}
	if i, ok := asked.(*summary.Influence); ok && w.draws() {
		err = errors.Join(err, merges.DrawInfluence(c.Context(), w.Hushed(w.Quiet), &w.picture, prog, i))
	} else {
		err = errors.Join(err, w.save(made))
	}
	return errors.Join(err, cli.Stopped(c.Context()))
}

// part makes the runs of a shard, and writes its file.
func (w *sweeper) part(c *cobra.Command, prog *lang.Program, start *lang.Start, o sweep.Options, by []int) error {
	h, err := w.shard.Header(c, &w.Series, w.about(), prog, start, o)
	if err != nil {
		return err
	}
	h.By = by
	return w.shard.Write(c, &w.Series, w.picture.File, h, func(part *flags.Series) ([]byte, sweep.Rows, error) {
		sum := func(rows sweep.Rows) encoding.BinaryMarshaler { return total.Of(h.Subject, rows) }
		if w.influence {
			observer := summary.NewObserver(prog, start)
			o.Read = observer.Read
			sum = func(sweep.Rows) encoding.BinaryMarshaler { return observer.Total(h.Subject) }
		}
		made, err := part.Make(c, prog, start, o)
		if err != nil {
			return nil, nil, err
		}
		data, err := sum(made.Rows).MarshalBinary()
		return data, made.Rows, err
	})
}

// report makes the runs, and returns them with the report that the flags ask for.
func (w *sweeper) report(c *cobra.Command, prog *lang.Program, start *lang.Start, o sweep.Options, by []int) (
	*sweep.Sweep, report.Answer, error) {
	var observer *summary.Observer
	if w.influence {
		observer = summary.NewObserver(prog, start)
		o.Read = observer.Read
	}
	changed, from, err := w.Change.Apply(prog, start)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", prog.Source, err)
	}
	made, err := w.Make(c, prog, start, o)
	if err != nil {
		return nil, nil, err
	}
	of, err := w.Subject(c, w.about(), prog, start)
	if err != nil {
		return nil, nil, err
	}
	if !w.changes() {
		of.Name(made.Sweep)
		if w.influence {
			return made.Sweep, summary.NewInfluence(observer.Total(of)), nil
		}
		of.By = by
		return made.Sweep, summary.New(total.Of(of, made.Rows), made.Rows.All()), nil
	}
	again, err := w.Make(c, changed, from, o)
	if err != nil {
		return nil, nil, err
	}
	series := summary.NewSeries(&of, len(made.Rows))
	return made.Sweep, summary.NewContrast(made.Sweep, again.Sweep, series, w.Change), nil
}

// about returns which report the runs are made for, unless they are compared.
func (w *sweeper) about() string {
	if w.influence {
		return total.Influence
	}
	return total.Sweep
}

// changes reports whether the runs are compared with runs of a changed program.
func (w *sweeper) changes() bool { return len(w.Without)+len(w.With) > 0 }

// draws reports whether the file to write is a picture.
func (w *sweeper) draws() bool {
	return w.influence && w.picture.File != "" && summary.WriterOf(w.picture.File) == nil && w.picture.File != cli.Stdio
}

// game plays a game many times.
func (w *sweeper) game(c *cobra.Command, file string) error {
	err := cmp.Or(games.Foreign(c, file), games.Refuse(c, file, "shard", "stage", "trace", "context", "choose",
		"proof-steps", "match-steps", "by", "facts", "input", "no-hash", "output", "memory", "influence", "without", "with"))
	if err != nil {
		return err
	}
	if _, err := w.Limits(c); err != nil {
		return err
	}
	if !w.Quiet {
		w.SaySeed(c.ErrOrStderr())
	}
	series, err := games.Sweep(c.Context(), w.Streams, file, games.SeriesOptions{
		Seed: w.Seed, Runs: w.Runs, Turns: w.Steps, Jobs: w.Jobs, NewLevel: w.newLevel, Time: w.Time,
	})
	if err != nil {
		return err
	}
	if w.JSON || !w.Quiet {
		err = answer.Print(w.Streams, series, w.JSON, w.All)
	}
	return errors.Join(err, cli.Stopped(c.Context()))
}

// check refuses flags that make no sense.
func (w *sweeper) check(c *cobra.Command, program string) error {
	if err := w.Series.Check(c, program); err != nil {
		return err
	}
	if c.Flags().Changed("by") && len(w.counts.By) == 0 {
		return cli.BadFlag(c, `--by "": say a rule`)
	}
	if err := answer.CheckOutput(c, w.JSON, "-o", w.picture.File); err != nil {
		return err
	}
	if w.shard.Asked() {
		return w.shard.Check(c, &w.Series, w.picture.File, "without", "with")
	}
	switch {
	case w.influence && w.changes():
		return cli.BadFlag(c, "--influence does not go with --without and --with; compare two reports instead")
	case w.draws():
		return w.picture.Check(c, w.Streams)
	case w.picture.File != "" && w.picture.File != cli.Stdio && summary.WriterOf(w.picture.File) == nil:
		return cli.BadFlag(c, "-o %q: the name of a table ends with .csv or .parquet; --influence draws a picture, too",
			w.picture.File)
	case c.Flags().Changed("theme") || c.Flags().Changed("max-nodes"):
		return cli.BadFlag(c, "--theme and --max-nodes are for the picture of --influence: name one with -o")
	}
	return nil
}

// save writes the table.
func (w *sweeper) save(made *sweep.Sweep) error {
	switch w.picture.File {
	case "":
		return nil
	case cli.Stdio:
		return summary.WriteCSV(cli.Data(w.Out), made, made.Rows.All())
	}
	return w.StreamFile(w.picture.File, func(out io.Writer) error {
		return summary.WriterOf(w.picture.File)(out, made, made.Rows.All())
	})
}
