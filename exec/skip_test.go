package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSkipStops checks that a skip stops where another clause fits for the first time.
func TestSkipStops(t *testing.T) {
	for stop := range 9 {
		clauses := fmt.Sprintf("move nat nat : bwd. move N (M + %d) <- M < 1. move (N + 1) M <- move N (M + 1).\n", stop)
		got, err := ask(t, numerals+clauses, "move 8 0")
		require.NoError(t, err)
		require.Equal(t, []string{""}, got, "a clause that fits after %d steps", stop)
	}
}
