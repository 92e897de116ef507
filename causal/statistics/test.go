package statistics

import (
	"cmp"
	"math"
	"slices"
)

// MeanIsZero returns the probability, if numbers of independent runs are 0 on average, that their sum is as far from
// 0 as it is or farther, by the normal distribution with their own variance. It is never below that of all signs
// being alike by chance, so that a few equal runs prove little. Without runs it is 1.
func MeanIsZero(of []float64) float64 {
	var sum, squares float64
	for _, x := range of {
		sum += x
		squares += x * x
	}
	n := float64(len(of))
	if sum == 0 || n == 0 {
		return 1
	}
	least := math.Exp2(1 - n)
	variance := squares - sum*sum/n // of the sum, but for the factor n/(n-1)
	if n < 2 || variance <= 0 {
		return min(1, least)
	}
	z := math.Abs(sum) / math.Sqrt(variance*n/(n-1))
	return min(1, max(least, math.Erfc(z/math.Sqrt2)))
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
