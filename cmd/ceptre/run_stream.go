package main

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// stream runs a program, prints the run and writes its trace at the same time, so that a run of any
// length needs little memory. A run with an output file goes on to its end even if standard output
// is closed.
func (r *reporter) stream(c *cobra.Command, s cli.Streams, prog *lang.Program) error {
	if r.out == "" {
		_, err := r.record(c, prog, r.printing(s))
		return err
	}
	o, _ := s.Outlet(context.WithoutCancel(c.Context()))
	err := r.write(c, s, prog, &apart{Recorder: r.printing(s)})
	if closed := o.Close(); r.out != cli.Stdio {
		err = errors.Join(err, closed)
	}
	return err
}

// printing returns what prints a run; it prints nothing where there is something else on
// standard output.
func (r *reporter) printing(s cli.Streams) trace.Recorder {
	switch {
	case r.json:
		return newAccountant(cli.Data(s.Out))
	case r.quiet || r.out == cli.Stdio:
		return trace.Recorders(nil)
	}
	r.final = r.rest.take
	return trace.Recorders{trace.NewTextRecorder(s.Out), &r.rest}
}

// write runs a program and writes the trace. The file is in place once the run has ended, also
// where it was interrupted or has failed: then its trace shows how it came to that.
func (r *reporter) write(c *cobra.Command, s cli.Streams, prog *lang.Program, shown trace.Recorder) error {
	f, _ := formOf(r.out)
	var failed error
	write := func(w io.Writer) error {
		file := &complete{Recorder: f.record(w)}
		begun, err := r.record(c, prog, trace.Recorders{file, shown})
		if !begun || unasked(err) {
			return err
		}
		if !errors.Is(err, file.err) {
			failed = err // of the run, which leaves the file whole
		}
		return file.err
	}
	err := s.StreamFile(r.out, func(w io.Writer) error { return pack(r.out, w, write) })
	return errors.Join(err, failed)
}

// unasked reports whether a run failed for lack of a player. The command line is at fault then, as
// with a bad flag, so the output file is left alone. The steps that chance took until then can be
// repeated from the seed.
func unasked(failed error) bool {
	_, ok := errors.AsType[*unheardError](failed)
	return ok
}

// complete is a recorder that knows whether it could take down all of a run.
type complete struct {
	trace.Recorder
	err error // why it could not; the first there was
}

// Begin implements [trace.Recorder].
func (r *complete) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	return r.note(r.Recorder.Begin(h, terms, initial))
}

// Step implements [trace.Recorder].
func (r *complete) Step(e *trace.Event) error { return r.note(r.Recorder.Step(e)) }

// End implements [trace.Recorder].
func (r *complete) End(e *trace.End) error { return r.note(r.Recorder.End(e)) }

func (r *complete) note(err error) error {
	r.err = cmp.Or(r.err, err)
	return err
}

// apart is a recorder that keeps its own errors from ending the run.
type apart struct {
	trace.Recorder
	broken bool
}

// Begin implements [trace.Recorder].
func (a *apart) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	a.broken = a.Recorder.Begin(h, terms, initial) != nil
	return nil
}

// Step implements [trace.Recorder].
func (a *apart) Step(e *trace.Event) error {
	a.broken = a.broken || a.Recorder.Step(e) != nil
	return nil
}

// End implements [trace.Recorder].
func (a *apart) End(e *trace.End) error {
	a.broken = a.broken || a.Recorder.End(e) != nil
	return nil
}
