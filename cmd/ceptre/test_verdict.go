package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// verdict says whether a blessed run is what it was.
type verdict struct {
	file  string
	again *inquiry.Rerun // nil where it could not be tried
	err   error          // why not
	quiet []string       // why no rule fired in a run that has no step
}

// ok reports whether the run is what it was.
func (v *verdict) ok() bool { return v.err == nil && len(v.again.Departures) == 0 }

// updatable reports whether there is something to accept, and it can be.
func (v *verdict) updatable() bool {
	return v.err == nil && !v.again.Stuck() && (len(v.again.Departures) > 0 || len(v.again.Renamed) > 0)
}

// programVerdicts are those of the blessed runs of a program.
type programVerdicts struct {
	program string
	broken  bool   // the program cannot be read, which has been said
	some    bool   // it has blessed runs, if perhaps not asked for
	hint    string // how to bless the first
	runs    []*verdict
}

// verdicts are those of all programs.
type verdicts struct {
	programs []*programVerdicts
	update   bool
}

// each calls f for each verdict.
func (d *verdicts) each(f func(*verdict)) {
	for _, p := range d.programs {
		for _, v := range p.runs {
			f(v)
		}
	}
}

// some reports whether there are blessed runs, if perhaps none that was asked for.
func (d *verdicts) some() bool {
	return slices.ContainsFunc(d.programs, func(p *programVerdicts) bool { return p.some })
}

func (d *verdicts) runs() (n int) {
	d.each(func(*verdict) { n++ })
	return n
}

// failed counts the runs that are not what they were, but for those that are accepted.
func (d *verdicts) failed() (n int) {
	d.each(func(v *verdict) {
		if !v.ok() && !(d.update && v.updatable()) {
			n++
		}
	})
	return n
}

// updated counts the runs that are accepted as they are now.
func (d *verdicts) updated() (n int) {
	d.each(func(v *verdict) {
		if d.update && v.updatable() {
			n++
		}
	})
	return n
}

// write writes the runs that are accepted.
func (d *verdicts) write(s cli.Streams) (err error) {
	d.each(func(v *verdict) {
		if d.update && v.updatable() {
			err = errors.Join(err, saveRun(s.InPlace(v.file), v.file, v.again.Now))
		}
	})
	return err
}

// program tries the golden runs of a program. The error is about the program or its folder.
func (t *tester) program(c *cobra.Command, s cli.Streams, program string) (*programVerdicts, error) {
	out := &programVerdicts{program: program}
	prog, err := load(s.Hushed(t.quiet), program)
	if err != nil {
		out.broken = true
		return out, missed(program, err)
	}
	all, err := blessedFiles(program)
	if err != nil {
		return out, err
	}
	out.some, out.hint = len(all) > 0, firstBlessing(program, prog)
	files, err := t.chosenFiles(program)
	for _, file := range files {
		out.runs = append(out.runs, try(c, s, prog, file))
	}
	return out, err
}

// missed adds to the error about a program that is gone that its runs are still there.
func missed(program string, err error) error {
	if files, _ := blessedFiles(program); errors.Is(err, fs.ErrNotExist) && len(files) > 0 {
		return fmt.Errorf("%w; its blessed runs are still in %s", err, runsFolder(program))
	}
	return err
}

// try makes the choices of a blessed run again.
func try(c *cobra.Command, s cli.Streams, prog *lang.Program, file string) *verdict {
	v := &verdict{file: file}
	name, t, err := s.ReadTrace(file)
	if err != nil {
		v.err = fmt.Errorf("cannot be read: %w", err)
		return v
	}
	v.again, err = inquiry.RunAgain(c.Context(), prog, t)
	if err != nil {
		v.err = blame(c.Context(), prog, name, err)
		return v
	}
	if v.ok() {
		v.quiet, v.err = report.Silence(c.Context(), prog, v.again.Now)
	}
	return v
}

// hash returns the canonical hash of a blessed run as recorded.
func (v *verdict) hash() string { return hash.Of(causal.New(v.again.Was)).String() }
