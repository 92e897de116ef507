//go:build !windows

package json

import "os"

// createRemoved makes a temporary file and removes it at once. It lives as long as it is open.
func createRemoved() (*os.File, error) {
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
