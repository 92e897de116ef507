package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLeapLengths compares the lengths of leaps with counting step by step.
func TestLeapLengths(t *testing.T) {
	const far = int64(40) // more steps than any of these leaps takes
	count := func(x, d int64, there func(int64) bool) int64 {
		for k := range far {
			if there(x - k*d) {
				return k
			}
		}
		return endless
	}
	for x := range int64(13) {
		for c := range int64(13) {
			for d := int64(-3); d <= 3; d++ {
				require.Equal(t, count(x, d, func(n int64) bool { return n >= c }), reaches(x, d, c), "reaches(%d, %d, %d)", x, d, c)
				require.Equal(t, count(x, d, func(n int64) bool { return n == c }), meets(x, d, c), "meets(%d, %d, %d)", x, d, c)
			}
		}
	}
}

// TestLeapStops checks that a leap stops where another clause fits for the first time.
func TestLeapStops(t *testing.T) {
	for stop := range 9 {
		clauses := fmt.Sprintf("move nat nat : bwd. move N (M + %d) <- M < 1. move (N + 1) M <- move N (M + 1).\n", stop)
		got, err := ask(t, numerals+clauses, "move 8 0")
		require.NoError(t, err)
		require.Equal(t, []string{""}, got, "a clause that fits after %d steps", stop)
	}
}
