package durable

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exchange gives each of two files or folders the name of the other, in one step.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if err == unix.EINVAL { // as file systems say that cannot do it
		return errors.ErrUnsupported
	}
	return err
}
