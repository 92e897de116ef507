// Package golden says whether golden runs of a program are still what they were: as text and as JSON. To
// users such runs are blessed.
package golden

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Verdict says whether a golden run is what it was.
type Verdict struct {
	Name  string
	File  string
	Again *inquiry.Rerun // nil where it could not be tried
	Err   error          // why not
	quiet []string       // why no rule fired in a run that has no step
}

// Try makes the choices of a run again. The error is that of [inquiry.RunAgain].
func Try(ctx context.Context, prog *lang.Program, t *trace.Trace) (*Verdict, error) {
	again, err := inquiry.RunAgain(ctx, prog, t)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Again: again}
	if v.OK() {
		v.quiet, v.Err = report.Silence(ctx, prog, again.Now)
	}
	return v, nil
}

// OK reports whether the run is what it was.
func (v *Verdict) OK() bool { return v.Err == nil && len(v.Again.Departures) == 0 }

// updatable reports whether there is something to accept, and it can be.
func (v *Verdict) updatable() bool {
	return v.Err == nil && !v.Again.Stuck() && (len(v.Again.Departures) > 0 || len(v.Again.Renamed) > 0)
}

// Program is the golden runs of a program.
type Program struct {
	Name   string
	Broken bool   // it cannot be read, which has been said
	Some   bool   // it has golden runs, if perhaps not asked for
	Hint   string // how to bless the first
	Runs   []*Verdict
}

// Verdicts are the golden runs of several programs.
type Verdicts struct {
	Programs []*Program
	Update   bool // runs that are not what they were are accepted as they are now
	Quiet    bool // printed is what runs that are not what they were lack
}

// each calls f for each verdict.
func (d *Verdicts) each(f func(*Verdict)) {
	for _, p := range d.Programs {
		for _, v := range p.Runs {
			f(v)
		}
	}
}

// count counts the verdicts of which something holds.
func (d *Verdicts) count(holds func(*Verdict) bool) (n int) {
	d.each(func(v *Verdict) {
		if holds(v) {
			n++
		}
	})
	return n
}

// Some reports whether there are golden runs, if perhaps none that was asked for.
func (d *Verdicts) Some() bool {
	return slices.ContainsFunc(d.Programs, func(p *Program) bool { return p.Some })
}

// Runs returns the number of runs.
func (d *Verdicts) Runs() int { return d.count(func(*Verdict) bool { return true }) }

// Failed counts the runs that are not what they were, but for those that are accepted.
func (d *Verdicts) Failed() int {
	return d.count(func(v *Verdict) bool { return !v.OK() && !d.accepted(v) })
}

// Accepted returns the runs that are accepted as they are now.
func (d *Verdicts) Accepted() (out []*Verdict) {
	d.each(func(v *Verdict) {
		if d.accepted(v) {
			out = append(out, v)
		}
	})
	return out
}

func (d *Verdicts) accepted(v *Verdict) bool { return d.Update && v.updatable() }
