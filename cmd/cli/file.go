package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ceptre-graph/ceptre/cmd/durable"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang/bounded"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Stdio is the name that stands for standard input or output on command lines.
const Stdio = "-"

// WriteFile writes a file whole or not at all: an existing file of that name stays until everything
// is written. The name `-` is standard output.
func (s Streams) WriteFile(name string, write func(io.Writer) error) error {
	var data bytes.Buffer
	if err := write(&data); err != nil {
		return err
	}
	if name == Stdio {
		_, err := Data(s.Out).Write(data.Bytes())
		return err
	}
	return s.replace(name, Bytes(data.Bytes()))
}

// Bytes returns a function that writes data, for [Streams.WriteFile].
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// WriteNamed writes a file as [Streams.WriteFile] does, and says its name on standard
// error, unless it is standard output.
func (s Streams) WriteNamed(name string, write func(io.Writer) error) error {
	err := s.WriteFile(name, write)
	if err == nil && name != Stdio {
		fmt.Fprintln(s.Err, name)
	}
	return err
}

// replace writes a new file beside an old one and moves it into the place of the old one, with the
// same permissions. It follows links, even to files that do not exist yet. It writes directly to
// anything that is not a regular file, such as /dev/null, and refuses to replace an input.
func (s Streams) replace(name string, write func(io.Writer) error) error {
	if err := s.MayWrite(name); err != nil {
		return err
	}
	target := destination(name)
	info, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := s.RoomFor(name); err != nil {
			return err
		}
		return plain(name, swap(target, write, nil))
	case err != nil:
		return cmp.Or(s.RoomFor(name), plain(name, err))
	case !info.Mode().IsRegular():
		return plain(name, overwrite(target, write))
	case info.Mode().Perm()&0o200 == 0:
		return plain(name, fs.ErrPermission)
	}
	return plain(name, swap(target, write, info))
}

// destination returns the name that a name leads to through links, or the name itself if that
// cannot be determined.
func destination(name string) string {
	target, err := filepath.EvalSymlinks(name)
	if err == nil {
		return target
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return unmade(name)
	}
	return name // such as /dev/stdout where that is a pipe, to which no name leads
}

// mostLinks is how many links are followed to nothing yet. Systems follow 40 or so.
const mostLinks = 40

// unmade is [destination] for a file that does not exist. The folders on the way must exist.
func unmade(name string) string {
	target := name
	for range mostLinks {
		folder, base := filepath.Split(target) // which, unlike Dir, leaves `link/..` as it is
		folder, err := filepath.EvalSymlinks(cmp.Or(folder, "."))
		if err != nil {
			return name
		}
		target = filepath.Join(folder, base)
		next, err := os.Readlink(target)
		switch {
		case err != nil: // the end
			return target
		case filepath.IsAbs(next):
			target = next
		default:
			target = folder + string(filepath.Separator) + next
		}
	}
	return name
}

// swap writes a new file and gives it the name, and the permissions of the old
// one where there is one.
func swap(name string, write func(io.Writer) error, old fs.FileInfo) error {
	draft, err := durable.File(name)
	if err != nil {
		return err
	}
	defer draft.Discard()
	if old != nil {
		err = draft.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = write(draft)
	}
	if err != nil {
		return err
	}
	return draft.Commit()
}

// writeSet writes files that belong together. None has its name before all are written.
func (s Streams) writeSet(names []string, data [][]byte) error {
	drafts := make([]*durable.Draft, len(names))
	for i, name := range names {
		if err := s.MayWrite(name); err != nil {
			return err
		}
		if info, err := os.Stat(name); err == nil && (!info.Mode().IsRegular() || info.Mode().Perm()&0o200 == 0) {
			return plain(name, fs.ErrPermission)
		}
		draft, err := durable.File(destination(name))
		if err != nil {
			return cmp.Or(s.RoomFor(name), plain(name, err))
		}
		defer draft.Discard()
		if _, err := draft.Write(data[i]); err != nil {
			return plain(name, err)
		}
		drafts[i] = draft
	}
	for i, draft := range drafts {
		if err := draft.Commit(); err != nil {
			return plain(names[i], err)
		}
	}
	return nil
}

// exists reports whether there is a file of a name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// overwrite writes to an existing file.
func overwrite(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// stdinName is the name of standard input in messages.
const stdinName = "<stdin>"

// ReadFile reads a file whole, if it is not larger than programs, prose or traces are; `-` is
// standard input, which is called <stdin>.
func (s Streams) ReadFile(name string) (shown string, data []byte, err error) {
	if name == Stdio {
		s.addStdin()
		data, err = readBounded(s.In)
		return stdinName, data, plain(stdinName, err)
	}
	s.inputs.addFile(name)
	f, err := os.Open(name)
	if err != nil {
		return name, nil, plain(name, err)
	}
	defer f.Close()
	data, err = readBounded(f)
	return name, data, plain(name, err)
}

// readBounded reads all of a text or a trace, within the bounds of these.
func readBounded(r io.Reader) ([]byte, error) {
	data, err := bounded.Read(r, bounded.Text)
	if !errors.Is(err, bounded.ErrTooLarge) {
		return data, err
	}
	if !foreign.Knows(data[:1<<16]) {
		return nil, fmt.Errorf("this has more than %d MB, the limit for texts", bounded.Text>>20)
	}
	rest, err := bounded.Read(r, bounded.Trace-int64(len(data)))
	if errors.Is(err, bounded.ErrTooLarge) {
		return nil, fmt.Errorf("this has more than %d MB, the limit for files that are read at once", bounded.Trace>>20)
	}
	return append(data, rest...), err
}

// plain turns an error about a file into `name: error`.
func plain(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", visible.Line(name), err)
}
