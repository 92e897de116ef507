package main

import (
	"bytes"
	"context"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// enroll tells the SDK the types of the steps, by whose names workers find their code. It is called once, before
// [beam.Init].
func enroll() {
	register.DoFn3x1[context.Context, []byte, func(int), error](&divide{})
	register.DoFn3x1[context.Context, int, func(tally), error](&makeRuns{})
	register.DoFn2x1[context.Context, tally, error](&keep{})
	register.Combiner1[tally](&add{})
	register.Emitter1[int]()
	register.Emitter1[tally]()
	beam.RegisterType(reflect.TypeFor[tally]())
}

// pipeline returns the steps of a job: numbers of shards → their runs → what came of them, added up → a file.
func pipeline(j Job) *beam.Pipeline {
	p := beam.NewPipeline()
	s := p.Root()
	numbers := beam.ParDo(s.Scope("shards"), &divide{Shards: j.Shards}, beam.Impulse(s))
	// Without this step, runners would make all runs where the numbers come from.
	spread := beam.Reshuffle(s.Scope("spread"), numbers)
	made := beam.ParDo(s.Scope("runs"), &makeRuns{Job: j}, spread)
	beam.ParDo0(s.Scope("keep"), &keep{Folder: j.Folder}, beam.Combine(s.Scope("add"), &add{}, made))
	return p
}

// divide emits the numbers of the shards, counted from 1.
type divide struct{ Shards int }

func (d *divide) ProcessElement(_ context.Context, _ []byte, emit func(int)) error {
	for i := range d.Shards {
		emit(i + 1)
	}
	return nil
}

// makeRuns makes the runs of a shard, and writes its file. If the file is there, and whole, it makes none: a bundle
// may be processed several times, at the same time, too.
type makeRuns struct {
	Job  Job
	task *task
}

var (
	runsMade    = beam.NewCounter("ceptre", "runs")
	shardsFound = beam.NewCounter("ceptre", "shards-found")
	shardBytes  = beam.NewDistribution("ceptre", "shard-bytes")
)

func (m *makeRuns) Setup() (err error) {
	m.task, err = m.Job.read()
	return err
}

func (m *makeRuns) ProcessElement(ctx context.Context, index int, emit func(tally)) error {
	h := m.task.header(index)
	store, err := open(ctx, m.Job.Folder)
	if err != nil {
		return err
	}
	defer store.Close()
	from, to := h.Part.Range(h.Runs)
	out := tally{1, int64(to - from)}
	if store.holds(ctx, h) {
		shardsFound.Inc(ctx, 1)
		emit(out)
		return nil
	}
	made, err := m.task.make(ctx, h)
	if err != nil {
		return err
	}
	sum, err := total.Of(h.Subject, made.Rows).MarshalBinary()
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := shard.Write(&file, h, sum, made.Rows); err != nil {
		return err
	}
	if err := store.write(ctx, fileOf(h.Part), file.Bytes()); err != nil {
		return err
	}
	runsMade.Inc(ctx, int64(len(made.Rows)))
	shardBytes.Update(ctx, int64(file.Len()))
	emit(out)
	return nil
}

// tally counts shards and their runs.
type tally struct{ Shards, Runs int64 }

// add adds two tallies.
type add struct{}

func (*add) MergeAccumulators(a, b tally) tally { return tally{a.Shards + b.Shards, a.Runs + b.Runs} }

// keep writes the tally of all shards.
type keep struct{ Folder string }

func (k *keep) ProcessElement(ctx context.Context, all tally) error {
	store, err := open(ctx, k.Folder)
	if err != nil {
		return err
	}
	defer store.Close()
	return store.write(ctx, totalFile, fmt.Appendf(nil, "%d shards\n%d runs\n", all.Shards, all.Runs))
}
