package site

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"
)

// Write puts a site into a folder, and makes the folder if there is none. A folder with files in it
// is used only if it holds a site that Write put there; then pages are replaced, and the pages that
// are no longer made are removed. Write neither changes nor removes other files: if one of them is
// in the way, or the folder holds no site of ours, it returns an error and changes nothing.
//
// Changed pages are first written to a staging folder within dir. If that fails, the old site is
// unchanged. While they are moved to their places, the first page and the stylesheets say that the
// site is incomplete, and they are moved last: after a crash the folder holds the old site, or the
// new one, or one that says so, which the next Write completes. The folder itself stays, since a
// server may use it. Symbolic links are not followed out of dir. Two concurrent writers in one
// folder are not supported.
func Write(s *Site, dir string) (err error) {
	created, err := makeFolder(dir)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil && created {
			os.Remove(dir) // only where it is empty again
		}
	}()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := publish(s, root); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return nil
}

// CheckFolder returns the error that [Write] would return because of the folder, before there is a
// site: it holds other files, or it cannot be made.
func CheckFolder(dir string) error {
	info, err := os.Stat(dir)
	for above := dir; errors.Is(err, fs.ErrNotExist) && above != filepath.Dir(above); {
		above = filepath.Dir(above)
		info, err = os.Stat(above)
		if err == nil && info.IsDir() {
			return nil // there it can be made
		}
	}
	switch {
	case err != nil:
		return of(dir, err)
	case !info.IsDir():
		return fmt.Errorf("%s: is not a folder", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return of(dir, err)
	}
	defer root.Close()
	if _, err := readManifest(root); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return nil
}

// Changes returns the files in a folder that [Write] would replace by others or remove, sorted.
func Changes(s *Site, dir string) ([]string, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, of(dir, err)
	}
	defer root.Close()
	old, err := readManifest(root)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	made := make(map[string][]byte)
	for _, p := range s.Pages {
		made[p.Path] = p.Data
	}
	var changed []string
	for _, f := range slices.Sorted(slices.Values(old)) {
		data, made := made[f]
		if there, err := root.ReadFile(f); err == nil && !(made && bytes.Equal(there, data)) {
			changed = append(changed, filepath.Join(dir, f))
		}
	}
	return changed, nil
}

// of returns an error of the file system as one of a folder.
func of(dir string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", dir, err)
}

// makeFolder makes dir and reports whether it was not there before.
func makeFolder(dir string) (created bool, err error) {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		created, err = true, os.MkdirAll(dir, 0o755)
	}
	switch {
	case err != nil:
		return created, of(dir, err)
	case !created && !info.IsDir():
		return false, fmt.Errorf("%s: is not a folder", dir)
	}
	return created, nil
}

// publish replaces the site below root.
func publish(s *Site, root *os.Root) error {
	old, err := readManifest(root)
	if err != nil {
		return err
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	if err := requireClear(root, old, files); err != nil {
		return err
	}
	defer root.RemoveAll(stagingName)
	steps, err := s.replace(root, old, files)
	if err != nil {
		return err
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// files returns the paths of a site's pages.
func (s *Site) files() ([]string, error) {
	var files []string
	taken := make(map[string]bool, len(s.Pages))
	for _, p := range s.Pages {
		if !validPath(p.Path) {
			return nil, fmt.Errorf("%q is not a path of a page", p.Path)
		}
		if taken[p.Path] {
			return nil, fmt.Errorf("two pages have the path %q", p.Path)
		}
		taken[p.Path] = true
		files = append(files, p.Path)
	}
	return files, nil
}

// requireClear refuses where something that is not ours is at the place of a
// file, or where the way to a file, old or new, is not plain folders.
func requireClear(root *os.Root, old, files []string) error {
	if info, err := root.Lstat(stagingName); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is in the way: not a folder", stagingName)
	}
	ours := make(map[string]bool)
	for _, f := range old {
		ours[f] = true
	}
	for _, f := range slices.Concat(old, files) {
		for dir := path.Dir(f); dir != "."; dir = path.Dir(dir) {
			if info, err := root.Lstat(dir); err == nil && !info.IsDir() {
				return fmt.Errorf("%s is in the way: not a folder", dir)
			}
		}
		info, err := root.Lstat(f)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case info.IsDir():
			return fmt.Errorf("%s is in the way: a folder", f)
		case !ours[f]:
			return fmt.Errorf("%s is in the way: it was not written by ceptre publish", f)
		}
	}
	return nil
}

// replace stages the changed files, and returns the steps that put them in place.
func (s *Site) replace(root *os.Root, old, files []string) ([]func() error, error) {
	r := newReplacement(root, s, old, files)
	if err := s.stage(r); err != nil {
		return nil, err
	}
	return r.steps(), nil
}

// stage writes the pages that are not there already to the staging folder, some at a
// time: most of it is waiting for the disk.
func (s *Site) stage(r *replacement) error {
	if err := r.root.RemoveAll(stagingName); err != nil {
		return err
	}
	staged := slices.DeleteFunc(slices.Clone(s.Pages), func(p Page) bool { return !r.changed[p.Path] })
	for _, p := range staged {
		if err := r.root.MkdirAll(path.Join(stagingName, path.Dir(p.Path)), 0o755); err != nil {
			return err
		}
	}
	var writing errgroup.Group
	writing.SetLimit(writers)
	for _, p := range staged {
		writing.Go(func() error { return writeSynced(r.root, path.Join(stagingName, p.Path), p.Data) })
	}
	return errors.Join(writing.Wait(), r.stageRest())
}

// isThere reports whether a page is in its place as it is to be.
func isThere(root *os.Root, p Page) bool {
	info, err := root.Lstat(p.Path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(p.Data)) {
		return false
	}
	data, err := root.ReadFile(p.Path)
	return err == nil && bytes.Equal(data, p.Data)
}

// writeSynced writes a file and waits until it is on the disk.
func writeSynced(root *os.Root, name string, data []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// writers is how many files are written at a time.
const writers = 8
