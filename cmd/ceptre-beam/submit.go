package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/hooks"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	// Runners, by the names that --runner takes.
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/games"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// submitter holds the flags of the command.
type submitter struct {
	flags.Series
	counts flags.Counts
	shards int
	folder string
	output string
	tries  int
}

func command(s cli.Streams) *cobra.Command {
	b := &submitter{}
	b.Streams = s
	cmd := &cobra.Command{
		Use:   "ceptre-beam PROGRAM [flags] [-- FLAGS OF BEAM]",
		Short: "Run a program many times on a runner of Apache Beam, and count as 'ceptre sweep' does",
		Long: `Run a program many times on a runner of Apache Beam, such as Flink or Dataflow, and report
what 'ceptre sweep' reports of the same runs, byte for byte.

The runs are divided into shards. A worker makes the runs of a shard and writes them to a
file in the folder --to, which all workers and this command must reach: a folder of a shared
disk, or gs://BUCKET/FOLDER. A shard whose file is there is not made again: if a job fails,
start it again. 'ceptre merge' reads these files, too. Without --to, the folder is
a temporary one, for runners on this machine.

The text of the program and its input travel with the job; workers need no files.

Flags behind -- are those of Beam, such as --runner. The default runner is prism, which runs
in this process.`,
		Example: `  ceptre-beam examples/verona.cep --runs 10000 --no-hash
  ceptre-beam examples/verona.cep --runs 200 --seed 5 --shards 7 --json
  ceptre-beam examples/verona.cep --runs 1000 --to runs -o runs.parquet
  ceptre-beam examples/verona.cep --runs 1000000 --to /shared/runs -- \
    --runner flink --endpoint localhost:8099 --environment_type PROCESS \
    --environment_config '{"command": "/usr/local/bin/ceptre-beam"}' --parallelism 64
  ceptre-beam examples/verona.cep --runs 100000000 --shards 100000 --to gs://bucket/runs -- \
    --runner dataflow --project P --region R --staging_location gs://bucket/staging`,
		Args: cli.Usage(func(c *cobra.Command, args []string) error {
			if at := c.ArgsLenAtDash(); at >= 0 {
				args = args[:at]
			}
			return cobra.ExactArgs(1)(c, args)
		}),
		RunE: func(c *cobra.Command, args []string) error { return b.submit(c, args[0], args[1:]) },
	}
	b.Flags(cmd)
	b.counts.Flags(cmd)
	b.Own = new(flags.Counts).Flags
	f := cmd.Flags()
	f.BoolVar(&b.JSON, "json", false, "print the whole report, and each run, as JSON")
	f.IntVar(&b.shards, "shards", 0, "divide the runs into `N` shards (default: about one for 1000 runs)")
	f.StringVar(&b.folder, "to", "", "keep what came of the shards in this `FOLDER` (default: a temporary one)")
	f.IntVar(&b.tries, "tries", 1, "if the job fails, start it again, up to `N` times "+
		"in all; runs that are there are not made again")
	cli.FileFlag(cmd, &b.output, "", "write a row for each run to this `FILE` (.csv or .parquet); "+
		"- prints CSV instead of the report")
	f.Lookup("jobs").Usage = "make `N` runs of a shard at a time (default: 1; on prism, if there are fewer shards than " +
		"processors, one for each processor)"
	return cmd
}

// shardRuns is about how many runs a shard has if the flags do not say it, and fewShards the number of shards that
// there are at least, if there are as many runs: a share for each of some workers.
const (
	shardRuns = 1000
	fewShards = 16
)

// check refuses flags that make no sense, and sets the flags of Beam.
func (b *submitter) check(c *cobra.Command, program string, forBeam []string) error {
	if err := b.Series.Check(c, program); err != nil {
		return err
	}
	if err := answer.CheckOutput(c, b.JSON, "-o", b.output); err != nil {
		return err
	}
	flag.CommandLine.Init("", flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard)
	*runners.Runner = "prism"
	if err := flag.CommandLine.Parse(forBeam); err != nil {
		return cli.BadFlag(c, "behind --: %v", err)
	}
	switch {
	case flag.NArg() > 0:
		return cli.BadFlag(c, "behind --: %q is no flag of Beam", flag.Arg(0))
	case c.Flags().Changed("shards") && (b.shards < 1 || b.shards > b.Runs):
		return cli.BadFlag(c, "--shards %d: give a number from 1 to that of the runs, %d", b.shards, b.Runs)
	case b.tries < 1:
		return cli.BadFlag(c, "--tries %d: give a positive number", b.tries)
	case b.output != "" && b.output != cli.Stdio && summary.WriterOf(b.output) == nil:
		return cli.BadFlag(c, "-o %q: the name of a table ends with .csv or .parquet", b.output)
	case *jobopts.Async:
		return cli.BadFlag(c, "behind --: --async would not wait for the runs to report")
	case b.folder == "" && !b.here():
		return cli.BadFlag(c, "with --runner %s, say with --to a folder that its workers share", *runners.Runner)
	}
	if b.shards == 0 {
		b.shards = max(b.Runs/shardRuns, min(b.Runs, fewShards))
	}
	return nil
}

// here reports whether the runner is prism, in this process.
func (*submitter) here() bool {
	elsewhere := false // prism itself sets the value, too
	flag.Visit(func(f *flag.Flag) { elsewhere = elsewhere || f.Name == "endpoint" })
	return strings.HasPrefix(strings.ToLower(*runners.Runner), "prism") && !elsewhere
}

// submit has a runner make the runs, and prints their report.
func (b *submitter) submit(c *cobra.Command, program string, forBeam []string) error {
	if err := b.check(c, program, forBeam); err != nil {
		return err
	}
	if games.Is(b.Streams, program) {
		return fmt.Errorf("%s: 'ceptre sweep' plays games, on one machine", visible.Line(program))
	}
	if err := b.RoomFor(b.output); err != nil {
		return err
	}
	job, err := b.job(c, program)
	if err != nil {
		return err
	}
	if err := b.MayWrite(b.output, b.Input); err != nil {
		return err
	}
	if _, err := load.Parse(b.Hushed(b.Quiet), job.Name, job.Text); err != nil { // with the warnings
		return err
	}
	t, err := job.read()
	if err != nil {
		return err
	}
	cli.TakeTime(c.Context())
	if b.folder == "" {
		folder, err := os.MkdirTemp("", "ceptre-beam-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		job.Folder = folder
	}
	if !b.Quiet {
		b.SaySeed(b.Err)
	}
	for try := 1; ; try++ {
		_, err := execute(c.Context(), *job, b.Err)
		if err == nil {
			break
		}
		if stopped := cli.Stopped(c.Context()); stopped != nil {
			return stopped
		}
		if try == b.tries {
			return err
		}
		fmt.Fprintf(b.Err, "try %d of %d: %v\n", try, b.tries, err)
	}
	return b.report(c.Context(), t)
}

// job returns the job that the flags ask for.
func (b *submitter) job(c *cobra.Command, program string) (*Job, error) {
	name, text, err := b.ReadFile(program)
	if err != nil {
		return nil, err
	}
	recipe, err := b.Recipe(c, name, text)
	if err != nil {
		return nil, err
	}
	j := &Job{Recipe: recipe, Jobs: b.Jobs, Shards: b.shards, Folder: b.folder}
	if !strings.Contains(j.Folder, "://") && j.Folder != "" {
		if j.Folder, err = filepath.Abs(j.Folder); err != nil {
			return nil, err
		}
	}
	if j.Jobs == 0 && (!b.here() || b.shards >= runtime.GOMAXPROCS(0)) {
		j.Jobs = 1 // the runner makes several bundles at a time
	}
	return j, nil
}

// execute runs the pipeline of a job, and returns its result, which has metrics. Warnings of the SDK and of the
// runner go to a writer.
func execute(ctx context.Context, job Job, warnings io.Writer) (beam.PipelineResult, error) {
	if *jobopts.WorkerBinary == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		*jobopts.WorkerBinary = self
	}
	defer cli.Roomy()()
	beam.Init()
	hooks.SerializeHooksToOptions() // workers warn where there is no list of hooks
	slog.SetDefault(slog.New(slog.NewTextHandler(warnings, &slog.HandlerOptions{Level: slog.LevelWarn})))
	log.SetLogger(&log.Standard{Level: log.SevWarn})
	return beam.Run(ctx, *runners.Runner, pipeline(job))
}

// report prints the report of the runs, from their total, and writes a row for each run. It reads rows only for lists
// of runs.
func (b *submitter) report(ctx context.Context, t *task) error {
	store, err := open(ctx, t.Folder)
	if err != nil {
		return err
	}
	defer store.Close()
	all, err := store.all(ctx, &t.head.Subject)
	if err != nil {
		return err
	}
	b.SayUnbounded(all.Ends.Cut(), t.Program, t.Start)
	if b.JSON || !b.Quiet && b.output != cli.Stdio {
		if err := answer.Print(b.Streams, summary.New(all, t.rows(ctx, store)), b.JSON, b.All); err != nil {
			return err
		}
	}
	if b.output == "" {
		return nil
	}
	made, err := t.head.Sweep()
	if err != nil {
		return err
	}
	if b.output == cli.Stdio {
		return summary.WriteCSV(cli.Data(b.Out), made, t.rows(ctx, store))
	}
	return b.StreamFile(b.output, func(out io.Writer) error {
		return summary.WriterOf(b.output)(out, made, t.rows(ctx, store))
	})
}

// rows returns the rows of all shards, in the order of seeds.
func (t *task) rows(ctx context.Context, s *store) iter.Seq2[*sweep.Row, error] {
	return func(yield func(*sweep.Row, error) bool) {
		for i := range t.Shards {
			for row, err := range s.rows(ctx, t.header(i+1)) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}
