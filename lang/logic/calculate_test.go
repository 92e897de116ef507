package logic

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Calculations have the results that clingo 5.4 prints.
func TestCalculate(t *testing.T) {
	for _, c := range []struct {
		op       string
		operands []int32
		want     int32
	}{
		{"-", []int32{3}, -3}, {"-", []int32{math.MinInt32}, math.MinInt32},
		{"|", []int32{-3}, 3}, {"|", []int32{3}, 3}, {"|", []int32{math.MinInt32}, math.MinInt32},
		{"+", []int32{math.MaxInt32, 1}, math.MinInt32}, {"-", []int32{1, 3}, -2},
		{"*", []int32{65536, 65536}, 0}, {"*", []int32{65536, 32768}, math.MinInt32},
		{"/", []int32{7, -2}, -3}, {"/", []int32{-7, 2}, -3}, {`\`, []int32{-7, 2}, -1}, {`\`, []int32{7, -2}, 1},
		{"/", []int32{math.MinInt32, -1}, math.MinInt32}, {`\`, []int32{math.MinInt32, -1}, 0},
		{"**", []int32{2, 10}, 1024}, {"**", []int32{2, 31}, math.MinInt32}, {"**", []int32{3, 21}, 1870418611},
		{"**", []int32{10, 10}, 1410065408}, {"**", []int32{0, 0}, 1}, {"**", []int32{2, -1}, 0},
		{"**", []int32{1, -1}, 0}, {"**", []int32{-1, math.MaxInt32}, -1}, {"**", []int32{5, 0}, 1},
	} {
		got, ok := Calculate(c.op, c.operands...)
		require.True(t, ok, "%v", c)
		require.Equal(t, c.want, got, "%v", c)
	}
	for _, undefined := range []struct {
		op   string
		a, b int32
	}{{"/", 1, 0}, {`\`, 1, 0}, {"**", 0, -1}} {
		_, ok := Calculate(undefined.op, undefined.a, undefined.b)
		require.False(t, ok, "%v", undefined)
	}
}
