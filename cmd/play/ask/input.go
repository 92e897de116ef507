package ask

import (
	"context"
	"io"
)

// Input is standard input that several runs read in turn. Lines that are typed after a run was
// given up are kept for the next.
type Input struct {
	in     io.Reader
	chunks chan []byte // closed at the end
}

// NewInput returns the input of a reader.
func NewInput(in io.Reader) *Input {
	t := &Input{in: in, chunks: make(chan []byte)}
	go t.read()
	return t
}

// read passes on each line as soon as a run asks for it.
func (t *Input) read() {
	defer close(t.chunks)
	for {
		chunk := make([]byte, 4096)
		n, err := t.in.Read(chunk)
		if n > 0 {
			t.chunks <- chunk[:n]
		}
		if err != nil {
			return
		}
	}
}

// Until returns a reader for one run. It is at its end when the context is.
func (t *Input) Until(ctx context.Context) io.Reader { return &turn{Input: t, ctx: ctx} }

// turn is the time in which one run reads.
type turn struct {
	*Input
	ctx  context.Context
	rest []byte // taken, but not read yet
}

// Read implements [io.Reader].
func (t *turn) Read(p []byte) (int, error) {
	if len(t.rest) == 0 {
		select {
		case <-t.ctx.Done():
			return 0, io.EOF
		case t.rest = <-t.chunks:
		}
	}
	if len(t.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// Fd returns the descriptor of the terminal, by which it is known as one; none where the
// input has no descriptor.
func (t *turn) Fd() uintptr {
	if file, ok := t.in.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}
