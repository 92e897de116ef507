package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// grid is a table of an answer, with the heads of its columns in the first row.
type grid [][]string

// row adds a row, of several parts.
func (g *grid) row(parts ...[]string) { *g = append(*g, slices.Concat(parts...)) }

// lines returns the rows with their columns below each other: numbers end where the
// others do, names begin there.
func (g grid) lines() []string {
	widths := make([]int, len(g[0]))
	for _, row := range g {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return each(g, func(row []string) string {
		var b strings.Builder
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if g.numbers(i) {
				cell, space = space, cell
			}
			b.WriteString(cell + space + "  ")
		}
		return strings.TrimRight(b.String(), " ")
	})
}

// numbers reports whether a column holds numbers: no name begins with a digit.
func (g grid) numbers(column int) bool {
	cell := g[len(g)-1][column]
	return "0" <= cell && cell < ":" // which comes after 9
}

// list writes the table as a section of an answer, the first of many rows.
func (g grid) list(b *report.Text, heading string) {
	lines := g.lines()
	b.Title(heading + ":")
	b.Item("%s", lines[0])
	b.Items(lines[1:])
}

// whole writes the table as a section of an answer, however many rows it has; none without
// any.
func (g grid) whole(b *report.Text, heading string) {
	if len(g) == 1 {
		return
	}
	b.Title(heading + ":")
	for _, line := range g.lines() {
		b.Item("%s", line)
	}
}

// cells returns words as a part of a row.
func cells(words ...string) []string { return words }

// How many of all runs some are, as cells, and the heads of these.
func shareHeads() []string { return cells("runs", "share", "first seed") }

func share(rows, all []*sweep.Row) []string {
	return cells(strconv.Itoa(len(rows)), percent(len(rows), len(all)), strconv.FormatUint(rows[0].Seed, 10))
}

// How long runs were, as cells, and the heads of these.
func lengthHeads() []string { return spreadHeads("steps") }

func lengths(rows []*sweep.Row) []string { return spread(sweep.Lengths(rows)) }

// How numbers are spread, as cells, and the heads of these.
func spreadHeads(of string) []string {
	return cells(of+": min", "25 %", "median", "75 %", "max", "mean")
}

func spread(s sweep.Spread) []string {
	return append(texts([]int{s.Min, s.Lower, s.Median, s.Upper, s.Max}, strconv.Itoa), decimal(s.Mean))
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of)) }

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

// ended says how and where a run ended.
func ended(e sweep.Ending) string {
	why := string(e.Why)
	switch {
	case e.Limit != "":
		why = "limit: " + e.Limit + ","
	case e.Why == trace.LimitHit:
		why = "step limit"
	}
	if e.Link != "" {
		return why + " after " + e.Link
	}
	return why + " in " + e.Stage
}
