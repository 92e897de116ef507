package mergeable

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrDamaged is the error of a form that no value has.
var ErrDamaged = errors.New("damaged statistics")

// Reader reads the bytes that Append functions have written. After an error all reads return zeros.
type Reader struct {
	data []byte
	err  error
}

// NewReader returns a reader of a canonical form.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// Close returns the first error. Data that is left over is an error, too.
func (r *Reader) Close() error {
	if r.err == nil && len(r.data) > 0 {
		r.Fail("%d bytes are left over", len(r.data))
	}
	return r.err
}

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Fail records an error, unless there was one before. It wraps [ErrDamaged].
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
	}
	r.data = nil
}

// Bytes reads n bytes. The slice is a part of the input.
func (r *Reader) Bytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.Fail("the input ends too early")
		return nil
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

// Uint reads a number, as [binary.AppendUvarint] writes it.
func (r *Reader) Uint() uint64 {
	x, n := binary.Uvarint(r.data)
	if n <= 0 || n > 1 && r.data[n-1] == 0 { // the shortest form alone is canonical
		r.Fail("a number is cut or too long")
		return 0
	}
	r.data = r.data[n:]
	return x
}

// Int reads a number, as [binary.AppendVarint] writes it.
func (r *Reader) Int() int64 {
	u := r.Uint()
	return int64(u>>1) ^ -int64(u&1)
}

// mostCounted is the greatest count that is read. Sums of up to 2^13 such counts do not overflow.
const mostCounted = 1 << 50

// Count reads a count, such as the number of firings of a rule.
func (r *Reader) Count() int { return r.UpTo(mostCounted) }

// UpTo reads a number that is not negative and no greater than a bound.
func (r *Reader) UpTo(most int) int {
	n := r.Uint()
	if most < 0 || n > uint64(most) {
		r.Fail("%d is greater than %d", n, most)
		return 0
	}
	return int(n)
}

// Len reads how many things of at least so many bytes follow, at most so many.
func (r *Reader) Len(size, most int) int {
	n := r.Uint()
	if n > uint64(most) || n > uint64(len(r.data)/size) {
		r.Fail("there are not so many parts: %d", n)
		return 0
	}
	return int(n)
}

// Bool reads a bool, as [AppendBool] writes it.
func (r *Reader) Bool() bool {
	x := r.Uint()
	if x > 1 {
		r.Fail("%d is neither true nor false", x)
	}
	return x == 1
}

// Text reads a text, as [AppendText] writes it.
func (r *Reader) Text() string { return string(r.Bytes(r.Len(1, len(r.data)))) }

// Form is a statistic with a canonical form, which a [Reader] reads.
type Form interface {
	Append([]byte) []byte
	Read(*Reader)
}

// Forms reads statistics in their order, as [AppendForms] writes them.
func (r *Reader) Forms(forms ...Form) {
	for _, f := range forms {
		if f.Read(r); r.err != nil {
			return
		}
	}
}

// AppendForms appends the canonical forms of statistics.
func AppendForms(b []byte, forms ...Form) []byte {
	for _, f := range forms {
		b = f.Append(b)
	}
	return b
}

// AppendText appends a text, with its length before it.
func AppendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// AppendBool appends a bool as 1 or 0.
func AppendBool(b []byte, x bool) []byte {
	if x {
		return append(b, 1)
	}
	return append(b, 0)
}
