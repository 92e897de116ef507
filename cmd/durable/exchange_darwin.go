package durable

import "golang.org/x/sys/unix"

// exchange gives each of two files or folders the name of the other, in one step.
func exchange(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }
