//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package durable

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// lock reports that a draft is held: on Windows, no process removes a file that another has open.
func lock(*os.File) bool { return true }

// lockInTurn reports that a folder is held.
func lockInTurn(*os.File) bool { return true }

// abandoned is the age at which a draft is that of a process that was killed.
const abandoned = time.Hour

// removeLeftover removes a draft that nothing was written to for long, and reports whether its
// name is free.
func removeLeftover(name string) bool {
	info, err := os.Lstat(name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return time.Since(info.ModTime()) > abandoned && os.RemoveAll(name) == nil
}
