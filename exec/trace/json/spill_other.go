//go:build !linux && !windows

package json

import "os"

// createUnnamed makes a temporary file without a name.
func createUnnamed() (*os.File, error) { return createRemoved() }
