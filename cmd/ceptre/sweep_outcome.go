package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/plural"
)

// outcome is what came of many runs.
type outcome struct {
	*series
	sweep.Made
}

// setup says what was run.
func (o *outcome) setup() string {
	return fmt.Sprintf("%s from stage %s: %s", o.Program.Name, o.Start.Stage.Name, o.series.setup(o.Options.Runs, len(o.Rows)))
}

// setup says how many runs were made, of so many asked for, and how.
func (r *series) setup(asked, done int) string {
	runs := plural.Count(asked, "run")
	if done < asked {
		runs = fmt.Sprintf("interrupted when %d of %s had ended", done, runs)
	}
	return fmt.Sprintf("%s, seeds from %d, choice %s", runs, r.seed, r.chosen())
}

// chosen says who chose.
func (r *series) chosen() string {
	if r.choose == "" {
		return "random"
	}
	return r.choose
}

// sayUnbounded says that runs were cut off by a default limit.
func (o *outcome) sayUnbounded() {
	if o.steps > 0 || o.Start.Bound > 0 || o.quiet {
		return
	}
	cut := 0
	for _, r := range o.Rows {
		if r.Why == trace.LimitHit && r.Limit == "" {
			cut++
		}
	}
	if cut > 0 {
		fmt.Fprintf(o.Err, "%s: %s stopped after %d steps, as nothing bounds the run; --steps changes that\n",
			o.Program.Source, plural.Count(cut, "run"), exec.DefaultSteps)
	}
}

// howEnded is above how runs ended.
const howEnded = "How runs ended"

// ends says under a heading how runs ended and how long they were, and what went wrong.
func (o *outcome) ends(b *report.Text, heading string) {
	var g grid
	g.row(cells("end"), shareHeads(), lengthHeads())
	ends := sweep.Ends(o.Rows)
	for _, e := range ends {
		g.row(cells(ended(e.Of)), share(e.Rows, o.Rows), lengths(e.Rows))
	}
	if len(ends) > 1 {
		g.row(cells("any"), share(o.Rows, o.Rows), lengths(o.Rows))
	}
	g.list(b, heading)
	var wrong []string
	for _, m := range sweep.Messages(o.Rows) {
		first := m.Rows[0]
		wrong = append(wrong, fmt.Sprintf("%v (%s; first seed %d)", allowingMore(place(o.Program, first.Err)),
			plural.Count(len(m.Rows), "run"), first.Seed))
	}
	b.List("What went wrong", wrong)
}
