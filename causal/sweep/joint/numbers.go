package joint

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"math/bits"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
)

// MostNumbers is the greatest number of different numbers, or of points of a grid, that a [Numbers] keeps.
const MostNumbers = 1 << 14

// Numbers counts finite numbers, and runs without one. Least, greatest and mean are always exact. The zero value is
// empty.
type Numbers struct {
	counts  map[float64]uint64 // by number, or by point of the grid; up to 2·MostNumbers until the next trim
	rounded bool               // counts are by point
	power   int                // power of the grid
	n       uint64             // numbers
	none    uint64             // runs without a number

	// The following fields are in use once counts are rounded.
	min, max   float64
	fractional bool // some number is not whole
	sum        mergeable.FloatSum
}

// Add counts a number. [math.NaN] and infinities are no numbers.
func (h *Numbers) Add(x float64) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		h.none++
		return
	}
	if x == 0 {
		x = 0 // -0 and 0 are the same number
	}
	if h.rounded {
		h.extend(x, x, x != math.Trunc(x))
		h.sum.Add(x)
	}
	h.count(x, 1)
}

// extend extends the range of the numbers, and notes whether one of them is fractional.
func (h *Numbers) extend(least, greatest float64, fractional bool) {
	h.min, h.max, h.fractional = min(h.min, least), max(h.max, greatest), h.fractional || fractional
}

// count counts a number, or a point of the same grid or a finer one.
func (h *Numbers) count(x float64, times uint64) {
	h.n += times
	h.point(x, times)
	if len(h.counts) >= 2*MostNumbers {
		h.trim()
	}
}

func (h *Numbers) point(x float64, times uint64) {
	if h.rounded {
		x = floor(x, h.power)
	}
	if h.counts == nil {
		h.counts = make(map[float64]uint64)
	}
	h.counts[x] += times
}

// trim rounds the numbers if there are too many different ones.
func (h *Numbers) trim() {
	if len(h.counts) <= MostNumbers {
		return
	}
	h.startRounding()
	h.coarsen(fittingPower(h.keys(), h.power, MostNumbers))
}

// startRounding counts by point from now on, first of the finest grid. The range of no numbers is empty.
func (h *Numbers) startRounding() {
	if h.rounded {
		return
	}
	least, greatest, whole := h.bounds()
	for x, times := range h.counts {
		h.sum.AddTimes(x, times)
	}
	h.rounded, h.power, h.min, h.max, h.fractional = true, finest, least, greatest, !whole
}

// coarsen rounds numbers to a coarser grid.
func (h *Numbers) coarsen(power int) {
	if power == h.power {
		return
	}
	before := h.counts
	h.counts, h.power = make(map[float64]uint64), power
	for x, times := range before {
		h.point(x, times)
	}
}

// Merge adds the numbers of another.
func (h *Numbers) Merge(o *Numbers) {
	h.none += o.none
	if o.n == 0 {
		return
	}
	if o.rounded {
		h.startRounding()
		h.coarsen(max(h.power, o.power))
	}
	if h.rounded {
		least, greatest, whole := o.bounds()
		h.extend(least, greatest, !whole)
		sum := o.total()
		h.sum.Merge(&sum)
	}
	for x, times := range o.counts {
		h.count(x, times)
	}
	h.trim()
}

// bounds returns the least and the greatest number, and whether all numbers are whole. Of none they are infinities.
func (h *Numbers) bounds() (least, greatest float64, whole bool) {
	if h.rounded {
		return h.min, h.max, !h.fractional
	}
	least, greatest, whole = math.Inf(1), math.Inf(-1), true
	for x := range h.counts {
		least, greatest, whole = min(least, x), max(greatest, x), whole && x == math.Trunc(x)
	}
	return least, greatest, whole
}

// total returns the sum of all numbers.
func (h *Numbers) total() (sum mergeable.FloatSum) {
	if h.rounded {
		sum.Merge(&h.sum)
		return sum
	}
	for x, times := range h.counts {
		sum.AddTimes(x, times)
	}
	return sum
}

// N returns how many numbers were counted.
func (h *Numbers) N() int { return int(h.n) }

// None returns how many runs have no number.
func (h *Numbers) None() int { return int(h.none) }

// Spread is the distribution of numbers in brief. Each quartile is one of the numbers: the least one such that one, two
// or three quarters of all numbers are no greater.
type Spread struct {
	None   int     `json:"none"` // runs without a number
	Min    float64 `json:"min"`
	Lower  float64 `json:"lowerQuartile"`
	Median float64 `json:"median"`
	Upper  float64 `json:"upperQuartile"`
	Max    float64 `json:"max"`
	Mean   float64 `json:"mean"`
	// Grid is a power of ten: the quartiles are rounded down to multiples of it. It is 0 if they are exact.
	Grid float64 `json:"quartilesRoundedTo,omitempty"`

	Whole bool `json:"-"` // all numbers are whole
}

// Spread returns the spread of the numbers; its fields but None are zero if there are no numbers.
func (h *Numbers) Spread() Spread {
	s := Spread{None: h.None()}
	if h.n == 0 {
		return s
	}
	h.trim()
	s.Min, s.Max, s.Whole = h.bounds()
	sum := h.total()
	s.Mean = sum.Float64() / float64(h.n)
	if h.rounded {
		s.Grid = math.Pow10(h.power)
	}
	below, quartiles := uint64(0), []*float64{&s.Lower, &s.Median, &s.Upper}
	for _, x := range h.keys() {
		below += h.counts[x]
		for quarter := uint64(4 - len(quartiles)); quarter < 4 && below >= mergeable.QuartileRank(h.n, quarter); quarter++ {
			*quartiles[0] = max(x, s.Min)
			quartiles = quartiles[1:]
		}
	}
	return s
}

// keys returns the numbers, or the points of the grid, ascending.
func (h *Numbers) keys() []float64 {
	return slices.SortedFunc(maps.Keys(h.counts), cmp.Compare)
}

// Append appends the canonical form.
func (h *Numbers) Append(b []byte) []byte {
	h.trim()
	b = binary.AppendUvarint(mergeable.AppendBool(b, h.rounded), h.none)
	b = binary.AppendUvarint(b, uint64(len(h.counts)))
	for _, x := range h.keys() {
		b = binary.AppendUvarint(appendNumber(b, x), h.counts[x])
	}
	if !h.rounded {
		return b
	}
	b = appendNumber(appendNumber(binary.AppendVarint(b, int64(h.power)), h.min), h.max)
	return h.sum.Append(mergeable.AppendBool(b, h.fractional))
}

// Read reads the canonical form.
func (h *Numbers) Read(r *mergeable.Reader) {
	*h = Numbers{rounded: r.Bool(), none: uint64(r.UpTo(mergeable.MostRuns))}
	n, last := r.Len(2, MostNumbers), math.Inf(-1)
	counts := make(map[float64]uint64, n)
	for range n {
		x, times := readNumber(r), uint64(r.UpTo(mergeable.MostRuns))
		if r.Err() != nil || x <= last || times == 0 {
			r.Fail("numbers are not in their order, or have no runs")
			return
		}
		last, counts[x] = x, times
		h.n += times
	}
	h.counts = counts
	if !h.rounded {
		return
	}
	h.power, h.min, h.max, h.fractional = readPower(r), readNumber(r), readNumber(r), r.Bool()
	h.sum.Read(r)
	keys := h.keys()
	for _, x := range keys {
		if r.Err() == nil && floor(x, h.power) != x {
			r.Fail("%v is no point of the grid", x)
		}
	}
	if r.Err() == nil && (len(keys) == 0 || floor(h.min, h.power) != keys[0] || floor(h.max, h.power) != last) {
		r.Fail("the points are not those of the numbers")
	}
}

// appendNumber appends a number. One with few binary digits takes few bytes.
func appendNumber(b []byte, x float64) []byte {
	return binary.AppendUvarint(b, bits.ReverseBytes64(math.Float64bits(x)))
}

// readNumber reads a finite number.
func readNumber(r *mergeable.Reader) float64 {
	x := math.Float64frombits(bits.ReverseBytes64(r.Uint()))
	if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
		r.Fail("this is no number")
		return 0
	}
	return x
}

// readPower reads the power of a grid.
func readPower(r *mergeable.Reader) int {
	power := r.Int()
	if power < finest || power > coarsest {
		r.Fail("there is no grid of 10^%d", power)
		return finest
	}
	return int(power)
}
