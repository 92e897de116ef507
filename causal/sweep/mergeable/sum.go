package mergeable

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
)

// Sum is an exact sum of integers, of 128 bits. The zero value is an empty sum.
type Sum struct {
	high int64
	low  uint64
}

// Add adds an integer, so many times.
func (s *Sum) Add(x int64, times uint64) {
	high, low := bits.Mul64(uint64(x), times)
	if x < 0 { // -|x|·times in two's complement
		high -= times
	}
	s.Merge(Sum{int64(high), low})
}

// Merge adds another sum.
func (s *Sum) Merge(o Sum) {
	low, carry := bits.Add64(s.low, o.low, 0)
	high, _ := bits.Add64(uint64(s.high), uint64(o.high), carry)
	s.high, s.low = int64(high), low
}

// Int returns the sum, or the nearest integer of 64 bits.
func (s *Sum) Int() int64 {
	switch {
	case s.high > 0 || s.high == 0 && s.low > math.MaxInt64:
		return math.MaxInt64
	case s.high < -1 || s.high == -1 && s.low < 1<<63:
		return math.MinInt64
	}
	return int64(s.low)
}

// Float64 returns the sum, rounded once.
func (s *Sum) Float64() float64 {
	x := new(big.Int).Lsh(big.NewInt(s.high), 64)
	f, _ := new(big.Float).SetInt(x.Add(x, new(big.Int).SetUint64(s.low))).Float64()
	return f
}

// Append appends the canonical form.
func (s *Sum) Append(b []byte) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, uint64(s.high)), s.low)
}

// Read reads the canonical form.
func (s *Sum) Read(r *Reader) {
	if b := r.Bytes(16); b != nil {
		s.high, s.low = int64(binary.BigEndian.Uint64(b)), binary.BigEndian.Uint64(b[8:])
	}
}

// FloatSum is an exact sum of finite floating-point numbers: an integer multiple of the smallest number that there is
// (a superaccumulator: Kulisch, 1971). The zero value is an empty sum.
type FloatSum struct{ units big.Int }

// unit is the exponent of the smallest positive float64.
const unit = -1074

// mostUnits is the length of sums that are read, in bytes: of more numbers than can be added.
const mostUnits = (1024 - unit + 64) / 8

// Add adds a finite number.
func (s *FloatSum) Add(x float64) {
	frac, exp := math.Frexp(x)
	m := big.NewInt(int64(math.Ldexp(frac, 53)))
	if shift := exp - 53 - unit; shift >= 0 {
		m.Lsh(m, uint(shift))
	} else { // a subnormal number, with zeros at its end
		m.Quo(m, new(big.Int).Lsh(big.NewInt(1), uint(-shift)))
	}
	s.units.Add(&s.units, m)
}

// Merge adds another sum.
func (s *FloatSum) Merge(o *FloatSum) { s.units.Add(&s.units, &o.units) }

// Float64 returns the sum, rounded once to the nearest even.
func (s *FloatSum) Float64() float64 {
	f := new(big.Float).SetInt(&s.units)
	x, _ := f.SetMantExp(f, unit).Float64()
	return x
}

// Append appends the canonical form.
func (s *FloatSum) Append(b []byte) []byte {
	return AppendText(AppendBool(b, s.units.Sign() < 0), string(s.units.Bytes()))
}

// Read reads the canonical form.
func (s *FloatSum) Read(r *Reader) {
	negative := r.Bool()
	b := r.Bytes(r.Count(1, mostUnits))
	if len(b) > 0 && b[0] == 0 || len(b) == 0 && negative {
		r.Fail("a sum is not in its shortest form")
	}
	s.units.SetBytes(b)
	if negative {
		s.units.Neg(&s.units)
	}
}
