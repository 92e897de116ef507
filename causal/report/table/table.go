// Package table lays out answers in columns.
package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal/report"
)

// Table is rows of cells, with the heads of the columns in the first row.
type Table [][]string

// Row adds a row, of several parts.
func (t *Table) Row(parts ...[]string) { *t = append(*t, slices.Concat(parts...)) }

// Layout holds the widths and the alignment of columns, for rows that are not in the table yet.
type Layout struct {
	widths  []int  // in runes, by column
	numbers []bool // whether a column holds numbers
}

// Layout returns the layout in which all cells of the table fit: numbers are flush right, names flush left.
func (t Table) Layout() Layout {
	l := Layout{widths: make([]int, len(t[0]))}
	for _, row := range t {
		for i, cell := range row {
			l.widths[i] = max(l.widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, cell := range t[len(t)-1] {
		l.numbers = append(l.numbers, "0" <= cell && cell < ":") // ':' comes after '9'; no name begins with a digit
	}
	return l
}

// Line returns a row as a line. A cell that is wider than its column moves the next cells to the right.
func (l Layout) Line(row []string) string {
	var b strings.Builder
	for i, cell := range row {
		space := strings.Repeat(" ", max(0, l.widths[i]-utf8.RuneCountInString(cell)))
		if l.numbers[i] {
			cell, space = space, cell
		}
		b.WriteString(cell + space + "  ")
	}
	return strings.TrimRight(b.String(), " ")
}

// lines returns the rows with aligned columns.
func (t Table) lines() []string {
	l, out := t.Layout(), make([]string, len(t))
	for i, row := range t {
		out[i] = l.Line(row)
	}
	return out
}

// List writes the table as a section of an answer, the first of many rows.
func (t Table) List(b *report.Text, heading string) {
	lines := t.lines()
	b.Title(heading + ":")
	b.Item("%s", lines[0])
	b.Items(lines[1:])
}

// First writes the first rows of a section of which more are left out. Those behind them in the table are not written,
// and columns are wide enough for them.
func (t Table) First(b *report.Text, heading string, rows, more int) {
	lines := t.lines()
	b.Title(heading + ":")
	b.First(lines[:rows+1], more)
}

// Whole writes all rows of the table as a section of an answer, unless there is only the first.
func (t Table) Whole(b *report.Text, heading string) {
	if len(t) == 1 {
		return
	}
	b.Title(heading + ":")
	for _, line := range t.lines() {
		b.Item("%s", line)
	}
}

// Numbers returns numbers as cells.
func Numbers(all ...int) []string {
	cells := make([]string, len(all))
	for i, n := range all {
		cells[i] = strconv.Itoa(n)
	}
	return cells
}

// Percent returns n of some as a share in percent.
func Percent(n, of int) string { return Share(float64(n) / float64(of)) }

// Share returns a share in percent.
func Share(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// Decimal returns a number with two digits behind the point.
func Decimal(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
