package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/spf13/cobra"
)

// batch is runs that begin in one place, or a blessed run.
type batch struct {
	*outcome
	name  string
	trace int    // the number of the #trace, from 1; 0 for none
	file  string // of the blessed run; "" for runs by chance
}

// byChance makes the runs that chance chooses.
func (v *inspector) byChance(c *cobra.Command, prog *lang.Program, read sweep.Options) ([]*batch, error) {
	from, err := v.starts(c, prog)
	if err != nil {
		return nil, err
	}
	for _, f := range from {
		if f.outcome, err = v.make(c, prog, f.Start, read); err != nil {
			return nil, err
		}
		f.sayUnbounded()
	}
	return from, nil
}

// starts returns where runs begin: at each #trace, unless the flags say where.
func (v *inspector) starts(c *cobra.Command, prog *lang.Program) ([]*batch, error) {
	one := slices.ContainsFunc([]string{"trace", "stage", "context"}, c.Flags().Changed)
	if !one && len(prog.Traces) > 0 {
		var out []*batch
		for i, start := range prog.Traces {
			out = append(out, beginning(start, i+1))
		}
		return out, nil
	}
	start, err := v.start(c, prog)
	if err != nil {
		return nil, err
	}
	return []*batch{beginning(start, slices.Index(prog.Traces, start)+1)}, nil
}

// beginning returns a batch before its runs are made.
func beginning(start *lang.Start, number int) *batch {
	s := &batch{outcome: &outcome{Made: sweep.Made{Start: start}}, trace: number, name: "elsewhere"}
	if number > 0 {
		s.name = "#trace " + strconv.Itoa(number)
	}
	return s
}

// united returns the runs of all batches as one.
func united(from []*batch) *outcome {
	if len(from) == 1 {
		return from[0].outcome
	}
	all := *from[0].outcome
	all.Sweep = sweep.Merge(each(from, func(f *batch) *sweep.Sweep { return f.Sweep })...)
	all.Options.Runs = 0
	for _, f := range from {
		all.Options.Runs += f.Options.Runs
	}
	return &all
}

// reaching returns the batches with runs in which a rule fired.
func reaching(from []*batch, rule int) []*batch {
	return slices.DeleteFunc(slices.Clone(from), func(f *batch) bool { return !f.reaches(rule) })
}

func (f *batch) reaches(rule int) bool {
	return slices.ContainsFunc(f.Rows, func(r *sweep.Row) bool { return r.Fired[rule] > 0 })
}

// initial returns the facts with which runs began.
func (c *coverage) initial() (facts []lang.Initial) {
	for _, f := range c.from {
		facts = append(facts, f.Start.Context.Facts...)
	}
	return facts
}

// share counts the rules and links that fired in the runs of a batch, and those that fired
// in no others.
func (c *coverage) share(f *batch) (fired, only int) {
	for _, r := range c.rules {
		if slices.Contains(r.from, f) {
			fired++
			if len(r.from) == 1 {
				only++
			}
		}
	}
	return fired, only
}

// chance returns the batches of runs by chance, and blessed the others.
func (c *coverage) chance() []*batch  { return c.those(func(f *batch) bool { return f.file == "" }) }
func (c *coverage) blessed() []*batch { return c.those(func(f *batch) bool { return f.file != "" }) }

func (c *coverage) those(are func(*batch) bool) []*batch {
	return slices.DeleteFunc(slices.Clone(c.from), func(f *batch) bool { return !are(f) })
}

// setup says what was run.
func (c *coverage) setup() string {
	var parts []string
	switch chance := c.chance(); {
	case len(chance) == 1 && len(c.from) == 1:
		return c.outcome.setup()
	case len(chance) > 0:
		all := united(chance)
		where := "stage " + all.Start.Stage.Name
		if len(chance) > 1 {
			where = plural.Count(len(chance), "#trace")
		}
		parts = append(parts, c.Program.Name+" from "+where+": "+c.series.setup(all.Options.Runs, len(all.Rows)))
	}
	switch n := len(c.blessed()); {
	case n == 0:
	case len(parts) == 0:
		parts = append(parts, c.Program.Name+": "+plural.Count(n, "blessed run"))
	default:
		parts = append(parts, plural.Count(n, "blessed run"))
	}
	return strings.Join(parts, "; and ")
}

// writeFrom says what came up from where.
func (c *coverage) writeFrom(b *report.Text) {
	if len(c.from) == 1 {
		return
	}
	var g grid
	g.row(cells("from", "stage", "runs", "steps", "fired", "fired only there"))
	for _, f := range c.from {
		fired, only := c.share(f)
		g.row(cells(f.name, f.Start.Stage.Name), texts([]int{len(f.Rows), sweep.Lengths(f.Rows).Total, fired, only}, strconv.Itoa))
	}
	g.list(b, "Rules and links by where runs began")
}

// writeEnds says how runs ended: from each place, and blessed ones.
func (c *coverage) writeEnds(b *report.Text) {
	for _, f := range c.chance() {
		heading := howEnded
		if len(c.chance()) > 1 {
			heading += " from " + f.name
		}
		if len(f.Rows) > 0 {
			f.ends(b, heading)
		}
	}
	var g grid
	g.row(cells("run", "end", "steps"))
	for _, f := range c.blessed() {
		for _, r := range f.Rows {
			g.row(cells(f.name, ended(r.Ending), strconv.Itoa(r.Steps)))
		}
	}
	if len(g) > 1 {
		g.list(b, "How blessed runs ended")
	}
}

// names names the batches with runs in which a rule fired.
func (c *coverage) names(r *covered) string {
	if len(r.from) == len(c.from) {
		return "all"
	}
	names := texts(r.from, func(f *batch) string { return f.name })
	if more := len(names) - mostNamed; more > 0 {
		return strings.Join(names[:mostNamed], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, ", ")
}
