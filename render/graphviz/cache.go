package graphviz

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// folder returns the folder for the native code of Graphviz: one of the user's own,
// in which nobody else can write, since what lies there is run. It is "" where there
// can be none; then each process that draws compiles anew, for half a second.
func folder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	own := filepath.Join(cache, "ceptre")
	for _, dir := range []string{cache, own} {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return ""
		}
	}
	info, err := os.Lstat(own)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 != 0 || !mine(info) {
		return ""
	}
	return filepath.Join(own, "graphviz")
}

// wazero writes an entry, the native code of one module for one processor, as a file
// with a hash for a name, in a folder of its version. It runs a damaged entry as far as
// it can: the checksum in it covers the code, not the table of where functions begin.
// So a file beside each entry holds the entry's length and checksum. An entry that
// does not agree with it is deleted before wazero sees it.
const (
	versions = "wazero-" // the start of the names of folders
	sealed   = ".sum"    // the end of the name of the file beside an entry
	partial  = ".tmp"    // the end of the names of files that wazero has not finished
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
		for _, f := range files {
			path := filepath.Join(version, f.Name())
			switch filepath.Ext(path) {
			case sealed:
				if _, err := os.Lstat(strings.TrimSuffix(path, sealed)); err != nil {
					_ = os.RemoveAll(path) // the same holds for it
				}
			case partial:
				if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
					_ = os.Remove(path) // if it stays, it costs room and nothing else
				}
			default:
				if isWhole(path) {
					continue
				}
				if err := errors.Join(os.RemoveAll(path+sealed), os.RemoveAll(path)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// seal writes the missing checksums of entries. An entry without one is made anew by
// the next process, so a failure only costs time.
func seal(dir string) {
	_ = eachVersion(dir, func(version string, files []fs.DirEntry) error {
		for _, f := range files {
			path := filepath.Join(version, f.Name())
			if ext := filepath.Ext(path); ext == sealed || ext == partial {
				continue
			}
			if _, err := os.Lstat(path + sealed); err == nil {
				continue
			}
			if sum, err := checksum(path); err == nil {
				_ = os.WriteFile(path+sealed, []byte(sum), 0o600)
			}
		}
		return nil
	})
}

// eachVersion calls do for the folder of each version of wazero, with what is in it.
// Anything else by the name of such a folder is deleted.
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

// isWhole reports whether an entry is as it was written.
func isWhole(entry string) bool {
	var want [64]byte // longer than any checksum
	n, err := read(entry+sealed, func(r io.Reader) (int, error) { return io.ReadFull(r, want[:]) })
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	have, err := checksum(entry)
	return err == nil && have == string(want[:n])
}

// checksum returns a line with the length and the CRC-32C of a file. It finds damage, not
// forgery: whoever can write in the folder can run code as the user anyway.
func checksum(file string) (string, error) {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	n, err := read(file, func(r io.Reader) (int64, error) { return io.Copy(sum, r) })
	return fmt.Sprintf("%d %08x\n", n, sum.Sum32()), err
}

// read hands a regular file to a function. A pipe in its place would keep the reader
// waiting.
func read[N any](file string, do func(io.Reader) (N, error)) (n N, err error) {
	info, err := os.Stat(file)
	if err != nil {
		return n, err
	}
	if !info.Mode().IsRegular() {
		return n, fs.ErrInvalid
	}
	f, err := os.Open(file)
	if err != nil {
		return n, err
	}
	defer f.Close()
	return do(f)
}
