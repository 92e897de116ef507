package coverage

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Batch is runs that begin in one place, or a run with given choices.
type Batch struct {
	Name  string `json:"name"`
	Trace int    `json:"trace,omitempty"` // number of the #trace, from 1
	File  string `json:"file,omitempty"`  // of the run with given choices; "" for runs by chance
	Stage string `json:"stage"`
	Asked int    `json:"asked"`
	Done  int    `json:"done"`
	Fired int    `json:"fired"` // rules and links
	Only  int    `json:"only"`  // that fired in no other runs

	Made sweep.Made `json:"-"`
}

// Runs returns a batch of runs. The number is that of the #trace where they begin, from 1; 0 for
// another place.
func Runs(made sweep.Made, number int) *Batch {
	b := &Batch{Name: "elsewhere", Trace: number}
	if number > 0 {
		b.Name = "#trace " + strconv.Itoa(number)
	}
	return b.of(made)
}

// Golden returns a batch of one run, which makes the choices of a trace in a file.
func Golden(made sweep.Made, name, file string) *Batch {
	return (&Batch{Name: name, File: file}).of(made)
}

func (b *Batch) of(made sweep.Made) *Batch {
	b.Made, b.Stage, b.Asked, b.Done = made, made.Start.Stage.Name, made.Options.Runs, len(made.Rows)
	return b
}

// united returns the runs of all batches as one.
func united(from []*Batch) sweep.Made {
	all := from[0].Made
	if len(from) == 1 {
		return all
	}
	var sweeps []*sweep.Sweep
	all.Options.Runs = 0
	for _, b := range from {
		sweeps = append(sweeps, b.Made.Sweep)
		all.Options.Runs += b.Asked
	}
	all.Sweep = sweep.Merge(sweeps...)
	return all
}

// reaches reports whether a rule fired in one of the runs.
func (b *Batch) reaches(rule int) bool {
	return slices.ContainsFunc(b.Made.Rows, func(r *sweep.Row) bool { return r.Fired[rule] > 0 })
}

// setup describes the runs for the report.
func (c *Report) setup() string {
	var chance []*Batch
	all := c.Series
	all.Asked, all.Done = 0, 0
	for _, b := range c.From {
		if b.File == "" {
			chance = append(chance, b)
			all.Asked += b.Asked
			all.Done += b.Done
		}
	}
	var parts []string
	switch {
	case len(chance) == 1:
		all.Stage = chance[0].Stage
		parts = append(parts, all.String())
	case len(chance) > 1:
		parts = append(parts, all.From(english.Count(len(chance), "#trace")))
	}
	switch golden := len(c.From) - len(chance); {
	case golden == 0:
	case len(parts) == 0:
		parts = append(parts, c.Program+": "+english.Count(golden, "blessed run"))
	default:
		parts = append(parts, english.Count(golden, "blessed run"))
	}
	return strings.Join(parts, "; and ")
}

// writeFrom says what came up from where.
func (c *Report) writeFrom(b *report.Text) {
	if len(c.From) == 1 {
		return
	}
	var t table.Table
	t.Row([]string{"from", "stage", "runs", "steps", "fired", "fired only there"})
	for _, f := range c.From {
		t.Row([]string{f.Name, f.Stage}, table.Numbers(f.Done, total.EndsOf(f.Made.Rows).All().Steps.Total, f.Fired, f.Only))
	}
	t.List(b, "Rules and links by where runs began")
}

// writeEnds says how runs ended: runs by chance from each place, and others one by one.
func (c *Report) writeEnds(b *report.Text) {
	var golden table.Table
	golden.Row([]string{"run", "end", "steps"})
	several := 0
	for _, f := range c.From {
		if f.File == "" {
			several++
		}
	}
	for _, f := range c.From {
		switch {
		case f.File != "":
			for _, r := range f.Made.Rows {
				golden.Row([]string{f.Name, r.Ending.String(), strconv.Itoa(r.Steps)})
			}
		case f.Done > 0 && several > 1:
			summary.WriteEnds(b, summary.HowEnded+" from "+f.Name, total.EndsOf(f.Made.Rows))
		case f.Done > 0:
			summary.WriteEnds(b, summary.HowEnded, total.EndsOf(f.Made.Rows))
		}
	}
	if len(golden) > 1 {
		golden.List(b, "How blessed runs ended")
	}
}

// names names the batches with runs in which a rule fired.
func (c *Report) names(r *Rule) string {
	switch more := len(r.From) - mostNamed; {
	case len(r.From) == len(c.From):
		return "all"
	case more > 0:
		return strings.Join(r.From[:mostNamed], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(r.From, ", ")
}
