package graphviz

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ceptre-graph/ceptre/render/usercache"
)

// wazero writes an entry, the native code of one module for one processor, as a file
// with a hash for a name, in a folder of its version. It runs a damaged entry as far as
// it can: the checksum in it covers the code, not the table of where functions begin.
// So a file beside each entry holds the entry's length and checksum. An entry that
// does not agree with it is deleted before wazero sees it.
const (
	libraryFolder = "go-graphviz" // the library's name for the folder of versions
	versions      = "wazero-"     // the start of the names of folders
	partial       = ".tmp"        // the end of the names of files that wazero has not finished
)

// abandoned is the age from which a partial file counts as left behind by a process
// that was killed.
const abandoned = time.Hour

// clean deletes the damaged entries of a cache. It fails where one stays.
func clean(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return os.Remove(dir)
	}
	return eachVersion(dir, func(version string, files []fs.DirEntry) error {
		usercache.Evict(version, partial, abandoned)
		for _, f := range files {
			path := filepath.Join(version, f.Name())
			switch filepath.Ext(path) {
			case partial: // a process may be writing it
			case usercache.SumSuffix:
				if _, err := os.Lstat(strings.TrimSuffix(path, usercache.SumSuffix)); err != nil {
					_ = os.RemoveAll(path) // the same holds for it
				}
			default:
				if usercache.IsWhole(path) {
					continue
				}
				if err := errors.Join(os.RemoveAll(path+usercache.SumSuffix), os.RemoveAll(path)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// removeOutdated deletes the folders of versions that lie in the cache itself: releases before 0.1.0 left
// them there.
func removeOutdated(cache string) {
	found, _ := os.ReadDir(cache)
	for _, f := range found {
		if strings.HasPrefix(f.Name(), versions) {
			_ = os.RemoveAll(filepath.Join(cache, f.Name()))
		}
	}
}

// seal writes the missing checksums of entries. An entry without one is made anew by
// the next process, so a failure only costs time.
func seal(dir string) {
	_ = eachVersion(dir, func(version string, files []fs.DirEntry) error {
		for _, f := range files {
			path := filepath.Join(version, f.Name())
			if ext := filepath.Ext(path); ext == usercache.SumSuffix || ext == partial {
				continue
			}
			if _, err := os.Lstat(path + usercache.SumSuffix); err == nil {
				continue
			}
			_ = usercache.Seal(path)
		}
		return nil
	})
}

// eachVersion calls do for the folder of each version of wazero, with the files in it. A file that
// has the name of such a folder is deleted.
func eachVersion(dir string, do func(version string, files []fs.DirEntry) error) error {
	found, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	for _, f := range found {
		if !strings.HasPrefix(f.Name(), versions) {
			continue
		}
		version := filepath.Join(dir, f.Name())
		if info, err := os.Stat(version); err != nil || !info.IsDir() {
			if err := os.Remove(version); err != nil {
				return err
			}
			continue
		}
		files, err := os.ReadDir(version)
		if err == nil {
			err = do(version, files)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
