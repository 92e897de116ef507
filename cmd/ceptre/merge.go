package main

import (
	"errors"
	"io"

	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/spf13/cobra"
)

// merger holds the flags of the verb.
type merger struct {
	cli.Streams
	partial, asJSON, all, quiet bool
	file                        string // to write a table to; "" for none
}

func merging(s cli.Streams) *cobra.Command {
	m := &merger{Streams: s}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Report the runs of many shards as one",
		Long: `Read the files that 'ceptre sweep --shard' has written, in any order, and print what one
'ceptre sweep' of all runs prints, byte for byte; or write the same table of runs with -o.
A folder stands for the files in it, but for hidden ones.

All shards have to be there, of one program, with the same seed, number of runs, flags and
version of ceptre. A missing or damaged shard is an error that names it. With --partial the
report is about the other shards, and says which are missing.

The exit status is 0 if all shards were merged, or those that --partial leaves; 1 if a file
is missing, damaged or of other runs; and 2 if the command line makes no sense.`,
		Example: `  ceptre sweep examples/verona.cep --runs 200 --shard 1/2 -o part1
  ceptre sweep examples/verona.cep --runs 200 --shard 2/2 -o part2
  ceptre merge part1 part2
  ceptre merge part* --json
  ceptre merge shards/ --quiet -o runs.csv
  ceptre merge part* --quiet -o runs.parquet
  ceptre merge part1 --partial`,
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: m.merge,
	}
	f := cmd.Flags()
	f.BoolVar(&m.partial, "partial", false, "go on without the shards that are missing or damaged")
	f.BoolVar(&m.asJSON, "json", false, "print the whole report, and each run, as JSON")
	f.BoolVar(&m.all, "all", false, answer.AllUsage)
	f.BoolVar(&m.quiet, "quiet", false, flags.QuietUsage)
	cli.FileFlag(cmd, &m.file, "", "write a row for each run to this `FILE` (.csv or .parquet); - prints CSV instead of "+
		"the report")
	return cmd
}

// merge prints the report of the runs of all files, and writes a row for each.
func (m *merger) merge(c *cobra.Command, files []string) error {
	if err := answer.CheckOutput(c, m.asJSON, "-o", m.file); err != nil {
		return err
	}
	write := summary.WriterOf(m.file)
	if m.file != "" && m.file != cli.Stdio && write == nil {
		return cli.BadFlag(c, "-o %q: the name of a table ends with .csv or .parquet", m.file)
	}
	if err := errors.Join(m.RoomFor(m.file), m.MayWrite(m.file, files...)); err != nil {
		return err
	}
	cli.TakeTime(c.Context())
	series, err := shards.Gather(c.Context(), m.Hushed(m.quiet), files, m.partial)
	if err != nil {
		return errors.Join(err, cli.Stopped(c.Context()))
	}
	names, err := series.Subject().Sweep()
	if err != nil {
		return err
	}
	if m.asJSON || !m.quiet && m.file != cli.Stdio {
		if err := m.print(series); err != nil {
			return err
		}
	}
	switch m.file {
	case "":
		return nil
	case cli.Stdio:
		write = summary.WriteCSV
	}
	return m.StreamFile(m.file, func(w io.Writer) error { return write(w, names, series.Rows()) })
}

// print prints the report.
func (m *merger) print(series *shards.Series) error {
	all := total.New(*series.Subject())
	for row, err := range series.Rows() {
		if err != nil {
			return err
		}
		all.Add(row)
	}
	s := summary.New(all, series.Rows())
	s.Missing = series.Missing()
	return answer.Print(m.Streams, s, m.asJSON, m.all)
}
