package main

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// inspector holds the flags of the verb.
type inspector struct {
	series
	prose    string
	noProse  bool
	annotate bool
	blessed  bool
	least    float64 // percent of the rules that are to fire
	program  string  // its file
}

func covering(s cli.Streams) *cobra.Command {
	v := &inspector{series: series{Streams: s}}
	cmd := &cobra.Command{
		Use:   "coverage PROGRAM",
		Short: "Run a program many times; say which rules, links, stages and words never came up, and why",
		Long: `Run a program many times, with seeds one after the other, and say what of it never came
up: rules and links that never fired, and why not; rules that could have fired and
almost always lost to others; stages that were never entered; facts that were never
there; and what the prose of the program says that no site of these runs would tell.

Of each rule that fired it says how often, in how many runs, in how many states it was
enabled, in how many of these it was chosen, and in how many this was to be expected if
each transition was as likely. A rule is enabled in a state if it has a transition there:
in an ordered stage it is the first rule written that applies; links are where no rule
of the stage applies. Counted are the states in which something fired. A rule lost where
another one fired, which took what it needed if it is not enabled in the next state.

Of each rule whose premises were never met it says which of them was missing the most often,
at up to some 200 states of its stage, of links those where the stage had come to rest. What
is missing is what 'ceptre why not' finds: as little as can be. Rules that ask sensors are
left out there.

Chance chooses at every step, in interactive stages, too. Nobody is outside: what sensors
ask for has no answer but the lines of --input, in each run from the first on. Each run is
the one that 'ceptre run' makes with its seed, --choose random and that input, or
< /dev/null. As many runs begin at each #trace of the program, and it says which of them
reached what; --trace takes one of them, --stage and --context another place.

With --blessed, the runs are those that 'ceptre test' tests, as they go now: so you see what
your tests leave out. With --runs, too, those by chance count beside them.

The prose is in the file that --prose names, or beside the program: in verona.md for
verona.cep. Its variants are counted as 'ceptre publish' tells the runs.

With --fail-under 100 the status is 1 if a rule or a link never fired; with a smaller
number, if fewer percent of them did. When you interrupt it, there is what is known
of the runs that had ended by then.`,
		Example: `  ceptre coverage examples/verona.cep
  ceptre coverage examples/dungeon.cep --runs 1000 --all
  ceptre coverage examples/workshop.cep --prose draft.md
  ceptre coverage examples/blocks.cep --quiet --fail-under 100
  ceptre coverage examples/vending.cep --annotate
  ceptre coverage examples/garden.cep --trace 2
  ceptre coverage examples/push.cep --blessed --fail-under 60
  ceptre coverage examples/cottage.cep --runs 1 --input walkthrough.txt
  ceptre coverage examples/garden.cep --json`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return v.inspect(c, args[0]) },
	}
	v.flags(cmd)
	f := cmd.Flags()
	f.Lookup("trace").Usage = "which #trace of the program to start from, counted from 1 (default: each, with as many runs)"
	f.Lookup("trace").DefValue = "0" // so that it is not said to be the first
	f.BoolVar(&v.blessed, "blessed", false, "count the blessed runs of 'ceptre test'; with --runs, beside those by chance")
	f.StringVar(&v.prose, "prose", "", "the file with the words (default: the one beside the program)")
	f.BoolVar(&v.noProse, "no-prose", false, "leave the words out, which can take most of the time, and memory for each step")
	f.Float64Var(&v.least, "fail-under", 0, "exit with 1 if fewer `PERCENT` of the rules and links fired")
	f.BoolVar(&v.annotate, "annotate", false, "print the text of the program, and before each line how often its rule or link fired, or its stage was entered")
	f.BoolVar(&v.json, "json", false, "print all that is known as JSON")
	return cmd
}

// inspect makes the runs and prints their coverage.
func (v *inspector) inspect(c *cobra.Command, program string) error {
	if err := v.check(c, program); err != nil {
		return err
	}
	prog, err := load(v.Streams.Hushed(v.quiet), program)
	if err != nil {
		return err
	}
	words, err := v.words(prog, program)
	if err != nil {
		return err
	}
	cli.TakeTime(c.Context())
	from, err := v.batches(c, prog, sweep.Options{NoHash: true, Chances: true, Read: words.reader()})
	if err != nil {
		return err
	}
	found := newCoverage(from, words)
	found.annotate = v.annotate
	if err := errors.Join(found.look(c.Context()), found.show()); err != nil {
		return err
	}
	if err := stopped(c.Context()); err != nil {
		return err
	}
	return v.judge(found, prog)
}

// check refuses flags that make no sense.
func (v *inspector) check(c *cobra.Command, program string) error {
	switch {
	case !(v.least >= 0 && v.least <= 100):
		return cli.BadFlag(c, "--fail-under %v: give a percentage from 0 to 100", v.least)
	case v.annotate && v.json:
		return cli.BadFlag(c, "give --annotate or --json, but not both")
	case v.noProse && v.prose != "":
		return cli.BadFlag(c, "give --prose or --no-prose, but not both")
	}
	v.program = program
	return errors.Join(v.series.check(c, program), v.checkBlessed(c, program), oneStdin(c, program, "the prose", v.prose))
}

// judge says whether enough of the rules fired.
func (v *inspector) judge(found *coverage, prog *lang.Program) error {
	if fired, all := found.fired(), len(found.rules); 100*float64(fired) < v.least*float64(all) {
		return fmt.Errorf("%s: %d of %d rules and links fired, %s: fewer than the %v %% of --fail-under", prog.Source, fired, all, percent(fired, all), v.least)
	}
	return nil
}
