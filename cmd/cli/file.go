package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Stdio is the name that stands for standard input or output on command lines.
const Stdio = "-"

// WriteFile writes a file whole or not at all: what is there under that name
// stays until everything is written. The name `-` is standard output.
func (s Streams) WriteFile(name string, write func(io.Writer) error) error {
	var data bytes.Buffer
	if err := write(&data); err != nil {
		return err
	}
	if name == Stdio {
		_, err := s.Out.Write(data.Bytes())
		return err
	}
	return replace(name, data.Bytes())
}

// replace puts data in the place of a file by way of a temporary one beside it.
func replace(name string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), ".ceptre-*")
	if err != nil {
		return plain(name, err)
	}
	defer os.Remove(tmp.Name()) // fails once the file is renamed, as it should
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	return plain(name, err)
}

// ReadFile reads a file; `-` is standard input, which is called <stdin>.
func (s Streams) ReadFile(name string) (shown string, data []byte, err error) {
	if name == Stdio {
		data, err = io.ReadAll(s.In)
		return "<stdin>", data, plain("<stdin>", err)
	}
	data, err = os.ReadFile(name)
	return name, data, plain(name, err)
}

// plain turns an error about a file into `name: what is wrong`.
func plain(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		err = link.Err
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
