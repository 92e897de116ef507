package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Names in the root of a written site. The manifest lists the files that are
// the site's; the staging folder exists only while a site is written.
const (
	manifestName = ".ceptre-site"
	stagingName  = ".ceptre-site.new"
)

const manifestHeader = "# The files of a site that ceptre wrote. It replaces and removes these and no others."

// readManifest returns the files that an earlier [Write] put below root. A folder that has files
// and no manifest was not made by Write.
func readManifest(root *os.Root) ([]string, error) {
	data, err := root.ReadFile(manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, requireEmpty(root)
	}
	if err != nil {
		return nil, err
	}
	header, list, _ := strings.Cut(string(data), "\n")
	if header != manifestHeader {
		return nil, fmt.Errorf("%s:1: not a manifest of ours; choose another folder", manifestName)
	}
	var files []string
	for line := range strings.Lines(list) {
		file := strings.TrimSuffix(line, "\n")
		if !validPath(file) {
			return nil, fmt.Errorf("%s:%d: %q is not a file of a site", manifestName, len(files)+2, file)
		}
		files = append(files, file)
	}
	return files, nil
}

func requireEmpty(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != stagingName { // of a writer that was killed
			return errors.New("is not empty and was not written by ceptre publish; choose another folder")
		}
	}
	return nil
}

// validPath reports whether a file may be part of a site: below its root, and
// not one of the names above.
func validPath(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return fs.ValidPath(name) && name != "." && top != manifestName && top != stagingName &&
		!strings.ContainsAny(name, "\\:\x00\n\r")
}

// manifest returns the text of a manifest.
func manifest(files []string) []byte {
	lines := slices.Compact(slices.Sorted(slices.Values(files)))
	return []byte(strings.Join(append([]string{manifestHeader}, lines...), "\n") + "\n")
}
