package form

import (
	"cmp"
	"errors"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Record writes a run into a file as it goes on, in the form of the name, and hands it to another recorder, whose
// errors do not end the run. The function that makes the run says whether the file is put in place: it may be, also
// where the run was interrupted or has failed, for its trace shows how it came to that.
func Record(s cli.Streams, name string, also trace.Recorder, run func(trace.Recorder) (keep bool, err error)) error {
	f, _ := Of(name)
	var failed error
	write := func(w io.Writer) error {
		file := &complete{Recorder: f.Recorder(w)}
		keep, err := run(trace.Recorders{file, &apart{Recorder: also}})
		if !keep {
			return err
		}
		if !errors.Is(err, file.err) {
			failed = err // of the run, which leaves the file whole
		}
		return file.err
	}
	err := s.StreamFile(name, func(w io.Writer) error { return Pack(name, w, write) })
	return errors.Join(err, failed)
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
