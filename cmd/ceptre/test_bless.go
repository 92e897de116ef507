package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/golden"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// goldenRun is a run to record as the expected one of its program: to bless, as the verb says.
type goldenRun struct {
	name  string // as asked for, perhaps with a form
	trace *trace.Trace
	file  string // where it goes
	old   string // the file of this name that there is; empty for none
	same  bool   // which holds the same run
}

// blessAll blesses traces, or a new run where there are none. It writes all of them or none.
func (t *tester) blessAll(c *cobra.Command, s cli.Streams, program string, files []string) error {
	if t.name != "" && len(files) > 1 {
		return cli.BadFlag(c, "--name is for one run, and there are %d traces", len(files))
	}
	prog, err := load(s.Hushed(t.quiet), program)
	if err != nil {
		return err
	}
	blessings, err := t.blessings(c, s, prog, files)
	if err != nil {
		return err
	}
	if err := placeAll(s, program, blessings); err != nil {
		return err
	}
	for _, b := range blessings {
		if err := b.write(s, t.quiet); err != nil {
			return err
		}
	}
	return nil
}

// placeAll finds out where runs go, and makes the folder.
func placeAll(s cli.Streams, program string, blessings []*goldenRun) (err error) {
	for i, b := range blessings {
		err = errors.Join(err, b.place(s, program))
		if slices.ContainsFunc(blessings[:i], func(o *goldenRun) bool { return runName(o.file) == runName(b.file) }) {
			err = errors.Join(err, fmt.Errorf("%s: two of the traces would be called so; bless one of them under another --name", b.file))
		}
	}
	if err != nil {
		return err
	}
	return cli.MakeFolder(runsFolder(program))
}

// blessings returns the runs to bless.
func (t *tester) blessings(c *cobra.Command, s cli.Streams, prog *lang.Program, files []string) ([]*goldenRun, error) {
	if len(files) == 0 {
		b, err := t.made(c, s, prog)
		return []*goldenRun{b}, err
	}
	var out []*goldenRun
	var all error
	for _, file := range files {
		b, err := t.read(c, s, prog, file)
		out, all = append(out, b), errors.Join(all, err)
	}
	return out, all
}

// made runs the program as the flags say.
func (t *tester) made(c *cobra.Command, s cli.Streams, prog *lang.Program) (*goldenRun, error) {
	name, err := t.newName(c)
	if err != nil {
		return nil, err
	}
	t.printed = s.Err
	made, err := t.run(c, prog)
	if err = errors.Join(err, stopped(c.Context())); err != nil {
		return nil, err
	}
	return &goldenRun{name: name, trace: made}, nil
}

// newName returns what a new run is to be called: by its seed, where that says what it is.
func (t *tester) newName(c *cobra.Command) (string, error) {
	if t.name != "" {
		return t.name, properName(c, t.name)
	}
	for _, flag := range []string{"choose", "trace", "stage", "context"} {
		if c.Flags().Changed(flag) {
			return "", cli.BadFlag(c, "give the run a --name: with --%s it is not the one of its seed", flag)
		}
	}
	return fmt.Sprintf("seed-%d", t.seed), nil
}

// properName refuses a name that is not the name of a file in the folder.
func properName(c *cobra.Command, name string) error {
	if strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) || filepath.Base(name) != name || runName(name) == "" {
		return cli.BadFlag(c, "--name %q: give a name for a file, without a folder", name)
	}
	return nil
}

// read reads a trace that is a run of the program as it is.
func (t *tester) read(c *cobra.Command, s cli.Streams, prog *lang.Program, file string) (*goldenRun, error) {
	name, err := t.nameOf(c, file)
	if err != nil {
		return nil, err
	}
	shown, read, err := s.ReadTrace(file)
	if err != nil {
		return nil, err
	}
	r, err := inquiry.RunAgain(c.Context(), prog, read)
	switch {
	case err != nil:
		return nil, blame(c.Context(), prog, shown, err)
	case len(r.Departures) > 0:
		b := &report.Text{}
		(&golden.Verdict{File: shown, Again: r}).Failure(b, "not blessed, as it is no run of "+prog.Source.String()+":")
		return nil, errors.New(strings.TrimSuffix(b.String(), "\n"))
	case len(r.Renamed) > 0:
		read = r.Now
	}
	return &goldenRun{name: name, trace: read}, nil
}

// nameOf returns what the run of a trace is to be called.
func (t *tester) nameOf(c *cobra.Command, file string) (string, error) {
	switch {
	case t.name != "":
		return t.name, properName(c, t.name)
	case file == cli.Stdio:
		return "", cli.BadFlag(c, "give the run on standard input a --name")
	}
	name := filepath.Base(file)
	if _, ours := form.Of(name); !ours {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return name, nil
}

// place finds out where the run goes: into the file of its name that there is, or a new one.
func (b *goldenRun) place(s cli.Streams, program string) error {
	files, err := blessedFiles(program)
	if err != nil {
		return err
	}
	_, formed := form.Of(b.name)
	b.file = filepath.Join(runsFolder(program), b.name)
	if !formed {
		b.file += ".json"
	}
	for _, file := range files {
		if runName(file) == runName(b.name) {
			b.old = file
		}
	}
	if b.old == "" {
		return nil
	}
	if b.old != b.file && formed {
		return fmt.Errorf("%s: there is %s of that name; delete it, or give another --name", b.file, b.old)
	}
	b.file = b.old
	_, old, err := s.ReadTrace(b.old)
	b.same = err == nil && sameRun(old, b.trace) // what cannot be read is replaced
	return nil
}

// sameRun reports whether two traces are of the same run, its end included.
func sameRun(a, b *trace.Trace) bool {
	return (a.End == nil) == (b.End == nil) && (a.End == nil || a.End.Why == b.End.Why) && hash.Of(causal.New(a)) == hash.Of(causal.New(b))
}

// write writes the run, and says so.
func (b *goldenRun) write(s cli.Streams, quiet bool) error {
	what := "blessed"
	switch {
	case b.same:
		what = "is blessed already"
	case b.old != "":
		what = "blessed, in the place of another run"
	}
	if !b.same {
		if err := saveRun(s.InPlace(b.old), b.file, b.trace); err != nil {
			return err
		}
	}
	if quiet {
		return nil
	}
	_, err := fmt.Fprintf(s.Out, "%s: %s: %s\n", visible.Line(b.file), what, english.Count(len(b.trace.Steps), "step"))
	return err
}

// saveRun writes a run in the form that its file's name says, whole or not at all.
func saveRun(s cli.Streams, file string, t *trace.Trace) error {
	return s.StreamFile(file, func(w io.Writer) error { return form.Write(file, w, t) })
}
