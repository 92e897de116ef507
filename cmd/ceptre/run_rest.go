package main

import (
	"context"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/findings"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// rest is the state in which a run ended, as the trace of a run that does nothing. As a
// recorder it takes down what else is needed of the run.
type rest struct {
	trace.Trace
	moved bool // there was a step
}

// take takes down the state.
func (r *rest) take(m *exec.Machine) { r.Resources = m.Resources() }

// Begin implements [trace.Recorder].
func (r *rest) Begin(h *trace.Header, _ trace.Terms, _ []trace.Made) error {
	r.Header = *h
	return nil
}

// Step implements [trace.Recorder].
func (r *rest) Step(*trace.Event) error {
	r.moved = true
	return nil
}

// Forget implements [trace.Recorder].
func (r *rest) Forget() {}

// End implements [trace.Recorder].
func (r *rest) End(e *trace.End) error {
	r.Trace.End = &trace.End{Why: e.Why, Message: e.Message}
	return nil
}

// show prints below a run why none of the links applied where it came to rest, and why nothing
// happened where nothing did.
func (r *rest) show(ctx context.Context, w io.Writer, prog *lang.Program) error {
	lines, err := findings.Rest(ctx, prog, &r.Trace)
	if err == nil && !r.moved {
		var silence []string
		silence, err = findings.Silence(ctx, prog, &r.Trace)
		lines = append(silence, lines...)
	}
	if err != nil || len(lines) == 0 {
		return err
	}
	b := &report{}
	b.line("")
	b.lines(lines)
	_, err = w.Write(b.Bytes())
	return err
}
