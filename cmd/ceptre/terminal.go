package main

import "golang.org/x/term"

// isTerminal reports whether a standard file is a terminal.
func isTerminal(file any) bool {
	f, ok := file.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
