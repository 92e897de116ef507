package prove

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// TestSkipLengths compares the lengths of skips with counting step by step.
func TestSkipLengths(t *testing.T) {
	const far = int64(40) // more steps than any of these skips takes
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
				require.Equal(t, count(x, d, func(n int64) bool { return n >= c }), reaches(x, d, c), "reaches(%d, %d, %d)", x, d,
					c)
				require.Equal(t, count(x, d, func(n int64) bool { return n == c }), meets(x, d, c), "meets(%d, %d, %d)", x, d, c)
			}
		}
	}
}

// load returns the program of a text.
func load(t require.TestingT, text string) *lang.Program {
	p, errs := lang.Load("test.cep", []byte(text))
	require.NotNil(t, p, "%v", errs)
	return p
}
