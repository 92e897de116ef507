package game

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Chance stops where its bound is met, which is no error; the player can choose on, and room
// is made by going back.
func TestSpent(t *testing.T) {
	prog, errs := lang.Load("shift.cep", []byte(shift))
	require.Empty(t, errs)
	room, limit := 5, &exec.LimitError{Limit: "memory", Reason: "it took much"}
	var end context.CancelCauseFunc
	var forgot []session.Point
	d, err := New(ctx, prog, prog.Traces[0], Options{
		Each: func() {
			if room--; room == 0 {
				end(limit)
			}
		},
		Within: func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, end = context.WithCancelCause(ctx)
			return ctx, func() { end(nil) }
		},
		Forgot: func(at session.Point) { forgot = append(forgot, at) },
	})
	require.NoError(t, err)
	_, err = d.Run(ctx, session.Until{Steps: 3})
	require.NoError(t, err)
	require.Nil(t, d.Spent())
	d.Undo()
	require.Equal(t, 4, d.Len()) // there is room for all points

	_, err = d.Run(ctx, session.Until{})
	require.NoError(t, err)
	require.Same(t, limit, d.Spent())
	require.Equal(t, 6, d.Len()) // what was begun is done
	require.NotEmpty(t, view(t, d).Menu)
	for range 2 {
		require.True(t, d.Undo())
	}
	require.Equal(t, 4, d.Len())
	require.Equal(t, []session.Point{5, 4}, forgot)
	require.False(t, d.Redo())

	room = 100
	_, err = d.Run(ctx, session.Until{Steps: 4})
	require.NoError(t, err)
	require.Nil(t, d.Spent())
	require.Equal(t, 7, d.Depth())

	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err = d.Run(done, session.Until{})
	require.ErrorIs(t, err, context.Canceled)
	require.Nil(t, d.Spent())
}
