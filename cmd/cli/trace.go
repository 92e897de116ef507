package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// ReadTrace reads the trace of a run, ours or one of another engine; `-` is standard input. It
// reports on standard error the data that a foreign format could not hold, and whether the trace
// may be cut off. The name is for messages.
func (s Streams) ReadTrace(file string) (name string, t *trace.Trace, err error) {
	in, err := s.Open(context.Background(), file)
	if err != nil {
		return file, nil, err
	}
	t, err = s.parse(in.Name, in)
	if gone := in.Close(); err == nil {
		err = gone
	}
	return in.Name, t, noTrace(in.Name, int(in.Size), err)
}

// ReadSolution is [Streams.ReadTrace] of one of the solutions in what Celf printed, from 1 on.
func (s Streams) ReadSolution(file string, n int) (*trace.Trace, error) {
	in, err := s.Open(context.Background(), file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	t, notes, err := foreign.Solution(in.Name, in, n)
	s.note(in.Name, notes)
	return t, err
}

// ReadAnswers returns what Celf printed, and its name for messages, if a file holds that. The text of other files is
// empty, and the streams returned read them from the start again.
func (s Streams) ReadAnswers(file string) (again Streams, name, text string, err error) {
	in, err := s.Open(context.Background(), file)
	if err != nil {
		return s, file, "", err
	}
	defer in.Close()
	text, rest, err := foreign.Answers(in.Name, in)
	if file == Stdio {
		s.In = rest
	}
	return s, in.Name, text, err
}

// ParseTrace is [Streams.ReadTrace] of a text that was read already.
func (s Streams) ParseTrace(name string, data []byte) (*trace.Trace, error) {
	name = visible.Line(name)
	t, err := s.parse(name, bytes.NewReader(data))
	return t, noTrace(name, len(data), err)
}

func (s Streams) parse(name string, in io.Reader) (*trace.Trace, error) {
	t, notes, err := foreign.Read(name, in, s.unended)
	s.note(name, notes)
	return t, err
}

// noTrace says of what could not be read as a trace, so many bytes, that it is a program, if
// its name does, or that it is empty, as where the run before a pipe has failed.
func noTrace(name string, size int, err error) error {
	switch {
	case err == nil:
		return nil
	case filepath.Ext(name) == ".cep", filepath.Ext(name) == ".clf":
		return fmt.Errorf("%s: this is a program; run it first: ceptre run %[1]s -o trace.json", name)
	case size == 0:
		return fmt.Errorf("%s: this file is empty, not a trace", name)
	}
	return err
}

// note reports the data that a format could not hold.
func (s Streams) note(name string, notes []foreign.Note) {
	for _, n := range notes {
		fmt.Fprintf(s.Err, "%s: note: %s\n", name, visible.Line(string(n)))
	}
}
