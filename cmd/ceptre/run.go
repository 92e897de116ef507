package main

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
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
}

func run(s cli.Streams) *cobra.Command {
	var r reporter
	cmd := &cobra.Command{
		Use:   "run PROGRAM",
		Short: "Run a program; print its steps and the final state",
		Long: `Run a program from one of its #traces, and print every step with the facts that
it used up (-) and made (+), and the facts that are left. Where a run comes to rest in a
stage with links to others, it says of each link why it did not apply; and where nothing
happens at all, which rules came nearest to firing and what they lack.

Chance chooses, but in stages marked #interactive you do, unless all that is left is
one way to the next stage: at a terminal from a menu, or else by numbers on
standard input, with blanks, commas or line ends between them and comments after
%. --choose ask asks you at every step; its other values never do. The program's own
sensors read standard input, too, and its actions print to standard output, with --quiet
as the only text there; with --json and -o - they print to standard error.

A list of choices gives a number for each step, links between stages included;
moves are numbered from 1 in the order of the rules, and equal-looking ones have
one number, as 'ceptre moves' shows. When the list is used up, the run stops.
'ceptre play' is for choosing on a screen, taking back and trying again.

The trace is a JSON object; a name after -o that ends in .jsonl asks for a record a line,
.ctrace for the compact form, of some 10 bytes a step of long runs, and .gz for compression;
other endings, such as those of pictures, are refused. Steps are printed and traces written
as the run goes on, so a run of any length takes little memory. A run that fails in the
middle, for instance at the number of a move that does not exist, leaves its trace so far;
one that cannot begin leaves the file as it was.

The run ends at --steps, --time or --memory, whichever comes first, with all that happened
by then; the end of the trace says which limit it was. Memory is measured a hundred times
a second, while the program runs: a run can take half as much again at once. The same seed
gives the same steps whatever the limits are.

If a run that a limit ends came back to an earlier state, you are told, unless other steps
could have followed and the limit is that of --steps or the #trace. Some repetitions are not
noticed: a run is compared with its states after 1, 2, 4, 8 and so on steps, and with late
ones not for long.

--explain-plan prints for each rule the parts whose matches are kept while facts come and
go, and how a new fact is joined: in which order the other premises are matched, and by
which arguments facts are looked up. Pairs that are only compared are counted, and rules
that ask sensors are matched anew in each state.`,
		Example: `  ceptre run examples/verona.cep
  ceptre run examples/verona.cep --seed 7 --steps 40 -o trace.json
  ceptre run examples/blocks.cep --choose 2,1,1
  ceptre run examples/blocks.cep --choose ask
  ceptre run examples/blocks.cep --stage main --context table --json
  ceptre run examples/blocks.cep --steps 10000000 --quiet -o trace.ctrace
  ceptre run examples/blocks.cep --steps 1000000 --time 10s --memory 500MB -o trace.json
  ceptre run examples/sorting.cep --explain-plan
  ceptre run examples/verona.cep -o - | ceptre-graph - > trace.svg`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return r.report(c, s, args[0]) },
	}
	r.Flags(cmd)
	cmd.Flags().Lookup("quiet").Usage = flags.QuietUsage
	cli.FileFlag(cmd, &r.out, "", "the file to write the trace to; - is standard output, without the steps")
	cmd.Flags().BoolVar(&r.json, "json", false, "print the steps and the final state as JSON")
	cmd.Flags().BoolVar(&r.plan, "explain-plan", false,
		"print how each rule is matched, and run nothing")
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
	err = r.stream(c, s, prog)
	return errors.Join(r.tellRest(c.Context(), s.Out, prog), err, cli.Stopped(c.Context()))
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
		return account.NewRecorder(cli.Data(s.Out))
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
