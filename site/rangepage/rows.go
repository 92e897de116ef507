package rangepage

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/causal/report/table"
)

// series is a series of runs as the page tells it.
type series struct {
	Title    string
	Runs     string // the heading of the column with the number of runs
	Coverage []string
	Growth   []expressive.Growth
	Ends     []end
}

// end is a way to end.
type end struct{ Text, Runs, Share string }

func (p *Page) series() (out []series) {
	for i, part := range p.Range.Parts() {
		c := &part.Coverage
		s := series{Title: shown(part.Title()), Runs: p.side(i, ": ") + "runs", Growth: c.Growth, Coverage: []string{
			fmt.Sprintf("Cells with runs: %d of the %d that are shown; with one run only: %d.", c.Cells, c.Grid, c.Once),
			fmt.Sprintf("Probability that the next run is in a new cell: %s.", c.Unseen.Percent()),
			fmt.Sprintf("Cells that can be reached, estimated: %.0f or more.", c.AtLeast),
		}}
		if part.Different != nil {
			s.Coverage = append(s.Coverage, fmt.Sprintf("Different runs, but for the order of independent steps: %d.",
				part.Different.Runs))
		}
		for _, e := range part.Ends {
			s.Ends = append(s.Ends, end{shown(e.Ending.String()), strconv.Itoa(e.Runs),
				table.Percent(e.Runs, part.Done)})
		}
		out = append(out, s)
	}
	return out
}

// side begins a text about one of two series.
func (p *Page) side(i int, before string) string {
	if p.Range.Compared == nil {
		return ""
	}
	return []string{"first", "second"}[i] + before
}

// row is a cell as the table shows it.
type row struct {
	ID    string
	X, Y  string // labels of the bins
	Sides []cell // one for each series
	// Picture is the id of the cell in the picture.
	Picture string
	runs    int
}

// cell is a cell of a series. It has no examples if it has no runs.
type cell struct {
	Runs     int
	Share    string
	Examples []example
}

// example is an example with its texts made visible.
type example struct {
	Series                          int
	Seed                            string
	End, Command, Trace, Site, Name string
	Sentences                       []string
}

// rows returns the cells, the most frequent first.
func (p *Page) rows() []row {
	parts := p.Range.Parts()
	at := make(map[string]int)
	var out []row
	for side, part := range parts {
		for i := range part.Cells {
			c := &part.Cells[i]
			id := rowID(c.X, c.Y)
			k, known := at[id]
			if !known {
				k = len(out)
				at[id] = k
				out = append(out, row{ID: id, X: shown(p.Range.X.Bins[c.X].Label), Y: shown(p.Range.Y.Bins[c.Y].Label),
					Sides: make([]cell, len(parts)), Picture: fmt.Sprintf("c%d-%d-%d", side+1, c.X, c.Y)})
			}
			out[k].runs += c.Runs
			out[k].Sides[side] = cell{c.Runs, table.Percent(c.Runs, part.Done), p.examples(side, c)}
		}
	}
	slices.SortStableFunc(out, func(a, b row) int { return cmp.Compare(b.runs, a.runs) })
	return out
}

func (p *Page) examples(side int, c *expressive.Cell) (out []example) {
	for _, seed := range c.Seeds {
		e := p.Example(side, seed)
		x := example{Series: side, Seed: strconv.FormatUint(e.Seed, 10), End: shown(e.End), Command: shown(e.Command),
			Trace: e.Trace, Site: e.Site}
		x.Name = p.side(side, ", ") + "seed " + x.Seed
		for _, s := range e.Sentences {
			x.Sentences = append(x.Sentences, shown(s))
		}
		out = append(out, x)
	}
	return out
}

// shift is how a metric moved.
type shift struct {
	Metric string
	expressive.Move
}

func (p *Page) shifts() (out []shift) {
	if p.Range.Compared == nil {
		return nil
	}
	for _, s := range p.Range.Compared.Shifts {
		for _, m := range s.Moves() {
			out = append(out, shift{shown(s.Metric), m})
		}
	}
	return out
}

// shares are the shares of the names of a metric.
type shares struct {
	Metric string
	Rows   [][3]string // name, and its share in both series
}

func (p *Page) shares() (out []shares) {
	if p.Range.Compared == nil {
		return nil
	}
	for _, s := range p.Range.Compared.Shifts {
		if s.Means != nil {
			continue
		}
		of := shares{Metric: shown(s.Metric)}
		for _, share := range s.Shares {
			of.Rows = append(of.Rows, [3]string{shown(share.Bin), share.First.Percent(), share.Second.Percent()})
		}
		out = append(out, of)
	}
	return out
}

// data is the input of the script: all runs.
type data struct {
	Ends    []string `json:"ends"`
	Metrics []string `json:"metrics"` // the metrics whose values are numbers
	// Runs are lists: the series, the seed, the bins of both axes, the ending, and the numbers; null
	// for a missing one. A seed too large for the numbers of a script is a text.
	Runs [][]any `json:"runs"`
}

// mostExact is the greatest number up to which scripts count exactly.
const mostExact = 1 << 53

func (p *Page) data() (data, error) {
	out := data{Ends: []string{}, Metrics: []string{}, Runs: [][]any{}}
	metrics := p.Range.Metrics()
	for side, part := range p.Range.Parts() {
		for run, err := range part.Each() {
			if err != nil {
				return out, err
			}
			how := shown(run.Ending.String())
			if !slices.Contains(out.Ends, how) {
				out.Ends = append(out.Ends, how)
			}
			var seed any = run.Seed
			if run.Seed > mostExact {
				seed = strconv.FormatUint(run.Seed, 10)
			}
			list := []any{side, seed, run.X, run.Y, slices.Index(out.Ends, how)}
			for k, m := range metrics {
				if !m.Names {
					list = append(list, run.Ordered[k])
				}
			}
			out.Runs = append(out.Runs, list)
		}
	}
	for _, m := range metrics {
		if !m.Names {
			out.Metrics = append(out.Metrics, shown(m.Text))
		}
	}
	return out, nil
}
