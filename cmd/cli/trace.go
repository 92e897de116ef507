package cli

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
)

// ReadTrace reads the trace of a run, ours or one of another engine; `-` is
// standard input. What the format of another could not hold is said on standard
// error. The name is for messages.
func (s Streams) ReadTrace(file string) (name string, t *trace.Trace, err error) {
	name, data, err := s.ReadFile(file)
	if err != nil {
		return name, nil, err
	}
	t, err = s.ParseTrace(name, data)
	return name, t, err
}

// ParseTrace is [Streams.ReadTrace] of a text that was read already.
func (s Streams) ParseTrace(name string, data []byte) (*trace.Trace, error) {
	t, notes, err := foreign.Read(name, bytes.NewReader(data))
	s.note(name, notes)
	return t, noProgram(name, err)
}

// noProgram says of what could not be read as a trace that it is a program, if its name does.
func noProgram(name string, err error) error {
	if err == nil || filepath.Ext(name) != ".cep" {
		return err
	}
	return fmt.Errorf("%s: this is a program; run it first: ceptre run %[1]s -o trace.json", name)
}

// note says what a format could not hold.
func (s Streams) note(name string, notes []foreign.Note) {
	for _, n := range notes {
		fmt.Fprintf(s.Err, "%s: note: %s\n", name, trace.Visible(string(n)))
	}
}
