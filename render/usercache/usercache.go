// Package usercache has the folders in which the commands keep what takes long to make: the
// native code of Graphviz and the engine of playable pages. A file that is kept there has a
// checksum beside it, in a file of the same name that ends in [SumSuffix], so that damage is
// found before the file is used. Whatever fails here costs time and nothing else: what cannot be
// read or kept is made again.
package usercache

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

// Folder returns the path of the folder for one kind of files. It makes the parent, which
// belongs to the user and in which no other user may write, since what lies there is run. It
// returns "" where there is no such place.
func Folder(kind string) string {
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
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 != 0 || !owned(info) {
		return ""
	}
	return filepath.Join(own, kind)
}

// Evict deletes the files of a folder that have a suffix and were not written or touched for an age.
// A file that stays costs room and nothing else.
func Evict(dir, suffix string, age time.Duration) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), suffix) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > age {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// SumSuffix ends the name of the file with the checksum of another.
const SumSuffix = ".sum"

// Seal writes the checksum of a file beside it.
func Seal(file string) error {
	sum, err := checksum(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file+SumSuffix, []byte(sum), 0o600)
}

// IsWhole reports whether a file is as it was when it was sealed.
func IsWhole(file string) bool {
	var want [64]byte // longer than any checksum
	n, err := read(file+SumSuffix, func(r io.Reader) (int, error) { return io.ReadFull(r, want[:]) })
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	have, err := checksum(file)
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
