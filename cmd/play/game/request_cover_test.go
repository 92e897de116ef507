package game

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Coverage counts the firings of all rules in random runs from the start, wherever the play is.
func TestCoverage(t *testing.T) {
	s := new(Handler)
	asked(t, s, do{"do": "open", "text": attic})
	found := asked(t, s, do{"do": "coverage", "runs": 3}).Covered
	require.Equal(t, 3, found.Runs)
	require.Len(t, found.Fired, 6)
	require.Equal(t, 6, found.Fired["go"], "both walk in each run")
	require.Zero(t, found.Fired["ask"], "no line is heard")
	require.Positive(t, found.Fired["find"])
	asked(t, s, do{"do": "run", "until": do{"steps": 5}})
	require.Equal(t, found, asked(t, s, do{"do": "coverage", "runs": 3}).Covered)
	require.Equal(t, usualRuns, asked(t, s, do{"do": "coverage"}).Covered.Runs)
	s.Pause = time.Nanosecond
	require.Equal(t, usualRuns, asked(t, s, do{"do": "coverage"}).Covered.Runs)
	require.Equal(t, "it took too long, and was given up", tried(t, s, do{"do": "coverage", "hurry": true}).Error)
	s.Patience = time.Nanosecond
	require.Equal(t, "it took too long, and was given up", tried(t, s, do{"do": "coverage"}).Error)
}
