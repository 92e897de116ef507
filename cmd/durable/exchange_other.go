//go:build !darwin && !linux

package durable

import "errors"

// exchange would give each of two files or folders the name of the other, in one step.
func exchange(a, b string) error { return errors.ErrUnsupported }
