package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// gcPercent returns the current percentage of the garbage collector.
func gcPercent() int {
	percent := debug.SetGCPercent(-1)
	debug.SetGCPercent(percent)
	return percent
}

// There is more room as long as little memory is in use, and as much as before in the end.
func TestRoomy(t *testing.T) {
	t.Setenv("GOGC", "")
	require.Equal(t, usualPercent, gcPercent())
	collected := func(percent int) {
		require.Eventually(t, func() bool {
			runtime.GC()
			return gcPercent() == percent
		}, 10*time.Second, time.Millisecond)
	}
	stop := Roomy()
	collected(roomyPercent)
	much := make([]byte, 2*little)
	collected(usualPercent)
	runtime.KeepAlive(much)
	collected(roomyPercent)
	stop()
	for range 3 {
		runtime.GC()
	}
	require.Equal(t, usualPercent, gcPercent())

	t.Setenv("GOGC", "50")
	defer Roomy()()
	require.Equal(t, usualPercent, gcPercent())
}

// There is less room for work that keeps much, and as much as before in the end.
func TestTight(t *testing.T) {
	t.Setenv("GOGC", "")
	stop := Tight()
	require.Equal(t, tightPercent, gcPercent())
	stop()
	require.Equal(t, usualPercent, gcPercent())

	t.Setenv("GOGC", "50")
	defer Tight()()
	require.Equal(t, usualPercent, gcPercent())
}
