package replay

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// crowdSize is how many walkers are in one place: each state of their run allows
// some crowdSize² meetings.
const crowdSize = 300

// crowd returns a program in which walkers walk and meet.
func crowd(t testing.TB) *lang.Program {
	var b strings.Builder
	b.WriteString("walker : type. at walker : pred.\nstage day = {\n  walk : at P -o at P.\n  meet : $at P * $at Q -o " +
		"().\n}\n")
	for i := range crowdSize {
		fmt.Fprintf(&b, "w%d : walker. ", i)
	}
	p, errs := lang.Load("crowd.cep", []byte(b.String()))
	require.NotNil(t, p, "%v", errs)
	return p
}

// crowdTrace is a trace of a run of [crowd] that is being written. To run the
// program would take longer.
type crowdTrace struct {
	trace.Trace
	names [crowdSize]trace.Term
	at    [crowdSize]trace.ResourceID
	token trace.ResourceID
}

// crowdRun returns a trace in which every other step is a walk, and every other a
// meeting, of walkers taken by chance. It does not say how it ended.
func crowdRun(steps int) *trace.Trace {
	r := replaytest.Rand(7)
	t := &crowdTrace{Trace: trace.Trace{Header: trace.Header{Format: trace.Format}}}
	for i := range t.names {
		t.names[i] = trace.Const(fmt.Sprintf("w%d", i))
		t.at[i] = t.add(0, "at", t.names[i])
	}
	t.token = t.add(0, trace.StagePred, trace.Const("day"))
	for i := 1; i <= steps; i++ {
		a, further := r.IntN(crowdSize), 1+r.IntN(crowdSize-1)
		s := trace.Step{ID: trace.StepID(i), Stage: "day", Reads: []trace.ResourceID{t.token}}
		if i%2 == 0 {
			t.meet(&s, a, (a+further)%crowdSize)
		} else {
			t.walk(&s, a)
		}
		t.Steps = append(t.Steps, s)
	}
	return &t.Trace
}

func (t *crowdTrace) add(by trace.StepID, pred string, arg trace.Term) trace.ResourceID {
	id := trace.ResourceID(len(t.Resources) + 1)
	t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: pred, Args: []trace.Term{arg}, By: by})
	return id
}

func (t *crowdTrace) meet(s *trace.Step, a, b int) {
	s.Rule, s.Args = "meet", []trace.Term{t.names[a], t.names[b]}
	s.Reads = append(s.Reads, t.at[a], t.at[b])
}

func (t *crowdTrace) walk(s *trace.Step, a int) {
	s.Rule, s.Args, s.Consumes = "walk", t.names[a:a+1], []trace.ResourceID{t.at[a]}
	t.at[a] = t.add(s.ID, "at", t.names[a])
	s.Produces = []trace.ResourceID{t.at[a]}
}

// The run that is measured is one.
func TestCrowdRun(t *testing.T) {
	run := crowdRun(100)
	require.NoError(t, trace.Validate(run))
	require.NoError(t, verify(crowd(t), run))
}

// How long it takes must grow as the number of steps does, however much is
// enabled.
func BenchmarkVerify(b *testing.B) {
	p := crowd(b)
	for _, steps := range []int{10_000, 100_000, 1_000_000} {
		run := crowdRun(steps)
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				require.NoError(b, Verify(context.Background(), p, run, VerifyOptions{}))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
		})
	}
}
