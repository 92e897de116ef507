//go:build ignore

// This program writes the files that a command has in it which is built with the tag engine.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/ceptre-graph/ceptre/cmd/play/wasm/compile"
)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate() error {
	e, err := compile.Load(context.Background(), func(line string) { fmt.Fprintln(os.Stderr, line) })
	if err != nil {
		return err
	}
	if err := os.WriteFile("engine.wasm.gz", e.Code, 0o644); err != nil {
		return err
	}
	return os.WriteFile("wasm_exec.js", e.Support, 0o644)
}
