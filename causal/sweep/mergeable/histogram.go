package mergeable

import (
	"encoding/binary"
	"maps"
	"math/bits"
	"slices"
)

// MostValues is the number of different integers up to which a [Histogram] is exact.
const MostValues = 1 << 14

// Accuracy is the relative error of quantiles of a [Histogram] that is not exact.
const Accuracy = 1. / 256

// Histogram counts integers. With few different ones it is exact. With more it is a DDSketch (Masson, Rim and Lee,
// 2019): counts of buckets whose bounds grow like powers, here of 128 equal ones between powers of two. Least,
// greatest and sum stay exact. Buckets are found by integer arithmetic: logarithms of the libraries are not the same
// on all processors, and a bucket more or less would give other bytes. The zero value is empty.
type Histogram struct {
	zeros  uint64           // of rules most are
	counts map[int64]uint64 // by integer, or by bucket
	rough  bool             // counts are by bucket
	n      uint64
	sum    Sum
	min    int64
	max    int64
}

// Add counts an integer.
func (h *Histogram) Add(x int64) { h.AddTimes(x, 1) }

// AddTimes counts an integer so many times.
func (h *Histogram) AddTimes(x int64, times uint64) {
	if times == 0 {
		return
	}
	h.extend(x, x)
	h.n += times
	h.sum.Add(x, times)
	if h.rough {
		x = bucket(x)
	}
	h.count(x, times)
}

// extend extends the range of a histogram to which numbers are about to be added.
func (h *Histogram) extend(least, greatest int64) {
	if h.n == 0 {
		h.min, h.max = least, greatest
	}
	h.min, h.max = min(h.min, least), max(h.max, greatest)
}

// count counts an integer, or a bucket.
func (h *Histogram) count(key int64, times uint64) {
	if key == 0 {
		h.zeros += times
	} else {
		if h.counts == nil {
			h.counts = make(map[int64]uint64)
		}
		h.counts[key] += times
	}
	if !h.rough && h.different() > MostValues {
		h.roughen()
	}
}

// different returns the number of different integers, or buckets.
func (h *Histogram) different() int {
	if h.zeros > 0 {
		return len(h.counts) + 1
	}
	return len(h.counts)
}

// roughen replaces integers by their buckets.
func (h *Histogram) roughen() {
	exact := h.counts
	h.counts, h.rough = make(map[int64]uint64), true
	for x, n := range exact {
		h.counts[bucket(x)] += n
	}
}

// Merge adds the numbers of another histogram.
func (h *Histogram) Merge(o *Histogram) {
	if o.n == 0 {
		return
	}
	h.extend(o.min, o.max)
	h.n += o.n
	h.sum.Merge(o.sum)
	if o.rough && !h.rough {
		h.roughen()
	}
	if o.zeros > 0 {
		h.count(0, o.zeros)
	}
	for key, times := range o.counts {
		if h.rough && !o.rough {
			key = bucket(key)
		}
		h.count(key, times)
	}
}

// N returns how many integers were counted.
func (h *Histogram) N() int { return int(h.n) }

// NotZero returns how many integers other than 0 were counted.
func (h *Histogram) NotZero() int { return int(h.n - h.zeros) }

// Sum returns the sum of all integers, or the nearest of 64 bits.
func (h *Histogram) Sum() int { return int(h.sum.Int()) }

// Mean returns the arithmetic mean; 0 of none.
func (h *Histogram) Mean() float64 {
	if h.n == 0 {
		return 0
	}
	return h.sum.Float64() / float64(h.n)
}

// Min returns the least integer; 0 of none.
func (h *Histogram) Min() int { return int(h.min) }

// Max returns the greatest integer; 0 of none.
func (h *Histogram) Max() int { return int(h.max) }

// Exact reports whether quantiles are exact. Otherwise they are within [Accuracy] of themselves.
func (h *Histogram) Exact() bool { return !h.rough }

// Quartiles returns the integers that at least one, two and three quarters of all are no greater than; 0 of none.
func (h *Histogram) Quartiles() (quartiles [3]int) {
	below, quarter := uint64(0), 0
	for _, key := range h.keys() {
		below += h.times(key)
		x := key
		if h.rough {
			x = min(max(middle(key), h.min), h.max)
		}
		for quarter < 3 && below >= QuartileRank(h.n, uint64(quarter+1)) {
			quartiles[quarter] = int(x)
			quarter++
		}
	}
	return quartiles
}

// Spread says how integers are spread. Quartiles are among the integers: of all of them, at least one, two or three
// quarters are no greater.
type Spread struct {
	Min    int     `json:"min"`
	Lower  int     `json:"lowerQuartile"`
	Median int     `json:"median"`
	Upper  int     `json:"upperQuartile"`
	Max    int     `json:"max"`
	Mean   float64 `json:"mean"`
	Total  int     `json:"total"`
	// Approximate says that the quartiles are within [Accuracy] of themselves, and need not be among the integers.
	Approximate bool `json:"approximateQuartiles,omitempty"`
}

// Spread returns how the integers are spread; all zero where there are none.
func (h *Histogram) Spread() Spread {
	q := h.Quartiles()
	return Spread{int(h.min), q[0], q[1], q[2], int(h.max), h.Mean(), h.Sum(), h.rough}
}

// QuartileRank returns how many of n values are no greater than a quartile: so many quarters of them, rounded up.
func QuartileRank(n, quarters uint64) uint64 { return n/4*quarters + (n%4*quarters+3)/4 }

// keys returns the integers or buckets, ascending.
func (h *Histogram) keys() []int64 {
	keys := slices.AppendSeq(make([]int64, 0, h.different()), maps.Keys(h.counts))
	if h.zeros > 0 {
		keys = append(keys, 0)
	}
	slices.Sort(keys)
	return keys
}

// times returns the count of an integer or bucket.
func (h *Histogram) times(key int64) uint64 {
	if key == 0 {
		return h.zeros
	}
	return h.counts[key]
}

// precision is the number of binary digits of an integer that its bucket knows.
const precision = 8

// bucket returns the bucket of an integer: itself where it has few digits.
func bucket(x int64) int64 {
	if x < 0 {
		return -bucketOf(-uint64(x))
	}
	return bucketOf(uint64(x))
}

func bucketOf(u uint64) int64 {
	shift := max(bits.Len64(u)-precision, 0)
	return int64(shift<<(precision-1)) + int64(u>>shift)
}

// middle returns the integer in the middle of a bucket; for that of the least integer, that one.
func middle(b int64) int64 {
	if b < 0 {
		return int64(-min(middleOf(-b), 1<<63))
	}
	return int64(middleOf(b))
}

func middleOf(b int64) uint64 {
	shift := max(b>>(precision-1)-1, 0)
	least := uint64(b-shift<<(precision-1)) << shift
	return least + (1<<shift-1)/2
}

// mostBucket is the bucket of the greatest integer, and for less than the least one's.
var mostBucket = bucketOf(1 << 63)

// Append appends the canonical form.
func (h *Histogram) Append(b []byte) []byte {
	b = binary.AppendUvarint(AppendBool(b, h.rough), uint64(h.different()))
	last := int64(0)
	for i, key := range h.keys() {
		if i == 0 {
			b = binary.AppendVarint(b, key)
		} else {
			b = binary.AppendUvarint(b, uint64(key-last))
		}
		b = binary.AppendUvarint(b, h.times(key))
		last = key
	}
	if !h.rough {
		return b
	}
	b = binary.AppendVarint(binary.AppendVarint(b, h.min), h.max)
	return h.sum.Append(b)
}

// Read reads the canonical form.
func (h *Histogram) Read(r *Reader) {
	*h = Histogram{}
	rough := r.Bool()
	n, last := r.Len(2, MostValues), int64(0)
	for i := range n {
		var key int64
		if i == 0 {
			key = r.Int()
		} else if key = last + int64(r.Uint()); key <= last {
			r.Fail("numbers are not in their order")
		}
		times := r.Uint()
		if r.Err() != nil {
			return
		}
		if times == 0 || times > mostCounted || h.n > mostCounted {
			r.Fail("%d is no count of numbers", times)
			return
		}
		if last = key; rough {
			h.rough, h.n = true, h.n+times
			h.count(key, times)
			continue
		}
		h.AddTimes(key, times)
	}
	if !rough || r.Err() != nil {
		return
	}
	h.rough, h.min, h.max = true, r.Int(), r.Int()
	h.sum.Read(r)
	keys := h.keys()
	if len(keys) == 0 || bucket(h.min) != keys[0] || bucket(h.max) != last || keys[0] < -mostBucket || last > mostBucket {
		r.Fail("the buckets are not those of the numbers")
	}
}
