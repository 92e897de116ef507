package trace_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// village returns a run of that many steps, each of which reads two facts,
// consumes one and makes one.
func village(steps int) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	args := []trace.Term{trace.Const("romeo"), trace.Const("juliet")}
	make := func(pred string, by trace.StepID) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: pred, Args: args, By: by})
		return id
	}
	at, loves := make("at", 0), make("loves", 0)
	mood := make("anger", 0)
	for id := trace.StepID(1); int(id) <= steps; id++ {
		next := make("anger", id)
		t.Steps = append(t.Steps, trace.Step{
			ID: id, Rule: "do/mourn", Args: args, Stage: "day", Choices: 12, Chosen: trace.ByChance,
			Consumes: []trace.ResourceID{mood}, Reads: []trace.ResourceID{at, loves}, Produces: []trace.ResourceID{next},
		})
		mood = next
	}
	t.End = &trace.End{Why: trace.LimitHit, Alive: []trace.ResourceID{at, loves, mood}}
	return t
}

// forms are the forms of files.
func forms() map[string]writer {
	return map[string]writer{"object": trace.Write, "lines": trace.WriteLines, "compact": trace.WriteCompact}
}

func BenchmarkRead(b *testing.B) {
	eachForm(b, func(b *testing.B, text []byte) {
		_, err := trace.Read("a.json", bytes.NewReader(text))
		require.NoError(b, err)
	})
}

func BenchmarkStream(b *testing.B) {
	eachForm(b, func(b *testing.B, text []byte) {
		require.NoError(b, consume(string(text)))
	})
}

// eachForm measures how long it takes to read a step.
func eachForm(b *testing.B, read func(*testing.B, []byte)) {
	const steps = 10_000
	for name, write := range forms() {
		text := written(b, write, village(steps))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read(b, text)
			}
			perStep(b, steps, len(text))
		})
	}
}

// perStep reports what was measured by the step.
func perStep(b *testing.B, steps, bytes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
	b.ReportMetric(float64(bytes)/float64(steps), "bytes/step")
}

func BenchmarkWrite(b *testing.B) {
	const steps = 10_000
	tr := village(steps)
	for name, write := range forms() {
		b.Run(name, func(b *testing.B) {
			size := new(countWriter)
			b.ReportAllocs()
			for b.Loop() {
				size.n = 0
				require.NoError(b, write(size, tr))
			}
			perStep(b, steps, size.n)
		})
	}
}

func BenchmarkValidate(b *testing.B) {
	tr := village(10_000)
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, trace.Validate(tr))
	}
}
