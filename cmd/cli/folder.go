package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// mark is the file by which we know a folder that [Folder] wrote.
const mark = ".ceptre-pages"

// Folder is a folder of pages on its way: nothing is seen of it before it is whole.
type Folder struct {
	name, draft string
}

// NewFolder begins a folder. One that is there already is replaced if it was written
// by us, or is empty; anything else is refused.
func NewFolder(name string) (*Folder, error) {
	entries, err := os.ReadDir(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, plain(name, err)
	}
	if _, err := os.Stat(filepath.Join(name, mark)); len(entries) > 0 && err != nil {
		return nil, fmt.Errorf("%s: holds other files, and is not replaced", name)
	}
	f := &Folder{name: name, draft: filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%08x", filepath.Base(name), rand.Uint32()))}
	if err := os.Mkdir(f.draft, 0o777); err != nil {
		return nil, plain(name, err)
	}
	return f, f.Write(mark, []byte("Pages of an atlas that ceptre-graph wrote and may replace.\n"))
}

// Write writes a file into the folder.
func (f *Folder) Write(file string, data []byte) error {
	return plain(filepath.Join(f.name, file), os.WriteFile(filepath.Join(f.draft, file), data, 0o666))
}

// Close puts the folder in its place. Before, it can be given up with [Folder.Remove].
func (f *Folder) Close() error {
	old := f.draft + ".old"
	err := os.Rename(f.name, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return plain(f.name, err)
	}
	if err := os.Rename(f.draft, f.name); err != nil {
		return plain(f.name, err)
	}
	return plain(f.name, os.RemoveAll(old))
}

// Remove gives up what is not in its place yet.
func (f *Folder) Remove() { _ = os.RemoveAll(f.draft) }
