package main

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// besideProgram returns where the prose of a program may be.
func besideProgram(file string) []string {
	if file == cli.Stdio {
		return nil
	}
	base := strings.TrimSuffix(file, filepath.Ext(file))
	return []string{base + ".md", base + ".scenes"}
}

// longestName is how long the name of a file can be, in bytes, on most systems.
const longestName = 255

// besideTrace returns where the prose of the program may be of which a trace is a
// run: beside the trace, and where the trace says that the program was, if that is
// here or below. It is nowhere if that is no name for a file.
func besideTrace(t *trace.Trace, file string) []string {
	if t.Program == nil || t.Program.File == "" {
		return nil
	}
	text := strings.TrimSuffix(t.Program.File, path.Ext(t.Program.File)) + ".md"
	if len(text) > longestName || trace.Visible(text) != text {
		return nil
	}
	places := []string{filepath.Join(filepath.Dir(file), path.Base(text))}
	if filepath.IsLocal(text) {
		places = append(places, text)
	}
	return places
}

// findProse reads the file that is named, or else the first of those where it may
// be; nil where there is none.
func findProse(s cli.Streams, named string, places []string, o prose.Options) (*prose.Prose, error) {
	if named != "" {
		places = []string{named}
	}
	for _, file := range places {
		name, text, err := s.ReadFile(file)
		switch {
		case errors.Is(err, fs.ErrNotExist) && named == "":
		case err != nil:
			return nil, err
		default:
			return prose.Parse(name, text, o)
		}
	}
	return nil, nil
}
