package summary

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep"
)

// WriterOf returns the function that writes a table of runs to a file of that name; nil where the name
// does not say. The rows are given apart from their sweep, few of them are held at a time, and an error is the last.
func WriterOf(file string) func(io.Writer, *sweep.Sweep, iter.Seq2[*sweep.Row, error]) error {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".csv":
		return WriteCSV
	case ".parquet":
		return writeParquet
	}
	return nil
}

// field is a column of a table of runs.
type field struct {
	name string
	of   func(*sweep.Row) any // a uint64, int, string or bool, the same for all
}

// factsColumn and sumColumn begin the names of columns that say how many facts of a pattern
// there were at the end, and what the numbers in these are together.
const (
	factsColumn = "facts:"
	sumColumn   = "sum:"
)

// firedColumn begins the names of columns that say how often a rule fired: a rule may
// have any name, that of another column, too.
const firedColumn = "rule:"

// columns returns the columns of a table of runs.
func columns(made *sweep.Sweep) []field {
	out := []field{
		{"seed", func(r *sweep.Row) any { return r.Seed }},
		{"steps", func(r *sweep.Row) any { return r.Steps }},
		{"ended", func(r *sweep.Row) any { return string(r.Why) }},
		{"stage", func(r *sweep.Row) any { return r.Stage }},
		{"link", func(r *sweep.Row) any { return r.Link }},
		{"message", func(r *sweep.Row) any { return cmp.Or(r.Message, r.Limit) }},
		{"final", func(r *sweep.Row) any { return r.Final.String() }},
	}
	if made.Goal != nil {
		out = append(out, field{"solved", solvedColumn})
	}
	if len(made.Statements) > 0 {
		out = append(out, field{"violates", func(r *sweep.Row) any { return r.Violates }})
	}
	if made.Hashed {
		out = append(out,
			field{"hash", func(r *sweep.Row) any { return r.Hash.String() }},
			field{"exact", func(r *sweep.Row) any { return r.Hash.Exact }})
	}
	for i, rule := range made.Rules {
		out = append(out, field{firedColumn + rule.Label, func(r *sweep.Row) any { return r.Fired[i] }})
	}
	for i, t := range made.Facts {
		out = append(out, field{factsColumn + t.String(), func(r *sweep.Row) any { return r.Facts[i].Copies }})
		if t.Number >= 0 {
			out = append(out, field{sumColumn + t.String(), func(r *sweep.Row) any { return r.Facts[i].Sum() }})
		}
	}
	return out
}

// WriteCSV writes a row for each run.
func WriteCSV(w io.Writer, made *sweep.Sweep, rows iter.Seq2[*sweep.Row, error]) error {
	out := csv.NewWriter(w)
	all := columns(made)
	row := make([]string, len(all))
	for i, c := range all {
		row[i] = c.name
	}
	if err := out.Write(row); err != nil {
		return err
	}
	for r, err := range rows {
		if err != nil {
			return err
		}
		for i, c := range all {
			row[i] = fmt.Sprint(c.of(r))
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
