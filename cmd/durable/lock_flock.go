//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package durable

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lock locks a file or folder and reports whether it still has its name and no other process
// holds it. The lock ends when the file is closed. Where the file system knows no locks, each
// process holds what it made.
func lock(f *os.File) bool {
	return !errors.Is(flock(f, syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK) && named(f)
}

// lockInTurn is lock, but waits until no other process holds the file.
func lockInTurn(f *os.File) bool {
	_ = flock(f, syscall.LOCK_EX) // fails where there are no locks
	return named(f)
}

// flock calls the system until no signal comes between.
func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// named reports whether a name still leads to the file that was opened by it.
func named(f *os.File) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(open, there)
}

// removeLeftover removes a draft that no process holds, and reports whether its name is free.
func removeLeftover(name string) bool {
	f, err := openLeftover(name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	locked := flock(f, syscall.LOCK_EX|syscall.LOCK_NB) == nil
	return locked && named(f) && os.RemoveAll(name) == nil
}

// openLeftover opens a file or a folder to be locked. Files are opened for writing, which some
// network file systems want of those that are locked.
func openLeftover(name string) (*os.File, error) {
	const guarded = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	f, err := os.OpenFile(name, os.O_WRONLY|guarded, 0)
	if errors.Is(err, syscall.EISDIR) {
		return os.OpenFile(name, os.O_RDONLY|guarded, 0)
	}
	return f, err
}
