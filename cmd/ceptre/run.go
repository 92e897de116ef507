package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/games"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/play/ask"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/account"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// reporter holds the flags of the verb.
type reporter struct {
	flags.Runner
	out  string
	json bool
	plan bool
	rest report.Rest
	game games.Player
}

func run(s cli.Streams) *cobra.Command {
	var r reporter
	cmd := &cobra.Command{
		Use:   "run PROGRAM",
		Short: "Run a program; print its steps and the final state",
		Long: `Run a program from one of its #traces. Each step is printed with the facts that it uses up
(-) and makes (+); at the end, the facts that are left. When a run comes to rest in a
stage that has links, run says for each link why it did not apply. When nothing happens at
all, run names the rules that came nearest to firing and the facts that they lack.

Choices are random, except in stages marked #interactive, where you choose: from a menu at
a terminal, or else with numbers on standard input, separated by blanks, commas or line
ends; text behind % is a comment. You are not asked when the only move left is a link to
the next stage. --choose ask asks you at every step; the other values of --choose never
ask. --choose random draws one of all transitions. --choose rule draws one of the rules
that can fire, and then one of its transitions, so that a rule with many of them is chosen
no more often than others. Sensors of the program read standard input, too. Its actions
print to standard output; with --quiet, nothing else appears there. With --json or -o -,
actions print to standard error.

A list of choices, such as --choose 2,1,1, has a number for each step, including links
between stages. The numbers are those that 'ceptre moves' shows: they count from 1 in the
order of the rules, and moves that look the same share a number. The run stops at the end
of the list. To choose on a screen, take back moves and try others, use 'ceptre play'.

The name after -o decides how the trace is written: .json is a JSON object, .jsonl has a
record on each line, .ctrace is compact (about 10 bytes per step of a long run), and a
further .gz compresses it. Other endings, such as those of pictures, are refused. Steps
are printed and the trace is written while the program runs, so even a very long run takes
little memory. A run that fails on the way, for example because a move does not exist,
leaves the trace up to that step; a run that cannot start leaves the file unchanged.

The run ends at --steps, --time or --memory, whichever comes first. The trace holds
everything up to that point and names the limit. Memory is measured a hundred times per
second, so a run can exceed its limit by half for a moment. The same seed gives the same
steps whatever the limits.

The run also ends at the first state that violates an #invariant or #never of the program,
with exit status 1. The message names the step, the facts, and the question to 'ceptre why'
that shows what led there.

A world in Celf (.clf) runs, too. Its queries have goals: when the run of a query has
ended, run says whether the facts that are there meet the goal, and which are left over. A
query that starts over does so with the next seeds; only the run that meets the goal is
printed and written, or else the first one. The exit status is 1 if the query expects
another outcome, or if a #trace of N steps ends before; the trace is written all the same.

If a limit ends a run that had returned to an earlier state, run says so, unless the limit
was --steps or the #trace and other steps were possible. Some repetitions go unnoticed,
because states are only compared with those after 1, 2, 4, 8, … steps, and late ones only
for a while.

A game in the Game Description Language (.kif) or GGDL (.ggd) runs, too: all roles choose
their moves by chance, or play those of --moves. In a game of logic-game (.json), its
strategy plays the stored level, or a new one. --steps counts turns, of which there are at
most 500. The trace has a step for each move and one for each change of the state that
they lead to. --json prints the states, legal moves and goals of each turn, or what the
strategy saw, remembered and did.

--explain-plan prints how each rule is matched: its independent parts, the order in which
a new fact is joined with other premises, and the arguments by which facts are looked up.
Pairs that are only compared are counted. Rules that ask sensors are matched anew in each
state.`,
		Example: `  ceptre run examples/verona.cep
  ceptre run examples/verona.cep --seed 7 --steps 40 -o trace.json
  ceptre run examples/blocks.cep --choose 2,1,1
  ceptre run examples/blocks.cep --choose ask
  ceptre run examples/blocks.cep --stage main --context table --json
  ceptre run examples/blocks.cep --steps 10000000 --quiet -o trace.ctrace
  ceptre run examples/blocks.cep --steps 1000000 --time 10s --memory 500MB -o trace.json
  ceptre run examples/sorting.cep --explain-plan
  ceptre run examples/tictactoe.kif --moves match.txt -o trace.json
  ceptre run examples/quarry-king.clf --seed 4 -o trace.json
  ceptre run labyrinth.json --new-level --seed 3
  ceptre run examples/verona.cep -o - | ceptre-graph - > trace.svg`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return r.report(c, s, args[0]) },
	}
	r.Flags(cmd)
	r.game.RunFlags(cmd)
	cmd.Flags().Lookup("quiet").Usage = flags.QuietUsage
	cli.FileFlag(cmd, &r.out, "", "write the trace to `FILE`; - prints it instead of the steps")
	cmd.Flags().BoolVar(&r.json, "json", false, "print the steps and the final state as JSON")
	cmd.Flags().BoolVar(&r.plan, "explain-plan", false,
		"print how each rule is matched, and do not run the program")
	return cmd
}

// check refuses flags that contradict each other.
func (r *reporter) check(c *cobra.Command) error {
	switch {
	case r.plan && r.json:
		return cli.BadFlag(c, "give --explain-plan or --json, but not both")
	case r.plan && r.out != "":
		return cli.BadFlag(c, "--explain-plan runs nothing, so there is no trace for -o")
	}
	return answer.CheckOutput(c, r.json, "-o", r.out)
}

// report runs a program, prints the run, and writes its trace.
func (r *reporter) report(c *cobra.Command, s cli.Streams, program string) error {
	if err := cmp.Or(r.check(c), s.MayWrite(r.out, program), form.Want(c, "-o", r.out)); err != nil {
		return err
	}
	if games.Is(s, program) {
		return r.play(c, s, program)
	}
	if err := games.None(c, program); err != nil {
		return err
	}
	if r.json || r.out == cli.Stdio {
		r.Printed = s.Err
	}
	prog, err := load.Program(s.Hushed(r.Quiet), program)
	if err != nil {
		return err
	}
	if r.plan {
		return r.explainPlan(c, s.Out, prog)
	}
	r.Lively = cli.IsTerminal(s.Out) && !r.json && r.out != cli.Stdio
	cli.TakeTime(c.Context())
	err = r.showWhy(r.stream(c, s, prog))
	return errors.Join(r.tellRest(c.Context(), s.Out, prog), err, r.tellOutcome(s), r.Short, cli.Stopped(c.Context()))
}

// tellOutcome says what came of the goal of the run. It returns an error if the program expects another outcome.
func (r *reporter) tellOutcome(s cli.Streams) error {
	if r.Outcome == nil {
		return nil
	}
	if err := r.Outcome.Err(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.Hushed(r.Quiet).Err, r.Outcome)
	return err
}

// showWhy adds to the error of a run that violates a statement how to see what led there.
func (r *reporter) showWhy(err error) error {
	v, ok := errors.AsType[*flags.Violated](err)
	switch {
	case !ok || v.Steps == 0:
		return err
	case r.out == "" || r.out == cli.Stdio:
		return fmt.Errorf("%w; with -o trace.json, `ceptre why trace.json t%d` says what led there", err, v.Steps)
	}
	return fmt.Errorf("%w; `ceptre why %s t%d` says what led there", err, r.out, v.Steps)
}

// play plays a game that is written as a logic program, prints it and writes its trace. A game that fails on the way
// leaves what happened until then.
func (r *reporter) play(c *cobra.Command, s cli.Streams, file string) error {
	err := cmp.Or(games.Foreign(c, file), games.Refuse(c, file, "stage", "trace", "context", "choose",
		"proof-steps", "match-steps", "explain-plan"))
	if err != nil {
		return err
	}
	if _, err := r.Limits(c); err != nil {
		return err
	}
	r.game.Steps, r.game.Seed = r.Steps, r.Seed
	stop := r.Confine(c)
	run, failed := r.game.Play(c, s, file)
	stop()
	if run == nil {
		return failed
	}
	if !r.Quiet {
		r.SaySeed(c.ErrOrStderr())
	}
	err = r.writeGame(s, run)
	return errors.Join(err, failed, cli.Stopped(c.Context()))
}

// writeGame prints a game, and writes its trace.
func (r *reporter) writeGame(s cli.Streams, run *games.Run) error {
	if r.out != "" {
		write := func(w io.Writer) error { return form.Write(r.out, w, run.Trace) }
		if err := s.WriteNamed(r.out, write); err != nil || r.out == cli.Stdio {
			return err
		}
	}
	switch {
	case r.json:
		return answer.WriteJSON(s.Out, run.Account)
	case r.Quiet:
		return nil
	}
	return listing.Write(s.Out, run.Trace.Stream())
}

// explainPlan prints how the enabled transitions are found in the state that the run would start from.
func (r *reporter) explainPlan(c *cobra.Command, out io.Writer, prog *lang.Program) error {
	start, err := r.Start(c, prog)
	if err != nil {
		return err
	}
	m, _ := exec.NewMachine(prog, start, exec.Limits{})
	return m.FprintPlans(out)
}

// stream runs a program, prints the run and writes its trace at the same time, so that a run of any
// length needs little memory. A run with an output file goes on to its end even if standard output
// is closed.
func (r *reporter) stream(c *cobra.Command, s cli.Streams, prog *lang.Program) error {
	if r.out == "" {
		_, err := r.Record(c, prog, r.printing(s))
		return err
	}
	o, _ := s.Outlet(context.WithoutCancel(c.Context()))
	err := r.write(c, s, prog, r.printing(s))
	if closed := o.Close(); r.out != cli.Stdio {
		err = errors.Join(err, closed)
	}
	return err
}

// printing returns what prints a run; it prints nothing where there is something else on
// standard output.
func (r *reporter) printing(s cli.Streams) trace.Recorder {
	switch {
	case r.json:
		a := account.NewRecorder(cli.Data(s.Out))
		a.Solution = func() any {
			if r.Outcome == nil {
				return nil
			}
			return r.Outcome.Data()
		}
		return a
	case r.Quiet || r.out == cli.Stdio:
		return trace.Recorders(nil)
	}
	r.Final = r.rest.Take
	return trace.Recorders{listing.NewRecorder(s.Out), &r.rest}
}

// write runs a program and writes the trace, unless a player was to choose and there is none.
func (r *reporter) write(c *cobra.Command, s cli.Streams, prog *lang.Program, shown trace.Recorder) error {
	return form.Record(s, r.out, shown, func(to trace.Recorder) (bool, error) {
		begun, err := r.Record(c, prog, to)
		return begun && !unasked(err), err
	})
}

// unasked reports whether a run failed for lack of a player. The command line is at fault then, as
// with a bad flag, so the output file is left alone. The steps that chance took until then can be
// repeated from the seed.
func unasked(failed error) bool {
	_, ok := errors.AsType[*ask.UnheardError](failed)
	return ok
}

// tellRest prints below a run why none of the links applied where it came to rest, and why nothing
// happened where nothing did.
func (r *reporter) tellRest(ctx context.Context, w io.Writer, prog *lang.Program) error {
	lines, err := r.rest.Lines(ctx, prog)
	if err != nil || len(lines) == 0 {
		return err
	}
	b := &report.Text{}
	b.Line("")
	b.Lines(lines)
	_, err = w.Write(b.Bytes())
	return err
}
