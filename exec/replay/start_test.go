package replay

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// A run that stops anywhere and is resumed has the same state, and the same
// transitions enabled in the same order.
func TestResume(t *testing.T) {
	p := replaytest.LoadTown(t)
	for steps := 1; steps < 25; steps++ {
		tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Seed: 4, Limits: exec.Limits{Steps: steps}})
		require.NoError(t, err)
		start, err := Resume(p, tr)
		require.NoError(t, err)
		require.NotNil(t, start.Stage)
		var want []string
		for _, r := range tr.Final() {
			if r.Pred != trace.StagePred {
				want = append(want, r.String())
			}
		}
		_, initial := exec.NewMachine(p, start, exec.Limits{})
		var got []string
		for _, r := range initial[:len(initial)-1] {
			got = append(got, r.String())
		}
		require.Equal(t, want, got)
	}
}

// Going on from the end is as good as never having stopped.
func TestResumeGoesOn(t *testing.T) {
	p := replaytest.LoadTown(t)
	options := exec.Options{Chooser: exec.First()}
	whole, err := exec.Run(context.Background(), p, p.Traces[0], options)
	require.NoError(t, err)
	options.Limits.Steps = 5
	half, err := exec.Run(context.Background(), p, p.Traces[0], options)
	require.NoError(t, err)
	start, err := Resume(p, half)
	require.NoError(t, err)
	options.Limits.Steps = len(whole.Steps) - 5
	rest, err := exec.Run(context.Background(), p, start, options)
	require.NoError(t, err)
	for i, s := range rest.Steps {
		require.Equal(t, whole.Steps[i+5].String(), s.String())
	}
}

func TestResumeNumbers(t *testing.T) {
	p, errs := lang.Load("n.cep", []byte(`n : type. #builtin NAT n. c n : pred.
		r : c N -o c (N * N). #trace 8 main { c 12 }.`))
	require.NotNil(t, p, "%v", errs)
	tr := replaytest.Run(t, p, 1)
	start, err := Resume(p, tr)
	require.NoError(t, err)
	require.Len(t, start.Context.Facts, 1)
	require.Equal(t, tr.Final()[1].String(), start.Context.Facts[0].Fact.String())
}

func TestResumeEnded(t *testing.T) {
	p, errs := lang.Load("end.cep", []byte("tok : pred. stage s = { } qui * stage s -o (). #trace _ s { tok, !tok }."))
	require.NotNil(t, p, "%v", errs)
	start, err := Resume(p, replaytest.Run(t, p, 1))
	require.NoError(t, err)
	require.Nil(t, start.Stage)
	require.Len(t, start.Context.Facts, 2)
}

func TestResumeRefuses(t *testing.T) {
	p := replaytest.LoadTown(t)
	for _, c := range []struct {
		want      string
		resources []trace.Resource
	}{
		{"the trace does not say in which stage the run is: ", []trace.Resource{{ID: 1, Pred: "cup"}}},
		{"resource x1: the program has no stage noon",
			[]trace.Resource{{ID: 1, Pred: trace.StagePred, Args: []trace.Term{trace.Const("noon")}}}},
		{"resource x2: the program has no predicate for jug", []trace.Resource{
			{ID: 1, Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}},
			{ID: 2, Pred: "jug"},
		}},
		{"resource x2: road is proved by clauses in the program, and no fact of the state", []trace.Resource{
			{ID: 1, Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}},
			{ID: 2, Pred: "road", Args: []trace.Term{trace.Const("inn"), trace.Const("well")}},
		}},
	} {
		_, err := Resume(p, &trace.Trace{Resources: c.resources})
		require.ErrorContains(t, err, c.want)
	}
}
