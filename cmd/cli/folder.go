package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/durable"
	"github.com/ceptre-graph/ceptre/themes"
)

// mark is the file by which we know a folder that [Folder] wrote. It lists its files.
const mark = ".ceptre-pages"

// Folder is a folder of pages on its way: nothing is seen of it before it is whole.
type Folder struct {
	name  string
	draft *durable.Draft
	files []string
}

// NewFolder begins a folder. It replaces an existing folder only if that is empty or holds only
// files written by this package. It refuses the working directory, and folders that hold an input.
func (s Streams) NewFolder(name string) (*Folder, error) {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		path = filepath.Clean(name) // is not there yet
	}
	if base := filepath.Base(path); base == "." || base == ".." {
		return nil, fmt.Errorf("%s: this folder is not replaced; name a folder inside it", name)
	}
	if err := replaceable(path); err != nil {
		return nil, plain(name, err)
	}
	if err := s.mayReplace(name); err != nil {
		return nil, err
	}
	draft, err := durable.Folder(path)
	return &Folder{name: path, draft: draft}, plain(name, err)
}

// MakeFolder makes a folder, and those above it that are not there.
func MakeFolder(name string) error { return plain(name, os.MkdirAll(name, 0o777)) }

// InFolder calls a function that writes into a folder, while no other process of these commands
// does so. It makes the folder if necessary, and removes it again if nothing was written.
func InFolder(name string, write func() error) error {
	at, err := filepath.EvalSymlinks(name)
	if err != nil {
		at = name // is not there yet
	}
	held, err := durable.Hold(at)
	made := errors.Is(err, fs.ErrNotExist)
	for errors.Is(err, fs.ErrNotExist) { // again where another process removes it just then
		if err = os.MkdirAll(at, 0o755); err != nil {
			break // also with ErrNotExist, in /proc
		}
		held, err = durable.Hold(at)
	}
	if err != nil {
		return plain(name, err)
	}
	defer held.Close()
	err = write()
	if err != nil && made {
		os.Remove(at) // fails where it is not empty, as it should
	}
	return err
}

// FillFolder writes files into a folder that is new or empty, all of them or none. Their names may
// have one folder in front. Where the process
// is killed, there are some, each of them whole, and the next call writes the others.
func (s Streams) FillFolder(name string, files []themes.File) (err error) {
	there, err := os.ReadDir(name)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return plain(name, err)
	}
	for _, e := range there {
		if !durable.IsDraft(e.Name()) && !holdsOneOf(name, e.Name(), files) {
			return fmt.Errorf("%s: contains other files, such as %s; name a new folder", name, e.Name())
		}
	}
	if err := MakeFolder(name); err != nil {
		return err
	}
	var made []string
	for _, f := range files {
		file := filepath.Join(name, f.Name)
		if folder := filepath.Dir(file); folder != filepath.Clean(name) {
			if err = os.Mkdir(folder, 0o777); err == nil {
				made = append(made, folder)
			} else if !errors.Is(err, fs.ErrExist) {
				err = plain(folder, err)
				break
			}
		}
		if err = s.WriteFile(file, Bytes(f.Data)); err != nil {
			break
		}
		made = append(made, file)
	}
	if err == nil || len(there) > 0 {
		return err
	}
	if isNew {
		made = slices.Insert(made, 0, name)
	}
	for _, file := range slices.Backward(made) {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// holdsOneOf reports whether a file of a folder is one of some files, with all that is in it.
func holdsOneOf(folder, name string, files []themes.File) bool {
	data, err := os.ReadFile(filepath.Join(folder, name))
	return err == nil && slices.ContainsFunc(files, func(f themes.File) bool {
		return f.Name == name && bytes.Equal(f.Data, data)
	})
}

// replaceable returns an error for a folder with files that this package did not write.
func replaceable(name string) error {
	entries, err := os.ReadDir(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	ours, _ := os.ReadFile(filepath.Join(name, mark)) // none is ours without it
	files := append(strings.Split(string(ours), "\n"), mark)
	for _, e := range entries {
		if !slices.Contains(files, e.Name()) {
			return fmt.Errorf("contains other files, such as %s, and is not replaced", e.Name())
		}
	}
	return nil
}

// Write writes a file into the folder.
func (f *Folder) Write(file string, data []byte) error {
	f.files = append(f.files, file)
	return plain(filepath.Join(f.name, file), durable.WriteFile(filepath.Join(f.draft.Name(), file), data))
}

// Close puts the folder in its place. Before, it can be given up with [Folder.Remove].
func (f *Folder) Close() error {
	slices.Sort(f.files)
	if err := f.Write(mark,
		[]byte("Files that ceptre-graph wrote and may replace:\n"+strings.Join(f.files, "\n")+"\n")); err != nil {
		return err
	}
	return plain(f.name, f.draft.Commit())
}

// Remove discards the folder unless it is in its place already.
func (f *Folder) Remove() { f.draft.Discard() }
