package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/themes"
)

// inputs are the files that a command reads. None of them is written over, under whatever name.
type inputs struct {
	mu    sync.Mutex
	files []input
}

// input is a file that is read.
type input struct {
	name string
	info fs.FileInfo // by which it is known under other names
}

// add adds a regular file. A terminal or a pipe can be read and written.
func (i *inputs) add(name string, info fs.FileInfo) {
	if i == nil || !info.Mode().IsRegular() {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, f := range i.files {
		if f.name == name && os.SameFile(f.info, info) {
			return
		}
	}
	i.files = append(i.files, input{name, info})
}

// addFile adds the file of a name, which may be about to be read, if there is one.
func (i *inputs) addFile(name string) {
	if info, err := os.Stat(name); err == nil {
		i.add(name, info)
	}
}

// addStdin adds the file that standard input is read from, if it is one.
func (s Streams) addStdin() {
	f, ok := s.In.(*os.File)
	if !ok {
		return
	}
	if info, err := f.Stat(); err == nil {
		s.inputs.add(stdinName, info)
	}
}

// find returns the first input for which the test is true.
func (i *inputs) find(test func(input) bool) (input, bool) {
	if i == nil {
		return input{}, false
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, f := range i.files {
		if test(f) {
			return f, true
		}
	}
	return input{}, false
}

// is reports whether the input is a file, or was replaced by it since it was read. Systems give the
// identity of a file that was removed to a new one, which has another time.
func (in input) is(file fs.FileInfo) bool {
	if os.SameFile(in.info, file) && in.info.ModTime().Equal(file.ModTime()) {
		return true
	}
	now, err := os.Stat(in.name)
	return err == nil && os.SameFile(now, file)
}

// below reports whether the input is a file in a folder, or further down.
func (in input) below(folder fs.FileInfo) bool {
	at, err := filepath.Abs(in.name)
	if real, linked := filepath.EvalSymlinks(at); linked == nil {
		at = real
	}
	for ; err == nil && at != filepath.Dir(at); at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Dir(at)); err == nil && os.SameFile(info, folder) {
			return true
		}
	}
	return false
}

// MayWrite returns an error for a file that is read, under its own name or another: nothing is
// written over it. Inputs are files that are about to be read; those that were read are known.
// Whatever writes files asks this, and a verb that works for long asks it before.
func (s Streams) MayWrite(output string, about ...string) error {
	for _, name := range about {
		s.inputs.addFile(name)
	}
	out, err := os.Stat(output)
	if output == Stdio || err != nil {
		return nil // no such file yet, or writing will report the error
	}
	in, found := s.inputs.find(func(in input) bool { return in.is(out) })
	switch {
	case !found || SameFile(output, s.edited):
		return nil
	case in.name == output:
		return fmt.Errorf("%s: this is the input, and is not overwritten", output)
	}
	return fmt.Errorf("%s: this is the input %s, and is not overwritten", output, in.name)
}

// mayReplace is [Streams.MayWrite] for a folder that is replaced with all that is in it.
func (s Streams) mayReplace(folder string) error {
	out, err := os.Stat(folder)
	if err != nil {
		return nil
	}
	if in, found := s.inputs.find(func(in input) bool { return in.below(out) }); found {
		return fmt.Errorf("%s: this folder contains the input %s, and is not replaced", folder, in.name)
	}
	return nil
}

// InPlace returns the streams of a verb that changes a file which it has read, such as `ceptre fmt
// -w`. Other inputs are not written over.
func (s Streams) InPlace(name string) Streams {
	s.edited = name
	return s
}

// SameFile reports whether there is a file that has both names.
func SameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// ReadTheme returns the theme of a name, or that of a file or folder: see [themes.Find].
func (s Streams) ReadTheme(nameOrPath string) (*themes.Theme, error) {
	theme, err := themes.Find(nameOrPath)
	if err != nil {
		return nil, err
	}
	for _, file := range theme.Origins() {
		s.inputs.addFile(file)
	}
	return theme, nil
}

// RoomFor refuses a file for which there is no folder, before anything is made for it.
func (Streams) RoomFor(file string) error {
	folder := filepath.Dir(filepath.Clean(file))
	info, err := os.Stat(folder)
	if err == nil && !info.IsDir() || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%s: there is no folder %s", visible.Line(file), visible.Line(folder))
	}
	return plain(file, err)
}
