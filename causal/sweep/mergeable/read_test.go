package mergeable

import (
	"testing"

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
	f.Add(uint8(6), (&Noted{[]Note{{1, 2}, {3, 0}}}).Append(nil))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		type form interface {
			Append([]byte) []byte
			Read(*Reader)
		}
		v := []form{new(Histogram), new(Distinct), new(groups), new(Reservoir), new(Once), new(FloatSum), new(Noted)}[which%7]
		r := NewReader(data)
		if v.Read(r); r.Close() == nil {
			require.Equal(t, data, v.Append(nil))
		} else {
			require.ErrorIs(t, r.Close(), ErrDamaged)
		}
		if h, ok := v.(*Histogram); ok {
			h.Quartiles()
		}
	})
}
