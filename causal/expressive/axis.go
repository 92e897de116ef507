// Package expressive shows the expressive range of a program: the values of two metrics over many
// runs, as a histogram in two dimensions (Smith and Whitehead, "Analyzing the expressive range of a
// level generator", PCG workshop at FDG, 2010).
//
// A [Total] adds up the values of runs. An [Axis] divides the values of a metric into bins. A [Histogram] counts runs
// by the bins of two axes. A [Coverage] estimates how much of the range is yet unseen, and a [Shift] and an [Overlap]
// say how two ranges differ. [Range] is all of it as an answer, in words, as JSON and as a table.
package expressive

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/sweep/joint"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// MostBins is the number of bins of an axis where no other is asked for.
const MostBins = 20

// Axis divides the values of a metric into bins.
type Axis struct {
	Metric string `json:"metric"`
	// Bins are in ascending order of numbers, or names in descending order of frequency. The last
	// can be for the runs without a value.
	Bins []Bin `json:"bins"`

	names    map[string]int // bins of names
	others   int            // bin of other names
	bounds   []float64      // bounds are the lower ends of bins of numbers
	power    int            // exponent of a power of ten of which all bounds are multiples
	none     int            // bin of runs without a value; -1 for no such bin
	distinct bool           // each bin of numbers is for one whole number
}

// Bin is a part of an axis.
type Bin struct {
	Label string `json:"label"`
	// From and To bound the numbers of the bin, From included and To excluded. Both are nil for names
	// and for runs without a value.
	From *float64 `json:"from,omitempty"`
	To   *float64 `json:"to,omitempty"`
}

// Labels of bins that are neither of numbers nor of a name.
const (
	noValue    = "none"
	otherNames = "others"
)

// newAxis returns an axis with at most so many bins for the values of a metric, and one more for runs without a
// value, if there are any. Whole numbers have bins of whole numbers, each its own where there is room. All bins of
// numbers have the same width: 1, 2 or 5, times a power of ten. Of many names the rarest share a bin.
func newAxis(most int, d *distribution) *Axis {
	a := &Axis{Metric: d.metric.Text, Bins: []Bin{}, names: make(map[string]int), none: -1}
	if d.metric.Names {
		a.nameBins(most, d)
		return a
	}
	if d.numbers.N() > 0 {
		a.numberBins(most, d.numbers.Spread())
	}
	if d.numbers.None() > 0 || d.numbers.N() == 0 {
		a.none = len(a.Bins)
		a.Bins = append(a.Bins, Bin{Label: noValue})
	}
	return a
}

// nameBins makes a bin for each name, the most frequent first.
func (a *Axis) nameBins(most int, d *distribution) {
	names := slices.SortedFunc(maps.Keys(d.names), func(a, b string) int {
		return cmp.Or(d.names[b]-d.names[a], cmp.Compare(a, b))
	})
	if len(names) > most || d.others {
		a.others = min(len(names), most-1)
	} else {
		a.others = len(names)
	}
	for i, name := range names[:a.others] {
		a.names[name] = i
		a.Bins = append(a.Bins, Bin{Label: name})
	}
	switch rest := len(names) - a.others; {
	case d.others: // their number is unknown
		a.Bins = append(a.Bins, Bin{Label: otherNames})
	case rest > 0:
		a.Bins = append(a.Bins, Bin{Label: fmt.Sprintf("%d %s", rest, otherNames)})
	}
}

// scale is the width of bins, as digit × 10^power.
type scale struct {
	digit float64
	power int
}

// at returns the n-th multiple of the width. Of powers below 0 it divides, which is exact where
// multiplying is not.
func (s scale) at(n float64) float64 {
	if s.power < 0 {
		return n * s.digit / math.Pow10(-s.power)
	}
	return n * s.digit * math.Pow10(s.power)
}

// next returns the next greater width.
func (s scale) next() scale {
	switch s.digit {
	case 1:
		return scale{2, s.power}
	case 2:
		return scale{5, s.power}
	}
	return scale{1, s.power + 1}
}

// floor returns the greatest n with at(n) <= v.
func (s scale) floor(v float64) float64 {
	n := math.Floor(v / s.at(1))
	for s.at(n+1) <= v {
		n++
	}
	for s.at(n) > v {
		n--
	}
	return n
}

// mostPrecise is the number of widths up to which bounds are exact.
const mostPrecise = 1 << 50

// scaleOf returns the least scale with at most so many bins for the numbers from low to high, which are different
// unless all numbers are whole. Whole numbers have a scale of at least 1.
func scaleOf(most int, low, high float64, whole bool) scale {
	s := scale{1, 0}
	if !whole {
		s.power = int(math.Floor(math.Log10(high/float64(most)-low/float64(most)))) - 1
		for math.Max(math.Abs(low), math.Abs(high))/s.at(1) > mostPrecise {
			s = s.next()
		}
	}
	for s.floor(high)-s.floor(low) >= float64(most) {
		s = s.next()
	}
	return s
}

// numberBins makes bins of the same width from the least to the greatest number.
func (a *Axis) numberBins(most int, of joint.Spread) {
	low, high := of.Min, of.Max
	whole := of.Whole && max(math.Abs(low), math.Abs(high)) <= mostPrecise
	if low == high && !whole {
		a.bounds, a.power = []float64{low}, math.MaxInt
		a.Bins = []Bin{{strconv.FormatFloat(low, 'g', 4, 64), &low, &low}}
		return
	}
	s := scaleOf(most, low, high, whole)
	a.distinct, a.power = whole && s == scale{1, 0}, s.power
	for n := s.floor(low); n <= s.floor(high); n++ {
		from, to := s.at(n), s.at(n+1)
		a.bounds = append(a.bounds, from)
		a.Bins = append(a.Bins, Bin{numberLabel(from, to, whole, s), &from, &to})
	}
}

// numberLabel returns the label of a bin of numbers.
func numberLabel(from, to float64, whole bool, s scale) string {
	switch digits := max(-s.power, 0); {
	case whole && to == from+1:
		return strconv.FormatFloat(from, 'f', 0, 64)
	case whole:
		return fmt.Sprintf("%.0f–%.0f", from, to-1)
	case s.power > 5 || digits > 6:
		return fmt.Sprintf("%.4g–%.4g", from, to)
	default:
		return fmt.Sprintf("%.*f–%.*f", digits, from, digits, to)
	}
}

// Of returns the bin of a value.
func (a *Axis) Of(v joint.Value) int {
	if x, is := v.Number(); is {
		at, found := slices.BinarySearch(a.bounds, x)
		if !found {
			at--
		}
		return max(at, 0) // a number that was rounded down may be below all bounds
	}
	if v.IsNone() {
		return a.none
	}
	name, _ := v.Name()
	if at, known := a.names[name]; known {
		return at
	}
	return a.others
}

// mostDecimal is the greatest exponent n such that 10^n is a float64: multiples of 10^n and 10^-n are rounded once.
const mostDecimal = 22

// exactOn reports whether each number has the same bin as the number rounded down to a multiple of 10^power.
func (a *Axis) exactOn(power int) bool {
	return power <= a.power && (len(a.bounds) <= 1 || max(a.power, -a.power) <= mostDecimal)
}

// Numeric reports whether the axis has bins of numbers.
func (a *Axis) Numeric() bool { return len(a.bounds) > 0 }

// Width says how wide the bins of numbers are: "bins of 5".
func (a *Axis) Width() string {
	if !a.Numeric() || len(a.bounds) == 1 || a.distinct {
		return english.Count(len(a.Bins), "bin")
	}
	return fmt.Sprintf("%s of %s", english.Count(len(a.Bins), "bin"),
		strconv.FormatFloat(a.bounds[1]-a.bounds[0], 'g', 6, 64))
}
