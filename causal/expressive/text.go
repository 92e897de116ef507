package expressive

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep/joint"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Print prints the range as text.
func (r *Range) Print(b *report.Text) {
	b.Title(r.Part.Title())
	if r.Done > 0 {
		r.print(b, &r.Part)
	}
	if r.Compared == nil {
		return
	}
	b.Title("compared with " + r.Compared.Part.Title())
	if r.Compared.Done > 0 {
		r.print(b, &r.Compared.Part)
		r.printShifts(b)
	}
}

// Title says which runs were made.
func (p *Part) Title() string { return p.Series.From(p.From) }

// print prints a series of runs.
func (r *Range) print(b *report.Text, p *Part) {
	p.printSpreads(b)
	summary.WriteEnds(b, summary.HowEnded, &p.total.ends)
	r.heatMap(b, p)
	var cells table.Table
	cells.Row([]string{r.X.Metric, r.Y.Metric, "runs", "share", "example seeds"})
	for _, c := range p.Frequent() {
		cells.Row([]string{r.X.Bins[c.X].Label, r.Y.Bins[c.Y].Label, strconv.Itoa(c.Runs),
			table.Percent(c.Runs, p.Done), seeds(c.Seeds)})
	}
	cells.List(b, "Cells, the most frequent first")
	p.sayApproximate(b)
	p.Coverage.print(b)
	if p.Different != nil {
		b.Title("How many are different:")
		b.Item("runs, but for the order of independent steps: %s", p.Different)
		if n := p.Different.Inexact; n > 0 {
			b.Item("too symmetric to be told apart from all others: %s", english.Count(n, "run"))
		}
	}
}

// printSpreads prints the table of spreads.
func (p *Part) printSpreads(b *report.Text) {
	var t table.Table
	t.Row([]string{"metric", "min", "25 %", "median", "75 %", "max", "mean", "no value"})
	var rounded []string
	for _, s := range p.Spreads {
		if s.None == p.Done {
			t.Row([]string{s.Metric, "–", "–", "–", "–", "–", "–", strconv.Itoa(s.None)})
			continue
		}
		quartiles := []string{number(s.Lower), number(s.Median), number(s.Upper)}
		if s.Grid > 0 {
			for i := range quartiles {
				quartiles[i] += "~"
			}
			rounded = append(rounded, fmt.Sprintf("%s to a multiple of %g", s.Metric, s.Grid))
		}
		t.Row([]string{s.Metric, number(s.Min)}, quartiles, []string{number(s.Max), number(s.Mean), strconv.Itoa(s.None)})
	}
	t.Whole(b, "Values")
	if len(rounded) > 0 {
		b.Item("~ with more than %d different numbers, quartiles are rounded down: %s", joint.MostNumbers,
			english.List(rounded))
	}
}

// sayApproximate prints why the cells are approximate, if they are.
func (p *Part) sayApproximate(b *report.Text) {
	if !p.ApproximateCells {
		return
	}
	var how []string
	for i, m := range p.total.Metrics[:2] {
		if power, exact := p.total.pairs.Grid(i); !exact {
			how = append(how, fmt.Sprintf("values of %s are rounded down to a multiple of %g", m.Text, math.Pow10(power)))
		}
		if !p.total.pairs.AllNames(i) {
			how = append(how, fmt.Sprintf("some names of %s are among the others", m.Text))
		}
	}
	b.Item("cells are approximate: with more than %d pairs of values, %s", joint.MostPairs, english.List(how))
}

// number returns a number as text, with two digits behind the point unless it is whole.
func number(v float64) string {
	if v == float64(int64(v)) {
		return strconv.FormatInt(int64(v), 10)
	}
	return table.Decimal(v)
}

func seeds(all []uint64) string {
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = strconv.FormatUint(s, 10)
	}
	return strings.Join(texts, ", ")
}

// shades are the letters of the levels of the heat map, from few runs to many.
var shades = []string{"░", "▒", "▓", "█"}

// shadeOf returns the shade of a level. The most frequent cells always have the last one.
func shadeOf(levels []int, level int) string { return shades[len(shades)-len(levels)+level] }

// heatMap draws the histogram with letters, with the greatest values of y at the top. Each bin of x
// is two columns wide.
func (r *Range) heatMap(b *report.Text, p *Part) {
	levels := Levels(slices.Max(p.Histogram.Counts()), len(shades))
	wide := 0
	for _, bin := range r.Y.Bins {
		wide = max(wide, utf8.RuneCountInString(bin.Label))
	}
	margin := strings.Repeat(" ", wide)
	b.Title(fmt.Sprintf("Runs by %s (to the right) and %s (up):", r.X.Metric, r.Y.Metric))
	for y := len(r.Y.Bins) - 1; y >= 0; y-- {
		var line strings.Builder
		for x := range r.X.Bins {
			shade := " "
			if level := Level(levels, p.Histogram.At(x, y)); level >= 0 {
				shade = shadeOf(levels, level)
			}
			line.WriteString(shade + shade)
		}
		label := r.Y.Bins[y].Label
		b.Item("%s%s │%s", margin[utf8.RuneCountInString(label):], label, strings.TrimRight(line.String(), " "))
	}
	b.Item("%s └%s", margin, strings.Repeat("──", len(r.X.Bins)))
	r.under(b, margin)
	b.Item("%s", legend(levels, slices.Max(p.Histogram.Counts())))
}

// under prints the labels of the bins of x below the heat map: the first and the last bin of numbers,
// all names.
func (r *Range) under(b *report.Text, margin string) {
	first, last := r.X.Bins[0].Label, r.X.Bins[len(r.X.Bins)-1].Label
	if r.X.Numeric() {
		space := 2*len(r.X.Bins) - utf8.RuneCountInString(first) - utf8.RuneCountInString(last)
		if len(r.X.Bins) == 1 {
			b.Item("%s  %s", margin, first)
		} else {
			b.Item("%s  %s%s%s", margin, first, strings.Repeat(" ", max(space, 1)), last)
		}
		b.Item("%s  %s", margin, r.X.Width())
		return
	}
	var letters strings.Builder
	for i := range r.X.Bins {
		fmt.Fprintf(&letters, "%-2s", Letter(i))
	}
	b.Item("%s  %s", margin, strings.TrimRight(letters.String(), " "))
	for i, bin := range r.X.Bins {
		b.Item("%s  %s: %s", margin, Letter(i), bin.Label)
	}
}

// Letter returns the letter of a bin, or its number from the 27th on.
func Letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return strconv.Itoa(i + 1)
}

// legend says which numbers of runs the shades stand for.
func legend(levels []int, most int) string {
	var parts []string
	for i := range levels {
		shade := shadeOf(levels, i)
		parts = append(parts, shade+shade+" "+Between(levels, i, most))
	}
	return strings.Join(parts, "  ") + " " + english.Noun(most, "run")
}

// Between says which numbers of runs a level is for: "3–8".
func Between(levels []int, i, most int) string {
	last := most
	if i+1 < len(levels) {
		last = levels[i+1] - 1
	}
	if levels[i] == last {
		return strconv.Itoa(last)
	}
	return fmt.Sprintf("%d–%d", levels[i], last)
}

// print prints the coverage.
func (c *Coverage) print(b *report.Text) {
	b.Title("Coverage of the range:")
	b.Item("cells with runs: %d of the %d that are shown; with one run only: %d", c.Cells, c.Grid, c.Once)
	b.Item("probability that the next run is in a new cell: %s", c.Unseen.Percent())
	b.Item("cells that can be reached, estimated: %.0f or more", c.AtLeast)
	b.Item("new cells in as many runs again, estimated: %.1f", c.More)
	var grown table.Table
	runs, cells := []string{"runs"}, []string{"cells"}
	for _, g := range c.Growth {
		runs, cells = append(runs, strconv.Itoa(g.Runs)), append(cells, strconv.FormatFloat(g.Cells, 'f', 1, 64))
	}
	grown.Row(runs)
	grown.Row(cells)
	grown.Whole(b, "Cells by the number of runs, on average")
}

// Percent returns an estimated share with its interval.
func (e Estimate) Percent() string {
	return fmt.Sprintf("%s (95 %%: %.1f to %s)", table.Share(e.Value), 100*e.Low, table.Share(e.High))
}

// printShifts prints what moved between the two series.
func (r *Range) printShifts(b *report.Text) {
	var moved table.Table
	moved.Row([]string{"metric", "of", "first", "second", "moved by", "95 %", ""})
	for _, s := range r.Compared.Shifts {
		for _, m := range s.Moves() {
			moved.Row([]string{s.Metric, m.Of, m.First, m.Second, m.By, m.Interval, m.Clear})
		}
	}
	moved.Whole(b, "What moved, from the first series to the second")
	for _, s := range r.Compared.Shifts {
		if s.Means == nil {
			s.printShares(b)
		}
	}
	o := r.Compared.Overlap
	b.Title("Overlap of the two ranges:")
	b.Item("cells in both: %d, in the first only: %d, in the second only: %d", o.Both, o.FirstOnly, o.SecondOnly)
	b.Item("overlap coefficient: %.3f (1: equal, 0: nothing in common)", o.Coefficient)
	b.Item("Jensen–Shannon divergence: %.3f bits (0: equal, 1: nothing in common)", o.Divergence)
}

// Move is how the mean or the median of a metric differs between two series, as text.
type Move struct{ Of, First, Second, By, Interval, Clear string }

// Moves returns how the mean and the median moved; nil for names.
func (s *Shift) Moves() (out []Move) {
	for _, m := range []struct {
		of string
		by *Difference
	}{{"mean", s.Means}, {"median", s.Medians}} {
		if m.by == nil {
			continue
		}
		clear := "unclear"
		if m.by.Clear() {
			clear = "clear"
		}
		by := m.by.By
		out = append(out, Move{m.of, number(m.by.First), number(m.by.Second), signed(by.Value),
			signed(by.Low) + " to " + signed(by.High), clear})
	}
	return out
}

// printShares prints the shares of names in both series.
func (s *Shift) printShares(b *report.Text) {
	var t table.Table
	t.Row([]string{s.Metric, "first", "second"})
	for _, share := range s.Shares {
		t.Row([]string{share.Bin, share.First.Percent(), share.Second.Percent()})
	}
	t.Whole(b, "Shares of "+s.Metric)
}

// signed returns a number with its sign.
func signed(v float64) string {
	if v > 0 {
		return "+" + number(v)
	}
	return strings.Replace(number(v), "-", "−", 1)
}
