package sketch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// walk returns a run of a hero who goes so many steps along a diagonal.
func walk(steps int) *causal.Graph {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	number := func(n int) trace.Term { return trace.Term{Head: string(rune('0' + n)), Number: true} }
	for i := range steps + 1 {
		tr.Resources = append(tr.Resources, trace.Resource{ID: trace.ResourceID(i + 1), Pred: "at", By: trace.StepID(i),
			Args: []trace.Term{number(i), number(i), trace.Const("hero")}})
		if i > 0 {
			tr.Steps = append(tr.Steps, trace.Step{ID: trace.StepID(i), Rule: "go",
				Consumes: []trace.ResourceID{trace.ResourceID(i)}, Produces: []trace.ResourceID{trace.ResourceID(i + 1)}})
		}
	}
	return causal.New(tr)
}

// The board is that of the moment at hand, and leads to the step that put something there; a film has the
// moments of the last steps, and the one before them.
func TestBoards(t *testing.T) {
	for _, c := range []struct {
		view          string
		last, moments int
	}{{"board", 0, 1}, {"board", 3, 1}, {game.Film, 3, 4}, {game.Film, 0, 7}} {
		picture, err := Sketch{}.Draw(t.Context(), walk(6), game.Picture{View: c.view, Last: c.last})
		require.NoError(t, err)
		require.Equal(t, c.moments, strings.Count(string(picture), `piece kind-hero"`), c)
		require.Contains(t, string(picture), `<a href="#t6">`)
	}
}

// Before the first step there is a state, but nothing has happened.
func TestStart(t *testing.T) {
	start := walk(1)
	start = causal.New(&trace.Trace{Header: start.Trace.Header, Resources: start.Trace.Resources[:1]})
	_, err := Sketch{}.Draw(t.Context(), start, game.Picture{View: "state"})
	require.NoError(t, err)
	_, err = Sketch{}.Draw(t.Context(), start, game.Picture{View: "steps"})
	require.ErrorIs(t, err, errNothing)
	_, err = Sketch{}.Draw(t.Context(), start, game.Picture{View: "board"})
	require.ErrorIs(t, err, grid.NotFoundError{}, "one position is no grid yet")
}
