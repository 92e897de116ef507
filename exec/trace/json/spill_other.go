//go:build !windows

package json

import "os"

// createUnnamed makes a temporary file without a name. The file is removed at once and lives as
// long as it is open, so that nothing of it stays where the process is killed.
func createUnnamed() (*os.File, error) {
	f, err := os.CreateTemp("", "ceptre-steps-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
