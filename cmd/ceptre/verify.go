package main

import (
	"cmp"
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/games"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// certifier holds the flags of the verb.
type certifier struct {
	exact    bool
	quiet    bool
	solution int
}

func verifying(s cli.Streams) *cobra.Command {
	var f certifier
	cmd := &cobra.Command{
		Use:   "verify PROGRAM TRACE",
		Short: "Check whether a trace is a possible run of a program",
		Long: `Check whether a trace is a possible run of a program, and if not, name the first step that
is impossible, with the reason. Each step must be enabled when it fires, and must use up,
read and make the facts that its rule states; links wait until no rule applies; the
answers of sensors are taken from the trace; and the run must end as the trace says.

Steps may stand in any order that respects causes and effects, except in ordered stages,
where the first rule that applies fires first. With --exact, the steps must have fired in
exactly this order, and the trace must be complete: the number of moves at each step, all
answers of sensors, and the end of the run.

A note says if the text of the program has changed since the run; the trace may still be a
run of it. It does not matter how the steps were chosen. A note says, too, at which step
the state first violates an #invariant or #never of the program.

If the program is a world in Celf (.clf), the trace may be what Celf printed: a solution is
replayed step by step, and its end is compared with the goal of the query. The message names
the place of the first step that the world does not allow. If there are several solutions,
--solution takes another than the first. Of a #trace, Celf prints the states alone; the
steps are found that lead from each state to the next.

Of a game (.kif, .ggd, .json), the recorded moves are played again, or the strategy with
the recorded seed and random integers, and the same must come of them.

Even a long trace takes little memory, unless its records are out of order. A long .json
file, in which the steps come last, is kept in a temporary file meanwhile.`,
		Example: `  ceptre run examples/verona.cep -o trace.json
  ceptre trace verify examples/verona.cep trace.json
  ceptre trace verify examples/verona.cep trace.json --exact
  ceptre trace verify examples/lanterns.clf solution.txt --solution 2
  ceptre trace verify examples/tictactoe.kif match.json`,
		Args: cli.Usage(cobra.ExactArgs(2)),
		RunE: func(c *cobra.Command, args []string) error { return f.verify(c, s, args[0], args[1]) },
	}
	cmd.Flags().BoolVar(&f.exact, "exact", false,
		"check the order of the steps, and that nothing is left out, too")
	cmd.Flags().IntVar(&f.solution, "solution", 0, "of what Celf printed, replay the `N`th solution (default 1)")
	cmd.Flags().BoolVar(&f.quiet, "quiet", false, "print nothing if the trace is a run of the program")
	return cmd
}

// verify holds a trace against a program, and says what comes of it.
func (f *certifier) verify(c *cobra.Command, s cli.Streams, program, file string) error {
	if err := load.OneStdin(c, program, "the trace", file); err != nil {
		return err
	}
	if f.solution < 0 || c.Flags().Changed("solution") && (f.solution == 0 || !celf.Is(program)) {
		return cli.BadFlag(c, "--solution is the number of a solution of a world in Celf (.clf), from 1 on")
	}
	if games.Is(s, program) {
		return games.Verify(c, s, program, file, f.exact, f.quiet)
	}
	prog, err := load.Program(s.Hushed(f.quiet), program)
	if err != nil {
		return err
	}
	if celf.Is(program) {
		var name, text string
		if s, name, text, err = s.ReadAnswers(file); text != "" || err != nil {
			return cmp.Or(err, f.answer(c, s, prog, name, text))
		}
	}
	if f.solution > 0 {
		return cli.BadFlag(c, "--solution chooses one of those that Celf printed, and %s is no answer of Celf",
			visible.Line(file))
	}
	var name string
	var header *trace.Header
	var steps int
	violation := ""
	o := replay.VerifyOptions{Exact: f.exact, Violated: func(after *trace.Step, v *statement.Violation) {
		where := "at the start"
		if after != nil {
			where = fmt.Sprintf("after step %s, %s", after.ID, after)
		}
		violation = visible.Line(fmt.Sprintf("%s:%s: %s is violated %s: %s", prog.Source, v.Statement.Start,
			v.Statement.Label, where, v.Reason()))
	}}
	err = s.ReadRecords(c.Context(), file, "checking", func(in *cli.Input, t *trace.Stream) error {
		name, header = in.Name, t.Header
		steps, err = replay.VerifyStream(c.Context(), prog, t, o)
		return err
	}, func(t *trace.Trace) error {
		steps = len(t.Steps)
		return replay.Verify(c.Context(), prog, t, o)
	})
	switch {
	case header == nil: // it could not be read
		return err
	case err == nil && f.quiet:
		return nil
	}
	load.WarnOfOther(s.Err, prog, header, name)
	if err != nil {
		return load.Blame(c.Context(), prog, name, err)
	}
	if violation != "" {
		fmt.Fprintln(s.Err, violation)
	}
	_, err = fmt.Fprintf(s.Out, "%s: a run of %s: %s\n", name, prog.Source, english.Count(steps, "step"))
	return err
}

// answer replays a solution that Celf printed.
func (f *certifier) answer(c *cobra.Command, s cli.Streams, prog *lang.Program, name, text string) error {
	t, err := load.Solution(c.Context(), s.Hushed(f.quiet), prog, name, text, f.solution)
	if err != nil {
		return err
	}
	if f.quiet {
		return nil
	}
	_, err = fmt.Fprintf(s.Out, "%s: a run of %s: %s\n", name, prog.Source, english.Count(len(t.Steps), "step"))
	return err
}
