package main

import (
	"errors"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// streamed returns the form in which the trace is written as the run goes on, and
// whether it is: where nothing else needs the run, in a form that does not, either.
func (r *reporter) streamed() (form, bool) {
	f, ok := formOf(r.out)
	return f, ok && r.quiet && f.record != nil
}

// stream runs a program and writes the trace as the run goes on, so that a run of any
// length needs little memory. The file is in place once the run has ended, also where
// it was interrupted or broke within the program.
func (r *reporter) stream(c *cobra.Command, s cli.Streams, prog *lang.Program, f form) error {
	var broken error
	write := func(w io.Writer) error {
		begun, err := r.record(c, prog, f.record(w))
		if begun && tells(err) {
			broken = err
			return nil
		}
		return err
	}
	err := s.StreamFile(r.out, func(w io.Writer) error { return pack(r.out, w, write) })
	return errors.Join(err, broken)
}
