package cli

import (
	"fmt"
	"io"
	"time"

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

// OpenURL shows an address in the reader's browser, and does not wait for it.
func OpenURL(address string) error {
	browser.Stdout = io.Discard
	browser.Stderr = io.Discard
	shown := make(chan error, 1)
	go func() { shown <- browser.OpenURL(address) }()
	select {
	case err := <-shown:
		if err != nil {
			return fmt.Errorf("%s: cannot be shown: %w", address, err)
		}
	case <-time.After(time.Second): // some browsers stay
	}
	return nil
}
