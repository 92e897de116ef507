package inquiry

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// BenchmarkWhatIf takes a step away in the middle of a run that leaves a permanent
// fact behind at each step: all that come after are lost, and each looks for what could
// stand in. Time should grow as the number of steps does.
func BenchmarkWhatIf(b *testing.B) {
	p, errs := lang.Load("growth.cep", []byte(`nat : type. #builtin NAT nat. at : pred. was nat : pred.
		go : at * !was N -o at * !was (N + 1). #trace _ main { at, !was 0 }.`))
	require.NotNil(b, p, "%v", errs)
	for _, steps := range []int{1_000, 10_000, 100_000} {
		g := causal.New(growth(steps))
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			for b.Loop() {
				would, err := WhatIf(b.Context(), p, g, Change{Steps: []trace.StepID{trace.StepID(steps / 2)}})
				require.NoError(b, err)
				require.Len(b, would.Lost, steps-steps/2)
			}
		})
	}
}

// growth returns a run of the benchmark's program.
func growth(steps int) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	add := func(by int, pred string, permanent bool, args ...trace.Term) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		t.Resources = append(t.Resources,
			trace.Resource{ID: id, Pred: pred, Args: args, Persistent: permanent, By: trace.StepID(by)})
		return id
	}
	at, was := add(0, "at", false), add(0, "was", true, number(0))
	token := add(0, trace.StagePred, false, trace.Const("main"))
	for i := 1; i <= steps; i++ {
		s := trace.Step{ID: trace.StepID(i), Rule: "go", Args: []trace.Term{number(i - 1)}}
		s.Consumes, s.Reads = []trace.ResourceID{at}, []trace.ResourceID{was, token}
		at, was = add(i, "at", false), add(i, "was", true, number(i))
		s.Produces = []trace.ResourceID{at, was}
		t.Steps = append(t.Steps, s)
	}
	return t
}

func number(n int) trace.Term { return trace.Term{Head: strconv.Itoa(n), Number: true} }
