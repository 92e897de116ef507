package trace_test

import (
	"bytes"
	"io"
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

func BenchmarkRead(b *testing.B) {
	for name, write := range map[string]func(io.Writer, *trace.Trace) error{"object": trace.Write, "lines": trace.WriteLines} {
		text := written(b, write, village(10_000))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := trace.Read("a.json", bytes.NewReader(text))
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	tr := village(10_000)
	b.SetBytes(int64(len(written(b, trace.Write, tr))))
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, trace.Write(io.Discard, tr))
	}
}

func BenchmarkValidate(b *testing.B) {
	tr := village(10_000)
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, trace.Validate(tr))
	}
}
