package durable

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// WriteFile writes a file of a folder that is a draft, and waits until it is on the disk.
func WriteFile(name string, data []byte) error {
	f, err := makeFile(name)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = syncFile(f)
	}
	return errors.Join(err, f.Close())
}

// syncFile waits until a file is on the disk, where the file system can tell.
func syncFile(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) ||
		runtime.GOOS == "windows" && isFolder(f) {
		return nil
	}
	return err
}

func isFolder(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.IsDir()
}

// syncFolder waits until the names in a folder are on the disk. A folder that cannot be read has
// its files written to all the same.
func syncFolder(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	return syncFile(f)
}
