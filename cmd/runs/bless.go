package runs

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Run is a run to record as an expected one of its program.
type Run struct {
	Name  string // as asked for, perhaps with a form
	Trace *trace.Trace
	file  string // where it goes
	old   string // the file of this name that there is; empty for none
	same  bool   // which holds the same run
}

// Bless writes golden runs of a program, and says so. It writes none if one of them has no place.
func Bless(s cli.Streams, program string, all []*Run, quiet bool) error {
	if err := placeAll(s, program, all); err != nil {
		return err
	}
	for _, r := range all {
		if err := r.write(s, quiet); err != nil {
			return err
		}
	}
	return nil
}

// placeAll finds out where runs go, and makes the folder.
func placeAll(s cli.Streams, program string, all []*Run) (err error) {
	for i, r := range all {
		err = errors.Join(err, r.place(s, program))
		if slices.ContainsFunc(all[:i], func(o *Run) bool { return Name(o.file) == Name(r.file) }) {
			err = errors.Join(err, fmt.Errorf("%s: two traces would get this name; bless one of them with another --name",
				r.file))
		}
	}
	if err != nil {
		return err
	}
	return cli.MakeFolder(beside.Runs(program))
}

// place finds out where the run goes: into the file of its name that there is, or a new one.
func (r *Run) place(s cli.Streams, program string) error {
	files, err := Files(program)
	if err != nil {
		return err
	}
	_, formed := form.Of(r.Name)
	r.file = filepath.Join(beside.Runs(program), r.Name)
	if !formed {
		r.file += ".json"
	}
	for _, file := range files {
		if Name(file) == Name(r.Name) {
			r.old = file
		}
	}
	if r.old == "" {
		return nil
	}
	if r.old != r.file && formed {
		return fmt.Errorf("%s: there is %s of that name; delete it, or give another --name", r.file, r.old)
	}
	r.file = r.old
	_, old, err := s.ReadTrace(r.old)
	r.same = err == nil && sameRun(old, r.Trace) // what cannot be read is replaced
	return nil
}

// sameRun reports whether two traces are of the same run, its end included.
func sameRun(a, b *trace.Trace) bool {
	ends := (a.End == nil) == (b.End == nil) && (a.End == nil || a.End.Why == b.End.Why)
	return ends && hash.Of(causal.New(a)) == hash.Of(causal.New(b))
}

// write writes the run, and says so.
func (r *Run) write(s cli.Streams, quiet bool) error {
	what := "blessed"
	switch {
	case r.same:
		what = "is blessed already"
	case r.old != "":
		what = "blessed, in the place of another run"
	}
	if !r.same {
		if err := save(s.InPlace(r.old), r.file, r.Trace); err != nil {
			return err
		}
	}
	if quiet {
		return nil
	}
	_, err := fmt.Fprintf(s.Out, "%s: %s: %s\n", visible.Line(r.file), what, english.Count(len(r.Trace.Steps), "step"))
	return err
}

// save writes a run in the form that its file's name says, whole or not at all.
func save(s cli.Streams, file string, t *trace.Trace) error {
	return s.StreamFile(file, func(w io.Writer) error { return form.Write(file, w, t) })
}
