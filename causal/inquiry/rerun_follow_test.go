package inquiry

import (
	"context"
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

// requireAgain runs a program once more, and finds the run as it is now: the same steps with
// the same resources, and the same end.
func requireAgain(t *testing.T, r *Rerun) {
	once, err := exec.Run(context.Background(), r.Program, r.Start, r.Again())
	require.NoError(t, err)
	for i := range once.Steps {
		once.Steps[i].Choices = r.Now.Steps[i].Choices // choices of the first run are not counted
	}
	require.Equal(t, fmt.Sprintf("%+v", r.Now.Steps), fmt.Sprintf("%+v", once.Steps), r.Program.Source.Name)
	require.Equal(t, r.Now.Resources, once.Resources)
	if r.Now.End == nil {
		return
	}
	require.Equal(t, r.Now.End.Alive, once.End.Alive)
	if r.Now.End.Why == trace.Quiescent || r.Now.End.Why == trace.LimitHit {
		require.Equal(t, r.Now.End.Why, once.End.Why)
	}
}

// The run as it is now can be had as a run of the program, if it is what it was or not.
func TestFollow(t *testing.T) {
	for _, s := range replaytest.Subjects(t) {
		r, err := RunAgain(context.Background(), s.Program, s.Run)
		require.NoError(t, err)
		requireAgain(t, r)
	}
	day := replaytest.Day(t, replaytest.LoadTown(t))
	r := again(t, townWith(t, "cup", "mug", "night", "gloom", "fill : $at P well", "fill : $at P well * $mug"), day)
	require.True(t, r.Stuck())
	requireAgain(t, r)
	gone := again(t, townWith(t, "fill : $at P well -o cup * night.", ""), day)
	require.True(t, gone.Stuck())
	requireAgain(t, gone)
}
