package main

import (
	"context"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/flags"
)

// Job is all that a worker needs to know of a series of runs. It travels in the pipeline as JSON, so that workers read
// neither the file of the program nor that of its input.
type Job struct {
	shard.Recipe
	Jobs   int    // number of runs at a time; 0 for one for each processor
	Shards int    // number of shards
	Folder string // folder of the shards' files
}

// task is a job that has been read: its runs can be made.
type task struct {
	*Job
	sweep.Made
	head *shard.Header // header of the first shard
}

// read reads the program and the flags of a job.
func (j *Job) read() (*task, error) {
	var counts flags.Counts
	t, err := flags.Follow(context.Background(), &j.Recipe, counts.Flags)
	if err != nil {
		return nil, err
	}
	t.Jobs = j.Jobs
	o, by, err := counts.Options(t.Program)
	if err != nil {
		return nil, err
	}
	planned, err := t.Plan(t.Command, t.Program, t.Start, o)
	if err != nil {
		return nil, err
	}
	first := flags.Shard{Part: shard.Part{Index: 1, Of: j.Shards}}
	head, err := first.Header(t.Command, t.Series, total.Sweep, t.Program, t.Start, o)
	if err != nil {
		return nil, err
	}
	head.By = by
	planned.Options.Engines = new(sweep.Engines) // a worker makes many shards, one after another
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
