package main

import (
	"bytes"
	"context"
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
	register.DoFn3x1[context.Context, int, func(*total.Total), error](&makeRuns{})
	register.DoFn2x1[context.Context, *total.Total, error](&keep{})
	register.Combiner1[*total.Total](&add{})
	register.Emitter1[int]()
	register.Emitter1[*total.Total]()
	beam.RegisterCoder(reflect.TypeFor[*total.Total](), encode, decode)
}

// pipeline returns the steps of a job: numbers of shards → their runs → totals → the total of all → a file.
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
	runsMade        = beam.NewCounter("ceptre", "runs")
	shardsFound     = beam.NewCounter("ceptre", "shards-found")
	shardBytes      = beam.NewDistribution("ceptre", "shard-bytes")
	shardTotalBytes = beam.NewDistribution("ceptre", "shard-total-bytes")
	totalBytes      = beam.NewDistribution("ceptre", "total-bytes") // of all shards
)

func (m *makeRuns) Setup() (err error) {
	m.task, err = m.Job.read()
	return err
}

func (m *makeRuns) ProcessElement(ctx context.Context, index int, emit func(*total.Total)) error {
	h := m.task.header(index)
	store, err := open(ctx, m.Job.Folder)
	if err != nil {
		return err
	}
	defer store.Close()
	if sum, data := store.total(ctx, h); sum != nil {
		shardsFound.Inc(ctx, 1)
		shardTotalBytes.Update(ctx, int64(len(data)))
		emit(sum)
		return nil
	}
	made, err := m.task.make(ctx, h)
	if err != nil {
		return err
	}
	sum := total.Of(h.Subject, made.Rows)
	data, err := sum.MarshalBinary()
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := shard.Write(&file, h, data, made.Rows); err != nil {
		return err
	}
	if err := store.write(ctx, fileOf(h.Part), file.Bytes()); err != nil {
		return err
	}
	runsMade.Inc(ctx, int64(len(made.Rows)))
	shardBytes.Update(ctx, int64(file.Len()))
	shardTotalBytes.Update(ctx, int64(len(data)))
	emit(sum)
	return nil
}

// encode writes a total for its way to another worker. That of no shards, nil, is nothing.
func encode(t *total.Total) ([]byte, error) {
	if t == nil {
		return nil, nil
	}
	return t.MarshalBinary()
}

// decode reads a total.
func decode(data []byte) (*total.Total, error) {
	if len(data) == 0 {
		return nil, nil
	}
	return total.Decode(data)
}

// add adds totals of shards. An accumulator is a total, which is nil before the first shard.
type add struct{}

func (*add) MergeAccumulators(a, b *total.Total) (*total.Total, error) {
	switch {
	case a == nil:
		return b, nil
	case b == nil:
		return a, nil
	}
	return a, a.Merge(b)
}

// keep writes the total of all shards.
type keep struct{ Folder string }

func (k *keep) ProcessElement(ctx context.Context, all *total.Total) error {
	store, err := open(ctx, k.Folder)
	if err != nil {
		return err
	}
	defer store.Close()
	data, err := all.MarshalBinary()
	if err != nil {
		return err
	}
	totalBytes.Update(ctx, int64(len(data)))
	return store.write(ctx, totalFile, data)
}
