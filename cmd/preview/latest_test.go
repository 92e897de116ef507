package preview

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// However fast work is started, there is never more than one at a time; whatever is
// overtaken is cancelled, and the last one is done.
func TestLatest(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		pauses := rapid.SliceOfN(rapid.IntRange(0, 20), 1, 10).Draw(r, "pauses")
		takes := rapid.SliceOfN(rapid.IntRange(0, 20), len(pauses), len(pauses)).Draw(r, "takes")
		synctest.Test(t, func(t *testing.T) {
			var latest Latest
			var running, last atomic.Int32
			for i, pause := range pauses {
				latest.Start(t.Context(), func(ctx context.Context) {
					require.EqualValues(t, 1, running.Add(1))
					time.Sleep(time.Duration(takes[i]) * time.Second) // does not hear of the end
					if ctx.Err() == nil {
						last.Store(int32(i + 1))
					}
					running.Add(-1)
				})
				time.Sleep(time.Duration(pause)*time.Second + time.Millisecond)
			}
			time.Sleep(time.Hour)
			require.EqualValues(t, len(pauses), last.Load())
			require.Zero(t, running.Load())
		})
	})
}

// New work does not wait for old work to be done, but only to hear that it is overtaken.
func TestLatestCancels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var latest Latest
		begun := time.Now()
		endless := func(ctx context.Context) { <-ctx.Done() }
		latest.Start(t.Context(), endless)
		synctest.Wait()
		latest.Start(t.Context(), endless)
		latest.Start(t.Context(), func(context.Context) { t.Error("it is overtaken before it begins") })
		done := make(chan struct{})
		latest.Start(t.Context(), func(context.Context) { close(done) })
		<-done
		require.Zero(t, time.Since(begun)) // by the clock of the bubble
	})
}

func TestLatestEndsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var latest Latest
		latest.Start(ctx, func(ctx context.Context) { <-ctx.Done() })
		synctest.Wait()
		cancel()
	})
}
