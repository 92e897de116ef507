package lsp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync"
	"sync/atomic"

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
	reader  *bufio.Reader  // of it; holds a whole header
	pending sync.WaitGroup // answers that are still to come
	changes atomic.Int64   // of texts, that were read and not taken up yet
}

// connect reads by way of a pipe: closing that ends it, where a read of a terminal
// or of the editor's pipe would wait on.
func connect(s cli.Streams) *connection {
	in, copied := io.Pipe()
	go func() {
		_, err := io.Copy(copied, s.In)
		_ = copied.CloseWithError(err) // never fails
	}()
	return &connection{Channel: channel.LSP(in, output{cli.Raw(s.Out), in}), in: in,
		reader: bufio.NewReaderSize(in, MostHeader)}
}

// hangUp makes Recv end.
func (c *connection) hangUp() { _ = c.in.Close() }

// Recv returns the next message.
func (c *connection) Recv() ([]byte, error) {
	c.pending.Wait()
	message, err := c.receive()
	if err == nil {
		c.pending.Add(answers(message))
		c.changes.Add(changes(message))
	}
	return message, err
}

// The limits of messages from an editor, in bytes.
const (
	MostHeader = 8 << 10
	MostBody   = 64 << 20
)

// receive reads a message, whatever its header says of the type of the content, which some
// editors spell in an old way. Room is made as bytes come, whatever it says of the length.
func (c *connection) receive() ([]byte, error) {
	header, err := c.receiveHeader()
	if err != nil {
		return nil, err
	}
	length, err := strconv.ParseUint(header.Get("Content-Length"), 10, 63)
	if err != nil || length > MostBody {
		return nil, fmt.Errorf("a message of impossible length: %.40q (at most %d bytes are read)",
			header.Get("Content-Length"), MostBody)
	}
	var message bytes.Buffer
	if _, err := io.CopyN(&message, c.reader, int64(length)); err != nil {
		return nil, fmt.Errorf("a message that is cut off: %w", io.ErrUnexpectedEOF)
	}
	return message.Bytes(), nil
}

// receiveHeader reads the lines before a message, the last of which is empty. The error is
// io.EOF where the input ends before the first.
func (c *connection) receiveHeader() (textproto.MIMEHeader, error) {
	var lines []byte
	for {
		line, err := c.reader.ReadSlice('\n')
		lines = append(lines, line...)
		switch {
		case len(lines) > MostHeader || errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("a header of more than %d bytes", MostHeader)
		case err != nil && len(lines) > 0:
			return nil, fmt.Errorf("a header that is cut off: %w", io.ErrUnexpectedEOF)
		case err != nil:
			return nil, err
		case len(bytes.TrimRight(line, "\r\n")) == 0:
			return textproto.NewReader(bufio.NewReader(bytes.NewReader(lines))).ReadMIMEHeader()
		}
	}
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

// changes returns how many parts of a message say that a text has changed.
func changes(message []byte) int64 {
	parts, _ := jrpc2.ParseRequests(message) // there are none where it makes no sense
	var n int64
	for _, p := range parts {
		if p.ID == "" && p.Method == didChange && p.Error == nil {
			n++
		}
	}
	return n
}

// output receives the answers. It stays open when the connection closes, so that answers in
// progress are still written.
type output struct {
	io.Writer
	in io.Closer
}

func (o output) Close() error { return o.in.Close() }
