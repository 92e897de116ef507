package cli

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// door is a standard file for texts that people read, at a terminal or in a log. Names of files, values of
// flags, programs, prose and traces may hold sequences that a terminal obeys; the door lets none of
// them through, whatever the caller forgot (see package visible). [Run] puts one before standard
// output and standard error.
type door struct {
	to       io.Writer
	terminal bool     // even data is looked at there
	names    []string // texts with ends of lines, which are shown on one line

	lock sync.Mutex
	rest []byte // the begun character at the end of the last write
	err  error  // the first of writing
}

func newDoor(to io.Writer) *door { return &door{to: to, terminal: IsTerminal(to)} }

// brokenNames returns the arguments that have ends of lines, with the values of flags and without the
// endings of files: a message that names one of them, or a file beside it, stays on its line.
func brokenNames(args []string) (names []string) {
	for _, arg := range args {
		_, value, _ := strings.Cut(arg, "=")
		for _, name := range []string{arg, value, strings.TrimSuffix(arg, filepath.Ext(arg))} {
			if strings.Contains(name, "\n") {
				names = append(names, name)
			}
		}
	}
	return names
}

// Write implements [io.Writer].
func (d *door) Write(text []byte) (int, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	whole, rest := text, d.rest
	if len(rest) > 0 {
		whole = append(rest, text...)
	}
	whole, rest = visible.Cut(whole)
	d.rest = append([]byte(nil), rest...)
	if len(whole) > 0 {
		if err := d.write(whole); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// write writes whole characters.
func (d *door) write(text []byte) error {
	for _, name := range d.names {
		text = bytes.ReplaceAll(text, []byte(name), []byte(visible.Line(name)))
	}
	_, err := d.to.Write(visible.Bytes(text))
	if err != nil && d.err == nil {
		d.err = unlessClosed(err)
	}
	return err
}

// failure returns the first error of writing, nil for none.
func (d *door) failure() error {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.err
}

// flush writes a character that was begun and never completed.
func (d *door) flush() {
	d.lock.Lock()
	defer d.lock.Unlock()
	if len(d.rest) > 0 {
		_ = d.write(d.rest) // failure has the error
		d.rest = nil
	}
}

// Raw returns the file behind one of the [Streams]: for a screen or a progress bar, which write control
// sequences of their own and clean all texts themselves.
func Raw(w io.Writer) io.Writer {
	return behind(w).(io.Writer)
}

// behind returns a standard file without its door.
func behind(file any) any {
	if d, ok := file.(*door); ok {
		return d.to
	}
	return file
}

// Data returns one of the [Streams] for bytes in a format of their own, such as JSON, a picture, a trace or the
// text of a program. Pipes and files get them unchanged, a terminal as it gets texts.
func Data(w io.Writer) io.Writer {
	if d, ok := w.(*door); ok && !d.terminal {
		return d.to
	}
	return w
}

// shown returns arguments as package visible shows them where a shell asks for completions, and others as
// they are. Cobra writes errors in the former directly to the standard error of the process, past the door.
func shown(args []string) []string {
	if len(args) == 0 || args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return args
	}
	lines := make([]string, len(args))
	for i, arg := range args {
		lines[i] = visible.Line(arg)
	}
	return lines
}

// Report writes messages about a program in full to standard error, in colours where it has some. The
// messages are clean by themselves, so that the colours can pass.
func (s Streams) Report(messages syntax.ErrorList) error {
	return messages.Fprint(Raw(s.Err), styleFor(s.Err))
}
