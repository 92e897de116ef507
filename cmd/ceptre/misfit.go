package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// errIsTrace is the error of files that are not programs and have the extension of traces.
var errIsTrace = errors.New("a program is wanted here, and this looks like a trace")

// misfit describes a file that is no program, as its extension tells; nil for others. The
// description replaces the syntax errors of the whole file.
func misfit(name string) error {
	switch {
	case isForm(name):
		return fmt.Errorf("%s: %w", trace.Visible(name), errIsTrace)
	case isProse(name):
		return fmt.Errorf("%s: a program is wanted here, and this looks like prose; %s", trace.Visible(name), insteadOf(name))
	}
	return nil
}

// insteadOf names the file to give instead of prose.
func insteadOf(prose string) string {
	program := strings.TrimSuffix(prose, filepath.Ext(prose)) + ".cep"
	if exists(program) {
		return "give " + trace.Visible(program) + ", beside which it is found"
	}
	return "give the program that it is of"
}
