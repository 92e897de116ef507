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
	f, _ := new(big.Float).SetInt(s.Big()).Float64()
	return f
}

// Big returns the exact sum.
func (s *Sum) Big() *big.Int {
	x := new(big.Int).Lsh(big.NewInt(s.high), 64)
	return x.Add(x, new(big.Int).SetUint64(s.low))
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

// FloatSum is an exact sum of finite floating-point numbers and of their squares (a superaccumulator: Kulisch, 1971).
// It is an integer multiple of a power of two, with as many digits as the numbers need. The zero value is an empty sum.
type FloatSum struct {
	units big.Int // the sum in units
	unit  int     // exponent of the unit, a power of two: the least exponent of all addends
}

const (
	// leastUnit is the least exponent of a unit: the exponent of the square of the smallest positive float64.
	leastUnit = -2 * 1074
	// mostBits is an exponent of two beyond all sums: squares are below 2^(2·1024), and there are at most 2^64 of them.
	mostBits = 2*1024 + 64
)

// Add adds a finite number.
func (s *FloatSum) Add(x float64) { s.AddTimes(x, 1) }

// AddTimes adds a finite number so many times.
func (s *FloatSum) AddTimes(x float64, times uint64) {
	m, unit := integer(x)
	n := big.NewInt(m)
	s.add(n.Mul(n, new(big.Int).SetUint64(times)), unit)
}

// AddSquare adds the square of a finite number.
func (s *FloatSum) AddSquare(x float64) {
	m, unit := integer(x)
	square := big.NewInt(m)
	s.add(square.Mul(square, square), 2*unit)
}

// integer returns a number as an odd integer multiple of a power of two, or as zero.
func integer(x float64) (m int64, unit int) {
	frac, exp := math.Frexp(x)
	m = int64(math.Ldexp(frac, 53))
	if m == 0 {
		return 0, 0
	}
	zeros := bits.TrailingZeros64(uint64(m))
	return m >> zeros, exp - 53 + zeros
}

// add adds an integer multiple of a unit, given by its exponent. It changes the integer.
func (s *FloatSum) add(m *big.Int, unit int) {
	switch {
	case m.Sign() == 0:
		return
	case s.units.Sign() == 0:
		s.unit = unit
	case unit < s.unit:
		s.units.Lsh(&s.units, uint(s.unit-unit))
		s.unit = unit
	}
	s.units.Add(&s.units, m.Lsh(m, uint(unit-s.unit)))
}

// Merge adds another sum.
func (s *FloatSum) Merge(o *FloatSum) { s.add(new(big.Int).Set(&o.units), o.unit) }

// Float64 returns the sum, rounded once to the nearest float64, ties to even; an infinity if it is too large.
func (s *FloatSum) Float64() float64 {
	f := new(big.Float).SetInt(&s.units)
	x, _ := f.SetMantExp(f, s.unit).Float64()
	return x
}

// Rat returns the exact sum.
func (s *FloatSum) Rat() *big.Rat {
	power := new(big.Int).Lsh(big.NewInt(1), uint(max(s.unit, -s.unit)))
	if s.unit < 0 {
		return new(big.Rat).SetFrac(&s.units, power)
	}
	return new(big.Rat).SetInt(power.Mul(power, &s.units))
}

// Append appends the canonical form: the exponent of the greatest unit, and the sum in such units.
func (s *FloatSum) Append(b []byte) []byte {
	zeros := s.units.TrailingZeroBits()
	unit := s.unit + int(zeros)
	if s.units.Sign() == 0 {
		unit = 0
	}
	units := new(big.Int).Rsh(&s.units, zeros)
	b = AppendBool(binary.AppendVarint(b, int64(unit)), units.Sign() < 0)
	return AppendText(b, string(units.Bytes()))
}

// Read reads the canonical form.
func (s *FloatSum) Read(r *Reader) {
	*s = FloatSum{}
	unit, negative := r.Int(), r.Bool()
	b := r.Bytes(r.Len(1, (mostBits-leastUnit)/8))
	switch n := len(b); {
	case n == 0 && (negative || unit != 0), n > 0 && (b[0] == 0 || b[n-1]&1 == 0):
		r.Fail("a sum is not in its shortest form")
	case unit < leastUnit || unit > mostBits:
		r.Fail("a sum is in units of 2^%d", unit)
	default:
		s.units.SetBytes(b)
		s.unit = int(unit)
	}
	if negative {
		s.units.Neg(&s.units)
	}
}
