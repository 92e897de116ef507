package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/coverage"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/runs"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/spf13/cobra"
)

// inspector holds the flags of the verb.
type inspector struct {
	flags.Series
	flags.Coverage
	shard   flags.Shard
	file    string // of the shard
	prose   string
	noProse bool
	blessed bool
	program string // its file
}

func covering(s cli.Streams) *cobra.Command {
	v := &inspector{Series: flags.Series{Streams: s}}
	cmd := &cobra.Command{
		Use:   "coverage PROGRAM",
		Short: "Run a program many times and report the rules, links, stages and prose that never came up",
		Long: `Run a program many times, with consecutive seeds, and report the parts that never came up:
rules and links that never fired, with the reason; rules that could have fired but almost
always lost to others; stages that were never entered; facts that never existed; and
variants of the prose that no site of these runs would show.

For each rule that fired, the report says how often it fired and in how many runs, in how
many states it was enabled, in how many of these it was chosen, and how many choices to
expect if all transitions were equally likely; with --choose rule, if all rules were. A
rule is enabled in a state that has a transition of the rule; in an ordered stage only the
first rule that applies is enabled, and a link only where no rule applies. States in which
nothing fired are not counted. A rule has lost a state when another rule fired there and
the lost one was no longer enabled afterwards.

For each rule with premises that were never met together, the report names the premise
that was missing most often, in up to about 200 states of its stage; for links, in states
where the stage had come to rest. As in 'ceptre whynot', the smallest sets of missing
premises count. Rules that ask sensors are left out of this analysis.

All choices are random, in interactive stages, too. Sensors read the lines of --input,
which start again in each run, and get no other answer. Each run equals 'ceptre run' with
the same seed, --choose random (or rule, see --choose) and the same standard input. The
given number of runs starts at each #trace, and the report says which trace reached what;
--trace selects one, and --stage and --context give another start. The goals of queries in
Celf files do not count.

With --blessed, the runs are those of 'ceptre test', repeated with the present program:
the report shows which parts your tests miss. Add --runs to count random runs as well.

The prose is the file of --prose, or the one beside the program: verona.md for verona.cep.
Its variants are counted as 'ceptre publish' would show them.

With --fail-under 100, the exit status is 1 if any rule or link never fired; with a
smaller number, if less than that percentage fired. When you interrupt it, coverage
reports the runs that have ended.

--shard I/N makes one of N parts of the random runs, of those from each #trace, and writes
it to the file of -o. 'ceptre merge' puts all parts together, and prints what one coverage
prints, with --annotate and --fail-under, too. Otherwise, --shard works as in 'ceptre
sweep'. See 'ceptre help machines'.`,
		Example: `  ceptre coverage examples/verona.cep
  ceptre coverage examples/dungeon.cep --runs 1000 --all
  ceptre coverage examples/workshop.cep --prose draft.md
  ceptre coverage examples/blocks.cep --quiet --fail-under 100
  ceptre coverage examples/vending.cep --annotate
  ceptre coverage examples/garden.cep --trace 2
  ceptre coverage examples/push.cep --blessed --fail-under 60
  ceptre coverage examples/cottage.cep --runs 1 --input walkthrough.txt
  ceptre coverage examples/verona.cep --runs 1000 --shard 3/7 -o part3
  ceptre coverage examples/garden.cep --json`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return v.inspect(c, args[0]) },
	}
	v.Series.Flags(cmd)
	f := cmd.Flags()
	f.Lookup("trace").Usage = "start from #trace `N` of the program, counted from 1 (default: each, --runs times)"
	f.Lookup("trace").DefValue = "0" // so that it is not said to be the first
	f.BoolVar(&v.blessed, "blessed", false, "count the blessed runs of 'ceptre test'; with --runs, random runs as well")
	f.StringVar(&v.prose, "prose", "", "read the prose from `FILE` (default: the one beside the program)")
	f.BoolVar(&v.noProse, "no-prose", false,
		"skip the prose, which can take most of the time, and memory for each step")
	v.Coverage.Flags(cmd)
	v.shard.Flags(cmd)
	cli.FileFlag(cmd, &v.file, "", "write the shard of --shard to this `FILE`")
	f.BoolVar(&v.JSON, "json", false, "print the whole report as JSON")
	return cmd
}

// inspect makes the runs and prints their coverage.
func (v *inspector) inspect(c *cobra.Command, program string) error {
	if err := v.check(c, program); err != nil {
		return err
	}
	prog, err := load.Program(v.Streams.Hushed(v.Quiet), program)
	if err != nil {
		return err
	}
	words, read, err := v.words(prog, program)
	if err != nil {
		return err
	}
	cli.TakeTime(c.Context())
	o := sweep.Options{NoHash: true, Chances: true, Read: read}
	if v.shard.Asked() {
		return v.part(c, prog, o, words)
	}
	from, err := v.batches(c, prog, o)
	if err != nil {
		return err
	}
	found, err := coverage.New(c.Context(), from,
		coverage.Options{Seed: v.Seed, Choose: v.Chosen(prog), Input: v.Input != "", Prose: words})
	if v.JSON || !v.Quiet {
		err = errors.Join(err, v.Coverage.Print(v.Streams, found, v.JSON, v.All))
	}
	return cmp.Or(err, cli.Stopped(c.Context()), v.Reached(found))
}

// part makes the runs of a shard, and writes its file.
func (v *inspector) part(c *cobra.Command, prog *lang.Program, o sweep.Options, words *coverage.Prose) error {
	if err := v.MayWrite(v.file, v.Input, v.prose); err != nil {
		return err
	}
	all, err := v.PlanBatches(c, prog, o)
	if err != nil {
		return err
	}
	v.shard.Starts = len(all)
	h, err := v.shard.Header(c, &v.Series, total.Coverage, prog, all[0].Planned.Start, o)
	if err != nil {
		return err
	}
	h.Rowless = true
	if words != nil {
		h.Flags = append(h.Flags, "--prose with the SHA-256 "+words.SHA256)
	}
	return v.shard.Write(c, &v.Series, v.file, h, func(part *flags.Series) ([]byte, sweep.Rows, error) {
		from, err := part.PlanBatches(c, prog, o)
		if err == nil {
			err = part.RunBatches(c, from)
		}
		if err != nil {
			return nil, nil, err
		}
		data, err := coverage.NewTotal(h.Subject, from, words).MarshalBinary()
		return data, nil, err
	})
}

// check refuses flags that make no sense.
func (v *inspector) check(c *cobra.Command, program string) error {
	switch asked := v.shard.Asked(); {
	case v.noProse && v.prose != "":
		return cli.BadFlag(c, "give --prose or --no-prose, but not both")
	case asked && v.blessed:
		return cli.BadFlag(c, "--shard does not go with --blessed: it divides random runs, and there is one of each "+
			"blessed run")
	case !asked && v.file != "":
		return cli.BadFlag(c, "-o names the file of a shard: give --shard, too")
	}
	v.program = program
	return errors.Join(v.Coverage.Check(c, v.JSON), v.shard.Check(c, &v.Series, v.file), v.RoomFor(v.file),
		v.Series.Check(c, program), v.checkBlessed(c, program), load.OneStdin(c, program, "the prose", v.prose))
}

// batches makes all the runs that are to be counted: blessed ones, runs by chance, or both.
func (v *inspector) batches(c *cobra.Command, prog *lang.Program, o sweep.Options) ([]*coverage.Batch, error) {
	var blessed []*coverage.Batch
	if v.blessed {
		var err error
		blessed, err = runs.Cover(c.Context(), v.Streams, prog, v.program, o, v.Quiet)
		if err != nil || !c.Flags().Changed("runs") {
			return blessed, err
		}
	}
	from, err := v.PlanBatches(c, prog, o)
	if err == nil {
		err = v.RunBatches(c, from)
	}
	return append(from, blessed...), err
}

// checkBlessed refuses flags for runs by chance where there are none, and a program that has
// no place for blessed ones.
func (v *inspector) checkBlessed(c *cobra.Command, program string) error {
	if !v.blessed {
		return nil
	}
	if err := runs.WantFile(c, program); err != nil {
		return err
	}
	for _, flag := range []string{"seed", "choose", "trace", "stage", "context", "input", "steps", "proof-steps",
		"match-steps"} {
		if c.Flags().Changed(flag) && !c.Flags().Changed("runs") {
			return cli.BadFlag(c, "--%s is for random runs; give --runs, too, to count these", flag)
		}
	}
	return nil
}

// words returns the prose to count, or nil if there is none, and a function that counts a run. Misfits are
// left out of prose that the user did not ask for by a flag.
func (v *inspector) words(prog *lang.Program, file string) (*coverage.Prose, func(*trace.Trace) error, error) {
	if v.noProse {
		return nil, nil, nil
	}
	text, notes, err := beside.Fitting(v.Streams, v.prose, beside.Program(file), exec.Describe(prog))
	for _, note := range notes {
		fmt.Fprintln(v.Err, visible.Line(note))
	}
	if text == nil || err != nil {
		return nil, nil, err
	}
	words := beside.Variants(text, exec.Describe(prog))
	return words, func(t *trace.Trace) error {
		told, err := site.Told(causal.New(t), site.Options{Prose: text})
		if err == nil {
			words.Count(told)
		}
		return err
	}, nil
}
