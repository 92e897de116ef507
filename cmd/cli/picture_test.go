package cli

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAtOnceReturnsWhatIsDone(t *testing.T) {
	n, err := AtOnce(t.Context(), func() (int, error) { return 7, nil })
	require.NoError(t, err)
	require.Equal(t, 7, n)
	bad := errors.New("bad")
	_, err = AtOnce(t.Context(), func() (int, error) { return 0, bad })
	require.ErrorIs(t, err, bad)
}

// Work that does not look at the context is not waited for.
func TestAtOnceStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	never := make(chan int)
	_, err := AtOnce(ctx, func() (int, error) { return <-never, nil })
	require.ErrorIs(t, err, context.DeadlineExceeded)
	never <- 0
}
