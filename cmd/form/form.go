// Package form writes traces in the forms that the names of their files ask for.
package form

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
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang/webeditor"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// Gzip is how the names of compressed files end.
const Gzip = ".gz"

// Form is a form of traces.
type Form struct {
	Name  string // also how the names of its files end
	about string
	write func(io.Writer, *trace.Stream) error
	// Recorder returns a recorder that writes a run as it proceeds.
	Recorder func(io.Writer) trace.Recorder
}

// forms returns all forms; the first is the usual one.
func forms() []Form {
	return []Form{
		{"json", "a single JSON object", json.Write, json.NewRecorder},
		{"jsonl", "JSON Lines: a record a line, in the order in which things happened", json.WriteLines,
			json.NewLineRecorder},
		{"ctrace", "the compact form: binary, some 10 bytes a step of long runs", compact.Write, compact.NewRecorder},
	}
}

// Help returns a line for each form.
func Help() string {
	var b strings.Builder
	for _, f := range forms() {
		fmt.Fprintf(&b, "  .%-7s %s\n", f.Name, f.about)
	}
	return b.String()
}

// Names returns the names of all forms.
func Names() []string {
	var names []string
	for _, f := range forms() {
		names = append(names, f.Name)
	}
	return names
}

// Of returns the form that the name of a file, or of a form, asks for, and whether it asks for one.
// Without, the form is the usual one.
func Of(name string) (f Form, ok bool) {
	all := forms()
	plain := strings.TrimSuffix(name, Gzip)
	ending := plain[strings.LastIndexByte(plain, '.')+1:]
	i := slices.IndexFunc(all, func(f Form) bool { return f.Name == ending })
	return all[max(i, 0)], i >= 0
}

// traceEnd matches names that end as those of files do, in a few letters behind a dot: not a
// name of chance, such as mktemp has, or a version.
var traceEnd = regexp.MustCompile(`[^.]\.[A-Za-z][A-Za-z0-9]{0,6}$`)

// Want refuses an output file for a trace if its extension belongs to another form.
func Want(c *cobra.Command, flag, file string) error {
	if Is(file) || !traceEnd.MatchString(strings.TrimSuffix(file, Gzip)) {
		return nil
	}
	return cli.BadFlag(c, "%s %q: the name of a trace ends with .%s%s", flag, file, strings.Join(Names(), ", ."),
		Drawing(file))
}

// Drawing names the command that draws a trace, if the file is a picture.
func Drawing(file string) string {
	file = strings.TrimSuffix(file, Gzip)
	if f := render.FormatOf(filepath.Ext(file)); f == "" || f == render.JSONFormat {
		return ""
	}
	return "; 'ceptre-graph trace.json -o " + file + "' draws one"
}

// Is reports whether the name of a file says in what form a run is written to it.
func Is(name string) bool {
	_, ok := Of(name)
	return ok
}

// IsRecord reports whether a file holds a run, or has the extension of one and no program of the web editor: errors in
// it are then reported as errors of a run.
func IsRecord(name string, data []byte) bool {
	return foreign.Knows(data) || Is(name) && !webeditor.Is(data)
}

// Write writes a run in the form that the name of its file asks for.
func Write(name string, w io.Writer, t *trace.Trace) error {
	f, _ := Of(name)
	return f.Write(name, w, t.Stream())
}

// Write writes a run into a file of that name, which may ask for compression.
func (f Form) Write(name string, w io.Writer, t *trace.Stream) error {
	return Pack(name, w, func(w io.Writer) error { return f.write(w, t) })
}

// Pack compresses the output if the file's extension asks for it.
func Pack(name string, w io.Writer, write func(io.Writer) error) error {
	if !strings.HasSuffix(name, Gzip) {
		return write(w)
	}
	packed := gzip.NewWriter(w)
	return errors.Join(write(packed), packed.Close())
}
