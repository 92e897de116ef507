package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/spf13/cobra"
)

// Job is all that a worker needs to know of a series of runs. It travels in the pipeline as JSON, so that workers read
// neither the file of the program nor that of its input.
type Job struct {
	Name   string   // name of the program, as messages show it
	Text   []byte   // text of the program
	Input  []byte   // what the program reads, if Reads
	Reads  bool     // the program has an input
	Flags  []string // what the runs depend on, as [tuning.Flags] reads it
	Jobs   int      // number of runs at a time; 0 for one for each processor
	Shards int      // number of shards
	Folder string   // folder of the shards' files
}

// tuning holds the flags that the runs depend on.
type tuning struct {
	flags.Series
	by, facts []string
	noHash    bool
}

// Flags enters the flags into a command.
func (t *tuning) Flags(c *cobra.Command) {
	t.Series.Flags(c)
	f := c.Flags()
	f.StringSliceVar(&t.by, "by", nil, "count the runs by how often this `RULE` fired (repeatable)")
	f.StringArrayVar(&t.facts, "facts", nil, "count these `FACTS` at the end of the runs (repeatable)")
	f.BoolVar(&t.noHash, "no-hash", false,
		"do not count different runs, which takes as long as running them, and memory for each step")
}

// given returns the flags that were given and on which the runs depend, as arguments.
func given(c *cobra.Command) []string {
	known := &cobra.Command{}
	new(tuning).Flags(known)
	return flags.Given(c, func(name string) bool {
		return known.Flags().Lookup(name) != nil && !slices.Contains(local, name)
	})
}

// local are flags that do not travel: no run depends on them, or, as of the input, the job holds what they name.
var local = []string{"all", "input", "jobs", "quiet"}

// task is a job that has been read: its runs can be made.
type task struct {
	*Job
	sweep.Made
	head *shard.Header // that of the first shard
}

// read reads the program and the flags of a job.
func (j *Job) read() (*task, error) {
	t := &tuning{}
	c := &cobra.Command{Use: "ceptre-beam"}
	c.SetContext(context.Background())
	t.Flags(c)
	if err := c.ParseFlags(j.Flags); err != nil {
		return nil, err
	}
	t.Streams = cli.Streams{In: bytes.NewReader(j.Input), Out: io.Discard, Err: io.Discard}
	if t.Jobs = j.Jobs; j.Reads {
		t.Input = cli.Stdio
	}
	prog, err := load.Parse(t.Streams, j.Name, j.Text)
	if err != nil {
		return nil, err
	}
	start, err := t.Start(c, prog)
	if err != nil {
		return nil, err
	}
	by, err := summary.Rules(prog, t.by)
	if err != nil {
		return nil, fmt.Errorf("%s: --by: %w", prog.Source, err)
	}
	facts, err := summary.Tallies(prog, t.facts)
	if err != nil {
		return nil, fmt.Errorf("%s: --facts: %w", prog.Source, err)
	}
	o := sweep.Options{NoHash: t.noHash, Facts: facts, Goal: true}
	planned, err := t.Plan(c, prog, start, o)
	if err != nil {
		return nil, err
	}
	first := flags.Shard{Part: shard.Part{Index: 1, Of: j.Shards}}
	head, err := first.Header(c, &t.Series, prog, start, o, by)
	if err != nil {
		return nil, err
	}
	return &task{j, planned, head}, nil
}

// header returns the header of a shard, counted from 1.
func (t *task) header(index int) *shard.Header {
	h := *t.head
	h.Part = shard.Part{Index: index, Of: t.Shards}
	return &h
}

// make makes the runs of a shard.
func (t *task) make(ctx context.Context, h *shard.Header) (*sweep.Sweep, error) {
	from, to := h.Part.Range(h.Runs)
	o := t.Options
	o.Seed, o.Runs = h.Seed+uint64(from), to-from
	made, err := sweep.Run(ctx, t.Program, t.Start, o)
	if err != nil {
		return nil, flags.Explain(t.Program, err)
	}
	if len(made.Rows) < to-from { // the worker is asked to stop
		return nil, context.Cause(ctx)
	}
	for _, row := range made.Rows {
		row.Err = flags.Explain(t.Program, row.Err)
	}
	return made, nil
}
