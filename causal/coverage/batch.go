package coverage

import (
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/lang"
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

	Planned sweep.Made `json:"-"` // plan of the runs, without rows

	of     *program
	start  int // stage in which runs begin
	counts Counts
}

// program is a program with tables for counting its runs.
type program struct {
	*lang.Program
	rules  []*lang.Rule
	stages []*lang.Stage
	to     []int               // stage that each rule leads to, by its place; -1 for none
	at     map[*lang.Stage]int // place of a stage
}

func newProgram(of *lang.Program) *program {
	p := &program{Program: of, rules: of.Rules(), stages: of.Stages, at: make(map[*lang.Stage]int)}
	for i, s := range p.stages {
		p.at[s] = i
	}
	for _, r := range p.rules {
		to := -1
		if link := r.Link(); link != nil && link.To != nil {
			to = p.at[link.To]
		}
		p.to = append(p.to, to)
	}
	return p
}

// Runs returns a batch of runs that are yet to be made as planned, and to be added. The number is that of the #trace
// where they begin, from 1; 0 for another place.
func Runs(planned sweep.Made, number int) *Batch {
	b := &Batch{Name: "elsewhere", Trace: number}
	if number > 0 {
		b.Name = "#trace " + strconv.Itoa(number)
	}
	return b.from(planned)
}

// Golden returns a batch of one run that is yet to be made and to be added: it makes the choices of a trace in a file.
func Golden(planned sweep.Made, name, file string) *Batch {
	return (&Batch{Name: name, File: file}).from(planned)
}

func (b *Batch) from(planned sweep.Made) *Batch {
	b.Planned, b.of = planned, newProgram(planned.Program)
	b.Stage, b.Asked = planned.Start.Stage.Name, planned.Options.Runs
	b.start = b.of.at[planned.Start.Stage]
	return b
}

// Add counts a run, see [sweep.Options.Each]. Chances must have been asked for.
func (b *Batch) Add(r *sweep.Row) { b.counts.add(b.of, b.start, r) }

// AddLosses counts the losses of the runs, as in [sweep.Sweep.Losses]. The batch keeps the slices.
func (b *Batch) AddLosses(lost [][]sweep.Loss) { b.counts.addLosses(lost) }

// runs returns how many runs there are.
func (b *Batch) runs() int { return b.counts.ends.Runs() }

// merged returns the counts of all batches as one, with room for all rules and stages.
func merged(from []*Batch) *Counts {
	all := new(Counts)
	if len(from) == 1 {
		all = &from[0].counts
	}
	for _, b := range from {
		b.counts.grow(len(b.of.rules), len(b.of.stages))
		if len(from) > 1 {
			all.Merge(&b.counts)
		}
	}
	return all
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
		t.Row([]string{f.Name, f.Stage}, table.Numbers(f.Done, f.counts.ends.All().Steps.Total, f.Fired, f.Only))
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
			for _, e := range f.counts.ends.Each() {
				golden.Row([]string{f.Name, e.Ending.String(), strconv.Itoa(e.Steps.Total)})
			}
		case f.Done > 0 && several > 1:
			summary.WriteEnds(b, summary.HowEnded+" from "+f.Name, &f.counts.ends)
		case f.Done > 0:
			summary.WriteEnds(b, summary.HowEnded, &f.counts.ends)
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
