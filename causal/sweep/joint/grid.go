package joint

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"sort"
)

// A grid of a power are all float64 that an integer multiple of 10^power is rounded to. Each multiple of 10^(power+1)
// is one of 10^power, so the grid of a power has all points of the next one.
const (
	finest   = -324 // all float64 are points
	coarsest = 308  // there are no more than four points
)

// floor returns the greatest point of the grid of a power that is no greater than x.
func floor(x float64, power int) float64 {
	const table, most = 22, 1 << 50 // 10^22 is a float64
	if power < -table || power > table {
		return floorBig(x, power)
	}
	unit := math.Pow10(max(power, -power))
	point := func(n float64) float64 { return n * unit }
	n := x / unit
	if power < 0 { // dividing by what is a float64 rounds once
		point = func(n float64) float64 { return n / unit }
		n = x * unit
	}
	if n = math.Floor(n); math.Abs(n) > most {
		return floorBig(x, power)
	}
	for point(n+1) <= x {
		n++
	}
	for point(n) > x {
		n--
	}
	return point(n)
}

// floorBig is floor for any power and number.
func floorBig(x float64, power int) float64 {
	if x == 0 {
		return 0
	}
	if size := math.Log10(math.Abs(x)); size > float64(power+17) {
		return x // points are nearer to one another than to all other numbers, of 53 binary digits
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
	if n = next; point() <= x { // it is above x, but not by so much that it is another float64
		return x
	}
	return below
}

// fit returns the power of the finest grid, not finer than a given one, on which no more than so many points have
// some of the numbers.
func fit(numbers []float64, power, most int) int {
	if len(numbers) <= most {
		return power
	}
	// All are points of a grid that is fine beside the number nearest to 0, and have two points of a coarse one.
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
