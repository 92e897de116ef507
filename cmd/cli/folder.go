package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/durable"
)

// mark is the file by which we know a folder that [Folder] wrote. It lists its files.
const mark = ".ceptre-pages"

// Folder is a folder of pages on its way: nothing is seen of it before it is whole.
type Folder struct {
	name  string
	draft *durable.Draft
	files []string
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
	draft, err := durable.Folder(path)
	return &Folder{name: path, draft: draft}, plain(name, err)
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
	return plain(filepath.Join(f.name, file), durable.WriteFile(filepath.Join(f.draft.Name(), file), data))
}

// Close puts the folder in its place. Before, it can be given up with [Folder.Remove].
func (f *Folder) Close() error {
	slices.Sort(f.files)
	if err := f.Write(mark, []byte("Files that ceptre-graph wrote and may replace:\n"+strings.Join(f.files, "\n")+"\n")); err != nil {
		return err
	}
	return plain(f.name, f.draft.Commit())
}

// Remove gives up what is not in its place yet.
func (f *Folder) Remove() { f.draft.Discard() }
