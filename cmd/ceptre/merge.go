package main

import (
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/merges"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/spf13/cobra"
)

// merger holds the flags of the verb.
type merger struct {
	merges.Merger
	partial bool
}

func merging(s cli.Streams) *cobra.Command {
	m := &merger{Merger: merges.Merger{Streams: s}}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Report the runs of many shards as one",
		Long: `Read the files that 'ceptre sweep', 'ceptre coverage' or 'ceptre range' has written with
--shard, in any order, and print what one command prints of all runs, byte for byte; or
write with -o what it writes. A folder stands for the files in it, but for hidden ones.
Each file is read more than once, so it cannot be a pipe, or - for standard input.

All shards have to be there, of one program, with the same seed, number of runs, flags and
version of ceptre. A missing or damaged shard is an error that names it; rows are read for
--json, --all and -o alone, and damage in them is noticed then. With --partial the report
is about the other shards, and says which are missing.

Shards of 'ceptre sweep' make its report, and with -o its table (.csv or .parquet); with
--influence, they make its picture (.svg, .png or .pdf), too.

Shards of 'ceptre coverage' make its report, with --annotate and --fail-under, too. To find
out which facts rules lacked, some of the runs are made again.

Shards of 'ceptre range' make its report, and with -o its table (.csv), its picture (.svg,
.png or .pdf) or its page (.html), and with --examples its examples. Examples are made
again, and told in the words of the prose beside the program, if that file is still there.

The exit status is 0 if all shards were merged, or those that --partial leaves; 1 if a file
is missing, damaged or of other runs, or fewer rules fired than --fail-under asks for; and 2
if the command line makes no sense.`,
		Example: `  ceptre sweep examples/verona.cep --runs 200 --shard 1/2 -o part1
  ceptre sweep examples/verona.cep --runs 200 --shard 2/2 -o part2
  ceptre merge part1 part2
  ceptre merge part* --json
  ceptre merge shards/ --quiet -o runs.csv
  ceptre merge part* --quiet -o runs.parquet
  ceptre merge part1 --partial
  ceptre sweep examples/verona.cep --runs 200 --influence --shard 1/1 -o whole
  ceptre merge whole -o influence.svg
  ceptre merge covered/ --fail-under 100
  ceptre merge measured/ -o range.html --examples stories`,
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: m.merge,
	}
	f := cmd.Flags()
	f.BoolVar(&m.partial, "partial", false, "go on without the shards that are missing or damaged")
	f.BoolVar(&m.JSON, "json", false, "print the whole report, and each run, as JSON")
	f.BoolVar(&m.All, "all", false, answer.AllUsage)
	f.BoolVar(&m.Quiet, "quiet", false, flags.QuietUsage)
	m.Picture.Flags(cmd)
	f.Lookup("output").Usage = "write a row for each run to this `FILE` (.csv or .parquet), or a picture, or the " +
		"page of a range (.html); - prints CSV instead of the report"
	m.Coverage.Flags(cmd)
	m.ExampleFlags.Flags(cmd)
	return cmd
}

// merge prints the report of the runs of all files, and writes a row for each.
func (m *merger) merge(c *cobra.Command, files []string) error {
	if err := answer.CheckOutput(c, m.JSON, "-o", m.File); err != nil {
		return err
	}
	if err := errors.Join(m.Check(c), m.Coverage.Check(c, m.JSON)); err != nil {
		return err
	}
	if slices.Contains(files, cli.Stdio) {
		return cli.BadFlag(c, "shards are read more than once, and standard input only once; give files")
	}
	if err := errors.Join(m.RoomFor(m.File), m.MayWrite(m.File, files...), m.MayWrite(m.Folder, files...)); err != nil {
		return err
	}
	cli.TakeTime(c.Context())
	series, err := shards.Gather(c.Context(), m.Hushed(m.Quiet), files, m.partial, m.NeedsRows())
	if err != nil {
		return errors.Join(err, cli.Stopped(c.Context()))
	}
	return m.Merge(c, series)
}
