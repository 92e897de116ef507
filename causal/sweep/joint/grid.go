package joint

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"sort"
)

// The points of the grid of a power are the integer multiples of 10^power, rounded to float64. Each multiple of
// 10^(power+1) is a multiple of 10^power, so a grid has all points of the coarser grids.
const (
	finest   = -324 // each float64 is a point
	coarsest = 308  // at most four float64 are points
)

// floor returns the greatest point of the grid of a power that is no greater than x.
func floor(x float64, power int) float64 {
	const table, most = 22, 1 << 50 // 10^22 is a float64
	if power < -table || power > table {
		return exactFloor(x, power)
	}
	unit := math.Pow10(max(power, -power))
	point := func(n float64) float64 { return n * unit }
	n := x / unit
	if power < 0 { // the unit is 10^-power, which is a float64, so that a division rounds once
		point = func(n float64) float64 { return n / unit }
		n = x * unit
	}
	if n = math.Floor(n); math.Abs(n) > most {
		return exactFloor(x, power)
	}
	for point(n+1) <= x {
		n++
	}
	for point(n) > x {
		n--
	}
	return point(n)
}

// exactFloor is floor for any power and number, in rational arithmetic.
func exactFloor(x float64, power int) float64 {
	if x == 0 {
		return 0
	}
	if size := math.Log10(math.Abs(x)); size > float64(power+17) {
		return x // neighbouring float64 are further apart than multiples of 10^power, so each is a point
	}
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(power, -power))), nil))
	if power < 0 {
		unit.Inv(unit)
	}
	quotient := new(big.Rat).SetFloat64(x)
	quotient.Quo(quotient, unit)
	n := new(big.Int).Div(quotient.Num(), quotient.Denom()) // rounds down
	point := func() float64 {
		f, _ := quotient.Mul(quotient.SetInt(n), unit).Float64()
		return max(f, -math.MaxFloat64)
	}
	next := new(big.Int).Add(n, big.NewInt(1))
	below := point()
	if n = next; point() <= x { // the next multiple is above x, but is rounded to x
		return x
	}
	return below
}

// fittingPower returns the least power, from a given one on, for which the numbers have at most so many different
// points of the grid.
func fittingPower(numbers []float64, power, most int) int {
	if len(numbers) <= most {
		return power
	}
	// The search begins at a grid so fine that each number is a point, and ends at one so coarse that all numbers are
	// rounded down to 0 or to the first point below 0.
	least, greatest := math.Inf(1), 0.
	for _, x := range numbers {
		if x = math.Abs(x); x > 0 {
			least, greatest = min(least, x), max(greatest, x)
		}
	}
	low := max(power, finest, int(math.Floor(math.Log10(least)))-18)
	high := min(coarsest, int(math.Log10(greatest))+2)
	points := slices.Clone(numbers)
	return low + sort.Search(max(high-low, 0), func(i int) bool {
		for k, x := range numbers {
			points[k] = floor(x, low+i)
		}
		slices.SortFunc(points, cmp.Compare)
		return len(slices.Compact(points)) <= most
	})
}
