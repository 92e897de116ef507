package lsp

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// connection carries messages over the standard files. It takes the next one when
// the last is answered, so that no request meets a text that is newer than
// itself, and the end of the input cuts off no answer.
type connection struct {
	channel.Channel
	in      *io.PipeReader
	pending sync.WaitGroup // answers that are still to come
}

// connect reads by way of a pipe: closing that ends it, where a read of a terminal
// or of the editor's pipe would wait on.
func connect(s cli.Streams) *connection {
	in, copied := io.Pipe()
	go func() {
		_, err := io.Copy(copied, s.In)
		_ = copied.CloseWithError(err) // never fails
	}()
	return &connection{Channel: channel.LSP(in, output{s.Out, in}), in: in}
}

// hangUp makes Recv end.
func (c *connection) hangUp() { _ = c.in.Close() }

// Recv takes any content type, as some editors spell it in an old way, and
// survives lengths that no message has.
func (c *connection) Recv() (message []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a message of impossible length: %v", p)
		}
	}()
	c.pending.Wait()
	message, err = c.Channel.Recv()
	var spelling *channel.ContentTypeMismatchError
	if errors.As(err, &spelling) {
		err = nil
	}
	if err == nil {
		c.pending.Add(answers(message))
	}
	return message, err
}

// Send sends answers and notifications.
func (c *connection) Send(message []byte) error {
	defer c.pending.Add(-answers(message))
	return c.Channel.Send(message)
}

// answers returns how many answers the parts of a message get or, coming back,
// are: all but notifications that make sense have one.
func answers(message []byte) int {
	parts, err := jrpc2.ParseRequests(message)
	if err != nil || len(parts) == 0 {
		return 1
	}
	n := 0
	for _, p := range parts {
		if p.ID != "" || p.Method == "" || p.Error != nil {
			n++
		}
	}
	return n
}

// output is where answers go. It stays open when the connection closes: those
// that are on their way still get through.
type output struct {
	io.Writer
	in io.Closer
}

func (o output) Close() error { return o.in.Close() }
