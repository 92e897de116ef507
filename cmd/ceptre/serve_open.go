package main

import (
	"fmt"
	"os/exec"
	"runtime"
)

// show opens an address in the reader's browser, and does not wait for it.
func show(address string) error {
	opener := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		opener = []string{"open"}
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	browser := exec.Command(opener[0], append(opener[1:], address)...)
	if err := browser.Start(); err != nil {
		return fmt.Errorf("--open: no browser could be started: %w", err)
	}
	go func() { _ = browser.Wait() }() // what becomes of it is the reader's
	return nil
}
