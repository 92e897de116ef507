package summary

import (
	"cmp"
	"io"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/parquet-go/parquet-go"
)

// rowGroup is the number of rows that a writer holds before it writes them.
const rowGroup = 1 << 16

// writeParquet writes a row for each run, for tools that read many of them.
func writeParquet(w io.Writer, made *sweep.Sweep, rows iter.Seq2[*sweep.Row, error]) error {
	all := columns(made)
	out := parquet.NewWriter(w, parquet.NewSchema("run", newRecord(all, made)), parquet.Compression(&parquet.Snappy),
		parquet.MaxRowsPerRowGroup(rowGroup))
	for r, err := range rows {
		if err != nil {
			return err
		}
		row := make(parquet.Row, len(all))
		for i, c := range all {
			row[i] = parquet.ValueOf(c.of(r)).Level(0, 0, i)
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return out.Close()
}

// record is the shape of a row. The fields of the library's own groups are sorted by
// their names; these are in the order of the columns.
type record struct {
	parquet.Group
	fields []parquet.Field
}

// Fields returns the columns in order.
func (r record) Fields() []parquet.Field { return r.fields }

// newRecord returns the shape of rows with these columns.
func newRecord(all []field, made *sweep.Sweep) record {
	blank := &sweep.Row{Fired: make([]int, len(made.Rules)), Facts: make([]sweep.Found, len(made.Facts))}
	r := record{Group: make(parquet.Group, len(all))}
	place := make(map[string]int, len(all))
	for i, c := range all {
		r.Group[c.name] = nodeOf(c.of(blank))
		place[c.name] = i
	}
	r.fields = r.Group.Fields()
	slices.SortFunc(r.fields, func(a, b parquet.Field) int { return cmp.Compare(place[a.Name()], place[b.Name()]) })
	return r
}

// nodeOf returns the type of a column that holds such values.
func nodeOf(value any) parquet.Node {
	switch value.(type) {
	case uint64:
		return parquet.Uint(64)
	case int:
		return parquet.Int(64)
	case bool:
		return parquet.Leaf(parquet.BooleanType)
	}
	return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
}
