package shards

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/visible"
)

// inFolders returns names of files, with the files of each folder in its place: there may be more of them than a
// command line holds. Hidden files are left out, such as unfinished ones. The error is for a folder without files, and
// for all that cannot be read more than once.
func inFolders(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			out = append(out, name) // opening it reports the error
		case info.IsDir():
			files, err := inFolder(name)
			if err != nil {
				return nil, err
			}
			out = append(out, files...)
		default:
			if err := readTwice(name, info.Mode()); err != nil {
				return nil, err
			}
			out = append(out, name)
		}
	}
	return out, nil
}

// inFolder returns the names of the files in a folder, of which there is at least one.
func inFolder(folder string) (out []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return nil, fmt.Errorf("%s: %w", visible.Line(folder), err)
	}
	for _, e := range entries {
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		name := filepath.Join(folder, e.Name())
		if err := readTwice(name, e.Type()&^fs.ModeSymlink); err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: there is no shard in this folder", visible.Line(folder))
	}
	return out, nil
}

// readTwice refuses a pipe, or anything else that is no file: a second reading of it would find nothing, or wait
// forever.
func readTwice(name string, mode fs.FileMode) error {
	if mode.IsRegular() {
		return nil
	}
	return fmt.Errorf("%s: want a file, as shards are read more than once", visible.Line(name))
}
