// Package beside knows the files that belong to a program by their names. It finds the prose: in a file that is
// named, or in one that lies beside the program or the trace of a run.
package beside

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/coverage"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/diagnostic"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// Program returns where the prose of a program may be.
func Program(file string) []string {
	if file == cli.Stdio {
		return nil
	}
	base := strings.TrimSuffix(file, filepath.Ext(file))
	var places []string
	for _, ending := range endings {
		places = append(places, base+ending)
	}
	return places
}

// endings are the endings of the names of files with prose, and with scripts of scenes.
var endings = []string{".md", ".scenes"}

// Runs returns the folder of a program's blessed runs: verona.runs beside verona.cep.
func Runs(program string) string { return strings.TrimSuffix(program, filepath.Ext(program)) + ".runs" }

// longestName is how long the name of a file can be, in bytes, on most systems.
const longestName = 255

// Trace returns where the prose of the program may be of which a trace is a
// run: beside the trace, beside the program of a blessed run, and where the trace says that
// the program was, if that is here or below. It is nowhere if that is no name for a file.
func Trace(t *trace.Trace, file string) []string {
	if t.Program == nil || t.Program.File == "" {
		return nil
	}
	folder := filepath.Dir(file)
	var places []string
	for _, ending := range endings {
		text := strings.TrimSuffix(t.Program.File, path.Ext(t.Program.File)) + ending
		if len(text) > longestName || visible.Line(text) != text {
			continue
		}
		places = append(places, filepath.Join(folder, path.Base(text)))
		if filepath.Base(folder) == Runs(path.Base(text)) {
			places = append(places, filepath.Join(filepath.Dir(folder), path.Base(text)))
		}
		if filepath.IsLocal(text) {
			places = append(places, text)
		}
	}
	return places
}

// Find reads the file that is named, or else the first of those where it may
// be; nil where there is none.
func Find(s cli.Streams, named string, places []string, o prose.Options) (*prose.Prose, error) {
	name, text, err := read(s, named, places)
	if name == "" || err != nil {
		return nil, err
	}
	return prose.Parse(name, text, o)
}

// read is [Find] for a text that is yet to be understood; the name is empty where
// there is none.
func read(s cli.Streams, named string, places []string) (name string, text []byte, err error) {
	if named != "" {
		places = []string{named}
	}
	for i, file := range places {
		name, text, err := s.ReadFile(file)
		if err == nil {
			err = noteUnread(s, file, places[i+1:])
		}
		if err == nil || named != "" || !errors.Is(err, fs.ErrNotExist) {
			return name, text, err
		}
	}
	return "", nil, nil
}

// noteUnread says that a file is read, and another one beside it, with another ending, is not.
func noteUnread(s cli.Streams, read string, places []string) error {
	stem := strings.TrimSuffix(read, filepath.Ext(read))
	for _, file := range places {
		if strings.TrimSuffix(file, filepath.Ext(file)) != stem {
			continue
		}
		if _, err := os.Stat(file); err == nil {
			_, err := fmt.Fprintf(s.Err, "note: the prose is that of %s; %s is not read\n", visible.Line(read),
				visible.Line(file))
			return err
		}
	}
	return nil
}

// Whole reads the prose of a program. The error holds all that does not fit it.
func Whole(s cli.Streams, file string, program *trace.Program) (*prose.Prose, error) {
	p, err := Find(s, file, nil, prose.Options{Program: program})
	if err == nil {
		err = p.Check(program)
	}
	return p, err
}

// Diagnostics returns all that is wrong with the prose of a program, as data. The error says that the file cannot be
// read.
func Diagnostics(s cli.Streams, file string, program *trace.Program) (out []diagnostic.Diagnostic, err error) {
	text, err := Whole(s, file, program)
	wrong, ok := errors.AsType[prose.Errors](err)
	if !ok && err != nil {
		return nil, err
	}
	add := func(severity string, messages prose.Errors) {
		for _, e := range messages {
			at := diagnostic.Range{Line: e.Line, Column: e.Col}
			out = append(out, diagnostic.Diagnostic{File: e.File, Range: at, Severity: severity, Message: e.Message,
				Notes: []diagnostic.Note{}})
		}
	}
	add("error", wrong)
	add("warning", text.Notes())
	return out, nil
}

// Fitting finds the prose that fits a program. A named text must fit. Of a text found at one
// of the places, the parts that do not fit are left out and listed in the notes.
func Fitting(s cli.Streams, named string, places []string, program *trace.Program) (
	p *prose.Prose, notes []string, err error) {
	if named != "" {
		p, err = Whole(s, named, program)
		return p, nil, err
	}
	name, text, err := read(s, "", places)
	if name == "" && err == nil {
		return nil, nil, nil
	}
	var left []string
	if err == nil {
		p, left, err = prose.ParseFitting(name, text, prose.Options{Program: program})
	}
	if err != nil {
		return nil, []string{"note: the prose cannot be read, and is left out: " + err.Error()}, nil
	}
	return p, leftOut(name, left), nil
}

// mostLeftOut is how many parts left out of a text are listed.
const mostLeftOut = 3

// leftOut returns notes on the parts left out of a text, at most the first few.
func leftOut(name string, left []string) (notes []string) {
	for _, why := range left[:min(len(left), mostLeftOut)] {
		notes = append(notes, "note: left out of the prose: "+why)
	}
	if more := len(left) - len(notes); more > 0 {
		notes = append(notes, fmt.Sprintf("note: and %d more; 'ceptre check PROGRAM %s' lists all that is wrong", more, name))
	}
	return notes
}

// IsProse reports whether a file has the extension of prose.
func IsProse(file string) bool {
	return slices.Contains(endings, filepath.Ext(file))
}

// Variants returns the variants of a text about a program, of which none is counted yet.
func Variants(text *prose.Prose, program *trace.Program) *coverage.Prose {
	words := &coverage.Prose{File: text.Name(), Variants: []coverage.Variant{}, SHA256: text.SHA256(),
		Untold: text.Untold(program)}
	for _, of := range text.Variants(program) {
		section := coverage.Variant{Heading: of.Heading, At: of.At, Conditional: of.Conditional}
		switch of.Kind {
		case prose.Rule:
			section.Rule = of.Name
		case prose.Stage:
			section.Place = of.Name
		}
		words.Variants = append(words.Variants, section)
	}
	return words
}
