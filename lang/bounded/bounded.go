// Package bounded reads inputs whole that are not too large, so that none fills the memory.
package bounded

import (
	"errors"
	"io"
)

// Bounds of inputs, in bytes: of a text, also of one that is compressed, and of a trace.
const (
	Text  = 64 << 20
	Trace = 1 << 30
)

// ErrTooLarge is the error about an input that goes on beyond its bound.
var ErrTooLarge = errors.New("the input is too large")

// Read reads all, if that is at most some number of bytes. Of a larger input it returns that many and
// one more, with [ErrTooLarge]; the rest stays to be read.
func Read(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = ErrTooLarge
	}
	return data, err
}
