package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/golden"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// tester holds the flags of the verb.
type tester struct {
	runner
	bless, update, json, all bool
	name                     string
	only                     []string
}

func blessedRuns(s cli.Streams) *cobra.Command {
	var t tester
	cmd := &cobra.Command{
		Use:   "test PROGRAM…",
		Short: "Say whether blessed runs are still what they were",
		Long: `Make the choices of blessed runs again, and say whether each is still the run that it
was: the same steps, which use up, read and make the same, from the same start to the
same end. If not, it names the first step that no longer fits, says why, and exits
with 1. Of a folder, all programs in it and below that have blessed runs are tested.

Blessed runs are traces in a folder beside the program: verona.runs beside verona.cep.
--bless puts them there: the traces that are named after the program or, without any, a
new run, made as 'ceptre run' makes it with the same flags. Commit them with the program.

What counts is what 'ceptre trace hash' counts: what led to what. So a program may be laid
out anew, and its declarations, rules, premises, results and facts may stand in another
order, but for the rules of ordered stages and what the outside is told. Names may change:
what has the same name is the same, and one that is gone is looked for among the new ones
by where it stands, in the program as recorded and as it is. Names that are taken as
renamed are listed. Which number a move had, and how many others there were, does not count.

Where a step can no longer happen with its numbers, but can with others - the price of a
sword was 5, and is 7 now - it is taken with these, the first that fit, so that you see what
becomes of the rest. The run fails all the same, for it is not what it was; --update accepts
the new numbers.

A run starts where the program does: from that of its #traces or contexts that is nearest
to where it started; facts that are others there are a change. So is an end that is none
any more.

--update accepts what changed, after it has been told: each run that is not what it was is
written anew, with the same choices and what they do now. A run with a choice that can no
longer be made is left as it is; bless another one in its place, or delete it.`,
		Example: `  ceptre test examples/verona.cep --bless --seed 7
  ceptre test examples/verona.cep --bless --seed 12 --name feud
  ceptre test examples/verona.cep --bless monday.json tuesday.json
  ceptre test examples/verona.cep
  ceptre test .
  ceptre test examples/verona.cep --run 'feud*' --update`,
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			if err := t.check(c, args); err != nil {
				return err
			}
			if t.bless {
				return t.blessAll(c, s, args[0], args[1:])
			}
			return t.test(c, s, args)
		},
	}
	t.flags(cmd)
	f := cmd.Flags()
	f.Lookup("quiet").Usage = quietUsage
	f.StringArrayVar(&t.only, "run", nil, "test only blessed runs whose name matches, such as 'feud*' (repeatable)")
	f.BoolVar(&t.update, "update", false, "say what changed, and write the runs as they are now")
	f.BoolVar(&t.bless, "bless", false,
		"keep the traces named after the program as its blessed runs, or a new run if none is named")
	f.StringVar(&t.name, "name", "", "what to call the run that is blessed, in that form if it ends in .jsonl, .ctrace or .gz (default: as the trace, or seed-N)")
	f.BoolVar(&t.json, "json", false, "print the answer as JSON")
	f.BoolVar(&t.all, "all", false, allUsage)
	return cmd
}

// check refuses flags that do not go together.
func (t *tester) check(c *cobra.Command, args []string) error {
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		if why := t.misplaced(f.Name, len(args) > 1); why != "" && err == nil {
			err = cli.BadFlag(c, "--%s %s", f.Name, why)
		}
	})
	switch {
	case err != nil:
		return err
	case args[0] == cli.Stdio || !t.bless && slices.Contains(args, cli.Stdio):
		return cli.BadFlag(c, "blessed runs lie beside the file of a program, and standard input is none")
	}
	return t.checkGlobs(c)
}

// misplaced says why a flag makes no sense; "" where it does.
func (t *tester) misplaced(flag string, traces bool) string {
	switch flag {
	case "bless", "quiet", "help":
		return ""
	case "run", "update", "json", "all":
		if t.bless {
			return "is for testing, and --bless does not test"
		}
		return ""
	}
	switch {
	case !t.bless:
		return "is for a run that is blessed; give --bless, too"
	case traces && flag != "name":
		return "is for a new run; a trace is blessed as it is"
	}
	return ""
}

// test says of the blessed runs of programs whether they are what they were.
func (t *tester) test(c *cobra.Command, s cli.Streams, args []string) error {
	programs, err := programsIn(args)
	if err != nil {
		return err
	}
	done := &golden.Verdicts{Update: t.update}
	for _, program := range programs {
		of, failed := t.program(c, s, program)
		if interrupted := stopped(c.Context()); interrupted != nil {
			return interrupted
		}
		done.Programs = append(done.Programs, of)
		err = errors.Join(err, failed)
	}
	err = errors.Join(err, t.say(s, done))
	for _, v := range done.Accepted() {
		err = errors.Join(err, saveRun(s.InPlace(v.File), v.File, v.Again.Now))
	}
	if err != nil {
		return err
	}
	return t.conclude(done)
}

// say prints the verdicts.
func (t *tester) say(s cli.Streams, done *golden.Verdicts) error {
	if t.json {
		return writeJSON(s.Out, done.Data())
	}
	b := &report.Text{All: t.all}
	done.Write(b, t.quiet)
	_, err := s.Out.Write(b.Bytes())
	return err
}

// conclude returns an error where a run failed, or where there was none.
func (t *tester) conclude(done *golden.Verdicts) error {
	switch {
	case done.Failed() > 0:
		return cli.ErrReported
	case done.Runs() > 0:
		return nil
	case done.Some():
		return fmt.Errorf("no blessed run matches --run %s", strings.Join(t.only, " or "))
	}
	return cli.ErrReported // that there are none has been said
}

// program tries the golden runs of a program. The error is about the program or its folder.
func (t *tester) program(c *cobra.Command, s cli.Streams, program string) (*golden.Program, error) {
	out := &golden.Program{Name: program}
	prog, err := load(s.Hushed(t.quiet), program)
	if err != nil {
		out.Broken = true
		return out, missed(program, err)
	}
	all, err := blessedFiles(program)
	if err != nil {
		return out, err
	}
	out.Some, out.Hint = len(all) > 0, firstBlessing(program, prog)
	files, err := t.chosenFiles(program)
	for _, file := range files {
		out.Runs = append(out.Runs, try(c, s, prog, file))
	}
	return out, err
}

// missed adds to the error about a program that is gone that its runs are still there.
func missed(program string, err error) error {
	if files, _ := blessedFiles(program); errors.Is(err, fs.ErrNotExist) && len(files) > 0 {
		return fmt.Errorf("%w; its blessed runs are still in %s", err, runsFolder(program))
	}
	return err
}

// try makes the choices of a blessed run again.
func try(c *cobra.Command, s cli.Streams, prog *lang.Program, file string) *golden.Verdict {
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return &golden.Verdict{Name: runName(file), File: file, Err: fmt.Errorf("cannot be read: %w", err)}
	}
	v, err := golden.Try(c.Context(), prog, t)
	if err != nil {
		v = &golden.Verdict{Err: blame(c.Context(), prog, name, err)}
	}
	v.Name, v.File = runName(file), file
	return v
}
