package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// zipped is how the names of compressed files end.
const zipped = ".gz"

// form is a form in which traces of ours are written.
type form struct {
	name  string // also how the names of its files end
	about string
	write func(*trace.Stream, io.Writer) error
	// record returns a recorder that writes a run as it proceeds.
	record func(io.Writer) trace.Recorder
}

// forms returns the forms of traces.
func forms() []form {
	return []form{
		{"json", "a single JSON object", (*trace.Stream).WriteObject, recordObject},
		{"jsonl", "JSON Lines: a record a line, in the order in which things happened", (*trace.Stream).WriteLines, recordLines},
		{"ctrace", "the compact form: binary, some 10 bytes a step of long runs", (*trace.Stream).WriteCompact, recordCompact},
	}
}

func recordObject(w io.Writer) trace.Recorder { return trace.NewObjectRecorder(w) }

func recordLines(w io.Writer) trace.Recorder { return trace.NewLineRecorder(w) }

func recordCompact(w io.Writer) trace.Recorder { return trace.NewCompactRecorder(w) }

// formHelp returns a line for each form.
func formHelp() string {
	var b strings.Builder
	for _, f := range forms() {
		fmt.Fprintf(&b, "  .%-7s %s\n", f.name, f.about)
	}
	return b.String()
}

func formNames() []string {
	var names []string
	for _, f := range forms() {
		names = append(names, f.name)
	}
	return names
}

// formOf returns the form that the name of a file, or of a form, asks for, and whether it
// asks for one.
func formOf(name string) (form, bool) {
	all := forms()
	plain := strings.TrimSuffix(name, zipped)
	ending := plain[strings.LastIndexByte(plain, '.')+1:]
	i := slices.IndexFunc(all, func(f form) bool { return f.name == ending })
	return all[max(i, 0)], i >= 0
}

// traceEnd matches names that end as those of files do, in a few letters behind a dot: not a
// name of chance, such as mktemp has, or a version.
var traceEnd = regexp.MustCompile(`[^.]\.[A-Za-z][A-Za-z0-9]{0,6}$`)

// wantForm refuses an output file for a trace if its extension belongs to another form.
func wantForm(c *cobra.Command, flag, file string) error {
	if isForm(file) || !traceEnd.MatchString(strings.TrimSuffix(file, zipped)) {
		return nil
	}
	return cli.BadFlag(c, "%s %q: the name of a trace ends with .%s%s", flag, file, strings.Join(formNames(), ", ."), drawing(file))
}

// drawing names the command that draws a trace, if the file is a picture.
func drawing(file string) string {
	file = strings.TrimSuffix(file, zipped)
	if f := render.FormatOf(filepath.Ext(file)); f == "" || f == render.JSONFormat {
		return ""
	}
	return "; 'ceptre-graph trace.json -o " + file + "' draws one"
}

// isForm reports whether the name of a file says in what form a run is written to it.
func isForm(name string) bool {
	_, ok := formOf(name)
	return ok
}

// isRecord reports whether a file holds a run, or has the extension of one: errors in it are then
// reported as errors of a run.
func isRecord(name string, data []byte) bool { return foreign.Knows(data) || isForm(name) }

// writeAs writes a run in the form that the name of its file asks for, by default the
// single object.
func writeAs(name string, w io.Writer, t *trace.Trace) error {
	f, _ := formOf(name)
	return f.writeTo(name, w, t.Stream())
}

// writeTo writes a run into a file of that name, which may ask for compression.
func (f form) writeTo(name string, w io.Writer, t *trace.Stream) error {
	return pack(name, w, func(w io.Writer) error { return f.write(t, w) })
}

// pack compresses the output if the file's extension asks for it.
func pack(name string, w io.Writer, write func(io.Writer) error) error {
	if !strings.HasSuffix(name, zipped) {
		return write(w)
	}
	packed := gzip.NewWriter(w)
	return errors.Join(write(packed), packed.Close())
}
