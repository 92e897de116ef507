package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// errClosed is the error of a verb when the reader of its standard output is gone. It is not
// reported.
var errClosed = errors.New("standard output is closed")

// Outlet is standard output of a verb that has something to keep in the end. A reader who
// is gone does not end the process, as usual: like all that keeps the outlet from being
// written to, that ends the context, and nothing more is written.
type Outlet struct {
	to    io.Writer
	door  *door // before the outlet
	end   context.CancelCauseFunc
	pipes chan os.Signal
	err   error
}

// Outlet makes standard output an outlet, and returns it with the context that it ends. It
// has to be closed.
func (s *Streams) Outlet(ctx context.Context) (*Outlet, context.Context) {
	ctx, end := context.WithCancelCause(ctx)
	o := &Outlet{to: Raw(s.Out), end: end, pipes: make(chan os.Signal, 1)}
	signal.Notify(o.pipes, syscall.SIGPIPE) // now it is an error of writing
	o.door = &door{to: o, terminal: IsTerminal(s.Out)}
	s.Out = o.door
	return o, ctx
}

// Write implements [io.Writer].
func (o *Outlet) Write(text []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(text)
	if err != nil {
		o.err = unlessClosed(err)
		o.end(o.err)
	}
	return n, o.err
}

// unlessClosed returns [errClosed] for the error of a write to a reader who is gone, and any
// other error as it is.
func unlessClosed(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return errClosed
	}
	return err
}

// Close ends the context, and returns why the outlet could not be written to.
func (o *Outlet) Close() error {
	o.door.flush()
	signal.Stop(o.pipes)
	o.end(nil)
	return o.err
}
