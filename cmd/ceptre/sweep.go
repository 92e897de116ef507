package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/games"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/spf13/cobra"
)

// sweeper holds the flags of the verb.
type sweeper struct {
	flags.Series
	by     []string
	facts  []string
	out    string
	noHash bool
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
combination.

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
and the same standard input.

--steps and --time limit each run. When --memory is used up, the runs in progress end, and
the next runs start. The rows of runs that hit a limit say so.

Two runs are different if they differ in more than the order of independent steps, as
defined by 'ceptre trace hash'. Two final states are different if their facts or their
stages differ.

-o writes a table with a row for each run: CSV, or Parquet if the name ends with .parquet.
The column 'rule:NAME' says how often a rule fired, 'facts:FACT' how many such facts there
are at the end, and 'sum:FACT' the sum of their numbers. When you interrupt it, sweep
reports the runs that have ended.

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
  ceptre sweep examples/tictactoe.kif --runs 1000`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return w.sweep(c, args[0]) },
	}
	w.Flags(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&w.by, "by", nil,
		"count the runs by how often this `RULE` fired (repeatable)")
	f.StringArrayVar(&w.facts, "facts", nil, "count these `FACTS` at the end of the runs (repeatable)")
	f.BoolVar(&w.noHash, "no-hash", false,
		"do not count different runs, which takes as long as running them, and memory for each step")
	f.BoolVar(&w.newLevel, "new-level", false,
		"of a game of logic-game: generate a level for each run (default: the stored one)")
	f.BoolVar(&w.JSON, "json", false, "print the whole report, and each run, as JSON")
	cli.FileFlag(cmd, &w.out, "", "write a row for each run to this `FILE` (.csv or .parquet); - prints CSV "+
		"instead of the report")
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
	if err := w.RoomFor(w.out); err != nil {
		return err
	}
	prog, err := load.Program(w.Streams.Hushed(w.Quiet), program)
	if err = errors.Join(err, w.MayWrite(w.out, w.Input)); err != nil {
		return err
	}
	start, err := w.Start(c, prog)
	if err != nil {
		return err
	}
	by, err := summary.Rules(prog, w.by)
	if err != nil {
		return fmt.Errorf("%s: --by: %w", prog.Source, err)
	}
	facts, err := summary.Tallies(prog, w.facts)
	if err != nil {
		return fmt.Errorf("%s: --facts: %w", prog.Source, err)
	}
	cli.TakeTime(c.Context())
	made, err := w.Make(c, prog, start, sweep.Options{NoHash: w.noHash, Facts: facts})
	if err != nil {
		return err
	}
	if w.JSON || !w.Quiet && w.out != cli.Stdio {
		err = answer.Print(w.Streams, summary.New(made.Sweep, w.Describe(made), by), w.JSON, w.All)
	}
	return errors.Join(err, w.save(made.Sweep), cli.Stopped(c.Context()))
}

// game plays a game many times.
func (w *sweeper) game(c *cobra.Command, file string) error {
	err := cmp.Or(games.Foreign(c, file), games.Refuse(c, file, "stage", "trace", "context", "choose",
		"proof-steps", "match-steps", "by", "facts", "input", "no-hash", "output", "memory"))
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
	if c.Flags().Changed("by") && len(w.by) == 0 {
		return cli.BadFlag(c, `--by "": say a rule`)
	}
	if err := answer.CheckOutput(c, w.JSON, "-o", w.out); err != nil {
		return err
	}
	if w.out != "" && w.out != cli.Stdio && summary.WriterOf(w.out) == nil {
		return cli.BadFlag(c, "-o %q: the name of a table ends with .csv or .parquet", w.out)
	}
	return nil
}

// save writes the table.
func (w *sweeper) save(made *sweep.Sweep) error {
	switch w.out {
	case "":
		return nil
	case cli.Stdio:
		return summary.WriteCSV(cli.Data(w.Out), made)
	}
	return w.WriteFile(w.out, func(out io.Writer) error { return summary.WriterOf(w.out)(out, made) })
}
