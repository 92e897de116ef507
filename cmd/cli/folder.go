package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mark is the file by which we know a folder that [Folder] wrote. It lists its files.
const mark = ".ceptre-pages"

// Folder is a folder of pages on its way: nothing is seen of it before it is whole.
type Folder struct {
	name, draft string
	files       []string
}

// NewFolder begins a folder. One that is there already is replaced if it is empty, or
// holds only what we wrote; anything else is refused, as is the folder we are in.
func NewFolder(name string) (*Folder, error) {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		path = filepath.Clean(name) // is not there yet
	}
	if base := filepath.Base(path); base == "." || base == ".." {
		return nil, fmt.Errorf("%s: is not replaced: name a folder in it", name)
	}
	if err := replaceable(path); err != nil {
		return nil, plain(name, err)
	}
	f := &Folder{name: path, draft: filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x", filepath.Base(path), rand.Uint32()))}
	return f, plain(name, os.Mkdir(f.draft, 0o777))
}

// replaceable returns an error for a folder that holds what we did not write.
func replaceable(name string) error {
	entries, err := os.ReadDir(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	ours, _ := os.ReadFile(filepath.Join(name, mark)) // none is ours without it
	files := append(strings.Split(string(ours), "\n"), mark)
	for _, e := range entries {
		if !slices.Contains(files, e.Name()) {
			return fmt.Errorf("holds other files, such as %s, and is not replaced", e.Name())
		}
	}
	return nil
}

// Write writes a file into the folder.
func (f *Folder) Write(file string, data []byte) error {
	f.files = append(f.files, file)
	return plain(filepath.Join(f.name, file), os.WriteFile(filepath.Join(f.draft, file), data, 0o666))
}

// Close puts the folder in its place. Before, it can be given up with [Folder.Remove].
func (f *Folder) Close() error {
	slices.Sort(f.files)
	if err := f.Write(mark, []byte("Files that ceptre-graph wrote and may replace:\n"+strings.Join(f.files, "\n")+"\n")); err != nil {
		return err
	}
	old := f.draft + ".old"
	err := os.Rename(f.name, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return plain(f.name, err)
	}
	if err := os.Rename(f.draft, f.name); err != nil {
		_ = os.Rename(old, f.name) // back, if there was one
		return plain(f.name, err)
	}
	return plain(f.name, os.RemoveAll(old))
}

// Remove gives up what is not in its place yet.
func (f *Folder) Remove() { _ = os.RemoveAll(f.draft) }
