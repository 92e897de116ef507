package expressive

import (
	"cmp"
	"encoding/csv"
	"io"
	"strconv"
)

// WriteCSV writes a row for each run, first of the first series and then of the second: the number
// of the series, the seed, the values of all metrics, how the run ended, and its hash if known. The
// names of the columns of values begin with "metric:".
func (r *Range) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	heads := []string{"series", "program", "seed"}
	for _, m := range r.Metrics() {
		heads = append(heads, "metric:"+m.Text)
	}
	if err := out.Write(append(heads, "ended", "stage", "link", "message", "hash")); err != nil {
		return err
	}
	for i, p := range r.Parts() {
		for run, err := range p.Each() {
			if err != nil {
				return err
			}
			if err := out.Write(p.row(i+1, run)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// row returns the cells of a run.
func (p *Part) row(series int, run *Run) []string {
	row := []string{strconv.Itoa(series), p.Program, strconv.FormatUint(run.Seed, 10)}
	for _, value := range run.Ordered {
		switch v := value.(type) {
		case float64:
			row = append(row, strconv.FormatFloat(v, 'f', -1, 64))
		case string:
			row = append(row, v)
		default:
			row = append(row, "")
		}
	}
	return append(row, string(run.Why), run.Stage, run.Link, cmp.Or(run.Message, run.Limit), run.Hash)
}
