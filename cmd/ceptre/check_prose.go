package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/spf13/cobra"
)

// checking holds the flags of the verb.
type checking struct {
	prose     string
	json, fix bool
}

// checked is a program with the files of its prose.
type checked struct {
	program string
	prose   []string
}

// files returns the programs that are given, each with its prose.
func (k *checking) files(c *cobra.Command, files []string) ([]*checked, error) {
	var out []*checked
	var texts []string
	for _, file := range files {
		if isProse(file) {
			texts = append(texts, file)
		} else {
			out = append(out, &checked{program: file})
		}
	}
	for _, text := range texts {
		of := programOf(text, out)
		if of == nil {
			return nil, cli.BadFlag(c, "%s: give the program that this is the prose of, too", trace.Visible(text))
		}
		of.prose = append(of.prose, text)
	}
	switch {
	case k.fix && slices.ContainsFunc(out, func(f *checked) bool { return f.program == cli.Stdio }):
		return nil, cli.BadFlag(c, "--fix needs a file, and standard input is none")
	case k.prose != "" && len(out) != 1:
		return nil, cli.BadFlag(c, "--prose is for one program, and there are %d", len(out))
	case k.prose != "":
		out[0].prose = append(out[0].prose, k.prose)
		return out, oneStdin(c, out[0].program, "the prose", k.prose)
	}
	return out, nil
}

// isProse reports whether a file has the extension of prose.
func isProse(file string) bool {
	return slices.Contains([]string{".md", ".scenes"}, filepath.Ext(file))
}

// programOf returns the program that a text lies beside, or else the only one there is; nil
// where it is not clear.
func programOf(text string, programs []*checked) *checked {
	for _, p := range programs {
		if slices.Contains(besideProgram(filepath.Clean(p.program)), filepath.Clean(text)) {
			return p
		}
	}
	if len(programs) == 1 {
		return programs[0]
	}
	return nil
}

// checkProse reports the errors of a program's prose, or else prints a line about it.
func checkProse(s cli.Streams, prog *lang.Program, file string) error {
	program := exec.Describe(prog)
	text, err := wholeProse(s, file, program)
	if err != nil {
		return err
	}
	for _, note := range text.Notes() {
		fmt.Fprintln(s.Err, trace.Visible(note.Error()))
	}
	without := ""
	if n := len(text.Untold(program)); n > 0 {
		without = fmt.Sprintf(", and none for %s", plural(n, "rule"))
	}
	_, err = fmt.Fprintf(s.Out, "%s: ok: %s%s\n", text.Name(), plural(len(text.Variants(program)), "section"), without)
	return err
}

// proseDiagnostics returns the errors of a program's prose as data. Its own error says that the
// file cannot be read.
func proseDiagnostics(s cli.Streams, prog *lang.Program, file string) (out []diagnostic, err error) {
	text, err := wholeProse(s, file, exec.Describe(prog))
	wrong, ok := errors.AsType[prose.Errors](err)
	if !ok && err != nil {
		return nil, err
	}
	out = appendProse(out, "error", wrong)
	return appendProse(out, "warning", text.Notes()), nil
}

// appendProse appends messages about prose.
func appendProse(out []diagnostic, severity string, messages prose.Errors) []diagnostic {
	for _, e := range messages {
		out = append(out, diagnostic{File: e.File, stretch: stretch{Line: e.Line, Column: e.Col}, Severity: severity, Message: e.Message, Notes: []remark{}})
	}
	return out
}
