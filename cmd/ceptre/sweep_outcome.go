package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// outcome is what came of many runs.
type outcome struct {
	*series
	*sweep.Sweep
	prog  *lang.Program
	start *lang.Trace
}

// setup says what was run.
func (o *outcome) setup() string {
	runs := plural(o.runs, "run")
	if len(o.Rows) < o.runs {
		runs = fmt.Sprintf("interrupted when %d of %s had ended", len(o.Rows), runs)
	}
	return fmt.Sprintf("%s from stage %s: %s, seeds from %d, choice %s", o.prog.Name, o.start.Stage.Name, runs, o.seed, o.chosen())
}

// chosen says who chose.
func (o *outcome) chosen() string {
	if o.choose == "" {
		return "random"
	}
	return o.choose
}

// sayUnbounded says that runs were cut off where nobody had asked for it.
func (o *outcome) sayUnbounded() {
	if o.steps > 0 || o.start.Bound > 0 || o.quiet {
		return
	}
	cut := 0
	for _, r := range o.Rows {
		if r.Why == trace.LimitHit && r.Limit == "" {
			cut++
		}
	}
	if cut > 0 {
		fmt.Fprintf(o.Err, "%s: %s stopped after %d steps, as nothing bounds the run; --steps changes that\n", o.prog.Source.Name, plural(cut, "run"), exec.DefaultSteps)
	}
}

// ends says how runs ended and how long they were, and what went wrong.
func (o *outcome) ends(b *report) {
	var g grid
	g.row(cells("end"), shareHeads(), lengthHeads())
	ends := sweep.Ends(o.Rows)
	for _, e := range ends {
		g.row(cells(ended(e.Of)), share(e.Rows, o.Rows), lengths(e.Rows))
	}
	if len(ends) > 1 {
		g.row(cells("any"), share(o.Rows, o.Rows), lengths(o.Rows))
	}
	g.list(b, "How runs ended")
	var wrong []string
	for _, m := range sweep.Messages(o.Rows) {
		wrong = append(wrong, fmt.Sprintf("%s (%s; first seed %d)", m.Of, plural(len(m.Rows), "run"), m.Rows[0].Seed))
	}
	b.list("What went wrong", wrong)
}
