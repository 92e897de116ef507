package mergeable

import (
	"bytes"
	"math"
	"testing"

	sweeplaws "github.com/ceptre-graph/ceptre/causal/sweep/laws"
	"github.com/stretchr/testify/require"
)

// FuzzRead checks that readers take canonical forms alone, whatever the input is.
func FuzzRead(f *testing.F) {
	h, d, g, v := new(Histogram), new(Distinct), new(groups), new(Reservoir)
	for i := range 5 {
		h.Add(int64(i) - 2)
		d.Add(digest(i), 3)
		g.At(name(i)).Add(7)
		v.Add(uint64(i), "x")
	}
	f.Add(uint8(0), h.Append(nil))
	f.Add(uint8(1), d.Append(nil))
	f.Add(uint8(2), g.Append(nil))
	f.Add(uint8(3), v.Append(nil))
	for i := range int64(2 * MostValues) {
		h.Add(i)
	}
	f.Add(uint8(0), h.Append(nil))
	f.Add(uint8(4), (&Once{3, 5, "x"}).Append(nil))
	sum := new(FloatSum)
	for _, x := range []float64{0.1, -3, 1e300} {
		sum.Add(x)
		f.Add(uint8(5), sum.Append(nil))
		sum.AddSquare(x)
	}
	f.Add(uint8(6), (&FirstCounts{[]SeedCount{{1, 2}, {3, 0}}}).Append(nil))
	f.Fuzz(canonical)
}

// TestDamagedForms checks forms with a small damage anywhere.
func TestDamagedForms(t *testing.T) {
	h, d, g, first := new(Histogram), new(Distinct), new(groups), new(First)
	for i := range 4 {
		h.Add(int64(i) - 2)
		d.Add(digest(i%3), uint64(i))
		g.At(name(i)).Add(7)
		first.Add(uint64(3 * i))
	}
	sample, sum := new(Reservoir), new(FloatSum)
	for i, x := range []float64{0.1, -3, 1e30} {
		sample.Add(uint64(i/2), "xyz"[i:i+1])
		sum.Add(x)
	}
	noted := &FirstCounts{[]SeedCount{{1, 2}, {3, 0}, {3, 300}}}
	for which, form := range []Form{h, d, g, sample, &Once{3, 5, "x"}, sum, noted, first} {
		canonical(t, uint8(which), form.Append(nil))
		for data := range sweeplaws.Damaged(form.Append(nil)) {
			canonical(t, uint8(which), data)
		}
	}
}

// TestRead checks that values that no additions make are refused, and that those at the bounds are not.
func TestRead(t *testing.T) {
	rough := new(Distinct)
	rough.estimate()
	rough.Add([digestBytes]byte{}, 1) // has the most zeros that there can be
	full := rough.Append(nil)
	canonical(t, 1, full)
	full[1]++
	require.ErrorIs(t, read(full, rough), ErrDamaged)
	once := func(runs uint64) *Distinct { return &Distinct{exact: map[prefix]occurrences{{}: {runs, 1}}} }
	least, below := new(FloatSum), &FloatSum{unit: leastUnit - 1}
	least.AddSquare(math.SmallestNonzeroFloat64)
	below.units.SetInt64(1)
	for _, v := range []Form{once(MostRuns), &Once{MostRuns, 0, ""}, &First{}, least} {
		require.NoError(t, read(v.Append(nil), v))
	}
	for _, v := range []Form{below, once(0), once(MostRuns + 1),
		&Once{MostRuns + 1, 0, ""}, &Once{0, 1, ""}, &Once{0, 0, "x"},
		&First{2, []uint64{3, 1}}, &FirstCounts{[]SeedCount{{3, 1}, {1, 1}}}, &FirstCounts{[]SeedCount{{1, 3}, {1, 1}}}} {
		require.ErrorIs(t, read(v.Append(nil), v), ErrDamaged, "%+v", v)
	}
	r := NewReader([]byte{0})
	require.Zero(t, r.UpTo(0))
	require.NoError(t, r.Close())
}

// read reads all of a form into a value.
func read(form []byte, v Form) error {
	r := NewReader(form)
	v.Read(r)
	return r.Close()
}

// canonical checks that bytes are refused, or are the canonical form of the value that is read from them.
func canonical(t *testing.T, which uint8, data []byte) {
	v := []Form{new(Histogram), new(Distinct), new(groups), new(Reservoir), new(Once), new(FloatSum), new(FirstCounts),
		new(First)}[which%8]
	if err := read(data, v); err == nil {
		require.True(t, bytes.Equal(data, v.Append(nil)), "%x is of %T %+v", data, v, v)
	} else {
		require.ErrorIs(t, err, ErrDamaged)
	}
	if h, ok := v.(*Histogram); ok {
		h.Quartiles()
	}
}
