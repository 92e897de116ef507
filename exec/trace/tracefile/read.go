// Package tracefile reads traces in each of our own forms. It tells them apart by their first bytes, with
// or without compression by gzip: the compact form has a magic, and all else is JSON, an object or
// lines. The model and its forms know nothing of this package, so that a program that knows which
// form it has needs no other.
package tracefile

import (
	"bufio"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
)

// Read reads a trace, see [json.Read] and [compact.NewStream]. [trace.Validate] accepts every trace
// that Read returns. The function unended, if not nil, gets the `name:line:column` where JSON Lines
// stop that do not say how the run ended.
//
// The name is that of the file, for errors: they are at `name:line:column`, in the compact form at
// `name: byte N`, counted from 0, both without compression; records at odds with each other are
// errors that name the record.
func Read(name string, r io.Reader, unended func(place string)) (*trace.Trace, error) {
	in, size, err := open(name, r)
	if err != nil {
		return nil, err
	}
	if !isCompact(in) {
		return json.Read(name, in, unended)
	}
	s, err := compact.NewStream(name, in, size)
	if err != nil {
		return nil, err
	}
	return s.Trace()
}

// NewStream reads the header of a run, see [json.NewStream] and [compact.NewStream]. It holds only
// the resources alive, recurring texts, and a block of the compact form.
func NewStream(name string, r io.Reader, unended func(place string)) (*trace.Stream, error) {
	in, size, err := open(name, r)
	if err != nil {
		return nil, err
	}
	if isCompact(in) {
		return compact.NewStream(name, in, size)
	}
	return json.NewStream(name, in, size, unended)
}

// open returns the text of a file, and how many bytes of the file were read for it so far.
func open(name string, r io.Reader) (text *bufio.Reader, size func() int64, err error) {
	c := &counter{in: r}
	if text, err = inflate(bufio.NewReader(c)); err != nil {
		return nil, nil, fmt.Errorf("%s:1:1: %w", name, err)
	}
	return text, func() int64 { return c.n }, nil
}

func isCompact(in *bufio.Reader) bool {
	head, _ := in.Peek(8) // as long as the magic
	return compact.Is(head)
}
