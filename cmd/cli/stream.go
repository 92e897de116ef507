package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// StreamFile writes a file as [Streams.WriteFile] does, but holds little of it at a time. After an
// error, standard output has the part written so far.
func (s Streams) StreamFile(name string, write func(io.Writer) error) error {
	buffered := func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 1<<16)
		return cmp.Or(write(b), b.Flush())
	}
	if name == Stdio {
		return buffered(Data(s.Out))
	}
	var other error // that is not about the file
	err := s.replace(name, func(w io.Writer) error {
		err := buffered(w)
		if path := new(*fs.PathError); !errors.As(err, path) {
			other = err
		}
		return err
	})
	return cmp.Or(other, err)
}

// Input is a file that is read bit by bit.
type Input struct {
	Name string // for messages
	Size int64  // how many bytes of it were read
	ctx  context.Context
	from io.ReadCloser
}

// Open opens a file to be read; `-` is standard input. Reading ends when the context
// does.
func (s Streams) Open(ctx context.Context, name string) (*Input, error) {
	if name == Stdio {
		s.addStdin()
		return &Input{Name: stdinName, ctx: ctx, from: io.NopCloser(s.In)}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, plain(name, err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, errors.Join(plain(name, err), f.Close())
	case info.IsDir():
		return nil, errors.Join(plain(name, syscall.EISDIR), f.Close())
	}
	s.inputs.add(name, info)
	return &Input{Name: visible.Line(name), ctx: ctx, from: f}, nil
}

// Read implements [io.Reader].
func (in *Input) Read(p []byte) (int, error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := in.from.Read(p)
	in.Size += int64(n)
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err // callers add the name
	}
	return n, err
}

// Close implements [io.Closer].
func (in *Input) Close() error { return in.from.Close() }

// ReadRecords hands the records of a trace that [Streams.ReadTrace] would read whole to a function, and shows on a
// terminal what is being done with them, such as `counting`. Where those of a file are not in order, another function
// gets the whole trace, unless it is nil.
func (s Streams) ReadRecords(ctx context.Context, file, doing string, records func(*Input, *trace.Stream) error,
	whole func(*trace.Trace) error) error {
	in, err := s.Open(ctx, file)
	if err != nil {
		return err
	}
	defer in.Close()
	t, notes, err := foreign.Stream(in.Name, in, s.unended)
	s.note(in.Name, notes)
	if err != nil {
		return noTrace(in.Name, int(in.Size), err)
	}
	p := s.Progress(doing+" "+in.Name, -1)
	defer p.Close()
	err = records(in, t)
	if whole == nil || file == Stdio || !errors.Is(err, json.ErrOrder) {
		return inOrder(err)
	}
	_, all, err := s.ReadTrace(file)
	if err != nil {
		return err
	}
	return whole(all)
}

// unended warns of JSON Lines that stop there, and may not be all of a run.
func (s Streams) unended(place string) {
	fmt.Fprintf(s.Err, "%s: warning: %v\n", place, json.ErrUnended)
}

// inOrder adds to the error of unordered records the command that orders them.
func inOrder(err error) error {
	if !errors.Is(err, json.ErrOrder) {
		return err
	}
	return fmt.Errorf("%w; 'ceptre trace convert' into a .json file puts them in order", err)
}
