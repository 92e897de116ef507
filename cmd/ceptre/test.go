package main

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/golden"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/runs"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// tester holds the flags of the verb.
type tester struct {
	flags.Runner
	bless, update, json, all bool
	name                     string
	only                     []string
}

func blessedRuns(s cli.Streams) *cobra.Command {
	var t tester
	cmd := &cobra.Command{
		Use:   "test PROGRAM|FOLDER…",
		Short: "Test whether the blessed runs of a program are unchanged",
		Long: `Repeat the choices of blessed runs, and say whether each run is still the same: the same
start, the same steps with the same facts used up, read and made, and the same end. If
not, test names the first step that no longer fits, says why, and exits with 1. Given a
folder, it tests all programs in it, and in folders below, that have blessed runs.

Blessed runs are traces in a folder beside the program: verona.runs beside verona.cep.
--bless puts traces there: those named after the program or, if there are none, a new run,
made as 'ceptre run' makes it with the same flags, but a query in a Celf file does not
start over, and its goal does not count. Commit them together with the program.

Runs are compared as by 'ceptre trace hash': only causes and effects count. You can
reformat the program and reorder its declarations, rules, premises, results and facts,
except the rules of ordered stages and of actions. You can also rename things: equal names
are matched first, and other names by their place in the recorded program and in the
present one. The names that are taken as renamed are listed. The number of a move, and of
other moves beside it, do not count.

If a step is no longer possible with its numbers, but is with others (a sword cost 5, and
now costs 7), test takes the first numbers that fit and goes on, to test the rest of the
run. The run fails anyway; --update accepts the new numbers.

A run starts at the #trace or context that is most similar to the recorded start;
different facts there are a change. An end at which moves are possible now is a change,
too. A run fails at the first step after which the state violates an #invariant or #never
of the program.

--update accepts the changes after it has reported them: each run that differs is recorded
anew, with the same choices and their present results. A run with an impossible choice is
left as it is; bless another run in its place, or delete it.`,
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
	t.Flags(cmd)
	f := cmd.Flags()
	f.Lookup("quiet").Usage = flags.QuietUsage
	f.StringArrayVar(&t.only, "run", nil,
		"test only blessed runs with a name that matches `PATTERN`, such as 'feud*' (repeatable)")
	f.BoolVar(&t.update, "update", false, "report the changes, and record the runs as they are now")
	f.BoolVar(&t.bless, "bless", false,
		"bless the traces that are named after the program, or a new run if there are none")
	f.StringVar(&t.name, "name", "", "the `NAME` of the blessed run; .jsonl, .ctrace or .gz at its end set the form "+
		"(default: the name of the trace, or seed-N)")
	f.BoolVar(&t.json, "json", false, "print the answer as JSON")
	f.BoolVar(&t.all, "all", false, answer.AllUsage)
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
	programs := args
	if t.bless {
		programs = args[:1] // the others are traces
	}
	for _, program := range programs {
		err = cmp.Or(err, runs.WantFile(c, program))
	}
	return cmp.Or(err, t.checkGlobs(c))
}

// misplaced says why a flag makes no sense; "" where it does.
func (t *tester) misplaced(flag string, traces bool) string {
	switch flag {
	case "bless", "quiet", "help":
		return ""
	case "run", "update", "json", "all":
		if t.bless {
			return "is for testing; --bless does not test"
		}
		return ""
	}
	switch {
	case !t.bless:
		return "needs --bless"
	case traces && flag != "name":
		return "is for a new run; a trace is blessed as it is"
	}
	return ""
}

// test says of the blessed runs of programs whether they are what they were.
func (t *tester) test(c *cobra.Command, s cli.Streams, args []string) error {
	done, err := runs.Test(c.Context(), s, args, runs.Options{Only: t.only, Update: t.update, Quiet: t.Quiet})
	if done == nil {
		return err
	}
	if err := errors.Join(err, answer.Print(s, done, t.json, t.all), runs.Accept(s, done)); err != nil {
		return err
	}
	return t.conclude(done)
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

// checkGlobs refuses what --run cannot ask for.
func (t *tester) checkGlobs(c *cobra.Command) error {
	for _, glob := range t.only {
		if _, err := path.Match(glob, ""); err != nil {
			return cli.BadFlag(c, "--run %q: %v", glob, err)
		}
	}
	return nil
}

// blessAll blesses traces, or a new run where there are none. It writes all of them or none.
func (t *tester) blessAll(c *cobra.Command, s cli.Streams, program string, files []string) error {
	if t.name != "" && len(files) > 1 {
		return cli.BadFlag(c, "--name is for one run, and there are %d traces", len(files))
	}
	prog, err := load.Program(s.Hushed(t.Quiet), program)
	if err != nil {
		return err
	}
	blessings, err := t.blessings(c, s, prog, files)
	if err != nil {
		return err
	}
	return runs.Bless(s, program, blessings, t.Quiet)
}

// blessings returns the runs to bless.
func (t *tester) blessings(c *cobra.Command, s cli.Streams, prog *lang.Program, files []string) ([]*runs.Run, error) {
	if len(files) == 0 {
		b, err := t.made(c, s, prog)
		return []*runs.Run{b}, err
	}
	var out []*runs.Run
	var all error
	for _, file := range files {
		b, err := t.read(c, s, prog, file)
		out, all = append(out, b), errors.Join(all, err)
	}
	return out, all
}

// made runs the program as the flags say.
func (t *tester) made(c *cobra.Command, s cli.Streams, prog *lang.Program) (*runs.Run, error) {
	name, err := t.newName(c)
	if err != nil {
		return nil, err
	}
	t.Printed, t.Once = s.Err, true // its name has the seed
	made, err := t.Run(c, prog)
	if err = errors.Join(err, cli.Stopped(c.Context())); err != nil {
		return nil, err
	}
	return &runs.Run{Name: name, Trace: made}, nil
}

// newName returns what a new run is to be called: by its seed, where that says what it is.
func (t *tester) newName(c *cobra.Command) (string, error) {
	if t.name != "" {
		return t.name, properName(c, t.name)
	}
	for _, flag := range []string{"choose", "trace", "stage", "context"} {
		if c.Flags().Changed(flag) {
			return "", cli.BadFlag(c, "give the run a --name: with --%s, its seed does not identify it", flag)
		}
	}
	return fmt.Sprintf("seed-%d", t.Seed), nil
}

// properName refuses a name that is not the name of a file in the folder.
func properName(c *cobra.Command, name string) error {
	if strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) || filepath.Base(name) != name ||
		runs.Name(name) == "" {
		return cli.BadFlag(c, "--name %q: give a name for a file, without a folder", name)
	}
	return nil
}

// read reads a trace that is a run of the program as it is.
func (t *tester) read(c *cobra.Command, s cli.Streams, prog *lang.Program, file string) (*runs.Run, error) {
	name, err := t.nameOf(c, file)
	if err != nil {
		return nil, err
	}
	read, err := runs.Read(c.Context(), s, prog, file)
	if err != nil {
		return nil, err
	}
	return &runs.Run{Name: name, Trace: read}, nil
}

// nameOf returns what the run of a trace is to be called.
func (t *tester) nameOf(c *cobra.Command, file string) (string, error) {
	switch {
	case t.name != "":
		return t.name, properName(c, t.name)
	case file == cli.Stdio:
		return "", cli.BadFlag(c, "give the run on standard input a --name")
	}
	name := filepath.Base(file)
	if _, ours := form.Of(name); !ours {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return name, nil
}
