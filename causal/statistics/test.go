package statistics

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// MeanIsZero returns the probability, if n numbers of independent runs are 0 on average, that their sum is as far from
// 0 as it is or farther, by the normal distribution with their own variance. It is never below that of all signs
// being alike by chance, so that a few equal runs prove little. Without runs it is 1.
//
// The sum and the sum of the squares are exact: the variance is their difference, and may be much smaller.
func MeanIsZero(n int, sum, squares *big.Rat) float64 {
	if sum.Sign() == 0 || n == 0 {
		return 1
	}
	least := math.Exp2(1 - float64(n))
	square, runs := new(big.Rat).Mul(sum, sum), new(big.Rat).SetInt64(int64(n))
	variance := new(big.Rat).Mul(squares, runs) // of the sum, but for the factor 1/(n-1)
	if variance.Sub(variance, square); n < 2 || variance.Sign() <= 0 {
		return min(1, least)
	}
	square.Mul(square, runs.SetInt64(int64(n-1)))
	z2, _ := square.Quo(square, variance).Float64()
	return min(1, max(least, math.Erfc(math.Sqrt(z2/2))))
}

// Holm corrects the probabilities of several comparisons for their number: if those at 0.05 and below are called
// differences, the chance that any of these is none is 5 % (Holm, "A simple sequentially rejective multiple test
// procedure", Scandinavian Journal of Statistics 6, 1979).
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out, most := make([]float64, len(p)), 0.0
	for rank, i := range order {
		most = max(most, min(1, p[i]*float64(len(p)-rank)))
		out[i] = most
	}
	return out
}
