package cli

import (
	"fmt"
	"io"

	"github.com/cli/browser"
)

// Open shows a file in the program that the user's system has for it.
func Open(file string) error {
	browser.Stdout = io.Discard
	browser.Stderr = io.Discard
	if err := browser.OpenFile(file); err != nil {
		return fmt.Errorf("%s: cannot be shown: %w", file, err)
	}
	return nil
}
