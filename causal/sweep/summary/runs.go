package summary

import (
	"cmp"
	"fmt"
	"io"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/stream"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// Run is a run. Rules that did not fire are left out.
type Run struct {
	Seed  uint64 `json:"seed"`
	Steps int    `json:"steps"`
	sweep.Ending
	Message string         `json:"message,omitempty"`
	Solved  *bool          `json:"solved,omitempty"` // nil if the run has no goal, or failed
	Hash    string         `json:"hash,omitempty"`
	Inexact bool           `json:"inexact,omitempty"` // other runs may have this hash, too
	Final   string         `json:"final"`
	Fired   map[string]int `json:"fired"`
	// Facts holds the facts of each pattern at the end.
	Facts map[string]sweep.Found `json:"facts,omitempty"`
}

// newRun returns a run of a subject.
func newRun(of *total.Subject, r *sweep.Row) Run {
	out := Run{Seed: r.Seed, Steps: r.Steps, Ending: r.Ending, Message: r.Message, Solved: solved(r),
		Final: r.Final.String()}
	out.Fired = make(map[string]int)
	if of.Hashed {
		out.Hash, out.Inexact = r.Hash.String(), !r.Hash.Exact
	}
	for i, n := range r.Fired {
		if n > 0 {
			out.Fired[of.Rules[i].Label] = n
		}
	}
	if len(r.Facts) > 0 {
		out.Facts = make(map[string]sweep.Found, len(r.Facts))
	}
	for i, f := range r.Facts {
		out.Facts[of.Facts[i].Facts] = f
	}
	return out
}

// WriteJSON writes the summary as JSON over several lines, the runs one by one.
func (s *Summary) WriteJSON(w io.Writer) error {
	return stream.WriteJSON(w, s, "runs", func(yield func(any, error) bool) {
		for r, err := range s.rows {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(newRun(&s.total.Subject, r), nil) {
				return
			}
		}
	})
}

// shortHash is how much of a hash is shown, in digits.
const shortHash = 12

// writeRuns lists the runs, each with its seed, by which it can be made again. If it lists all runs, it reads their
// rows one by one, and keeps none.
func (s *Summary) writeRuns(b *report.Text) {
	var t table.Table
	heads := []string{"seed", "steps", "end", "final state"}
	if s.Different != nil {
		heads = append(heads, "hash")
	}
	t.Row(heads)
	heading := fmt.Sprintf("Each run, which 'ceptre run' makes again with --choose %s and --seed", s.Choose)
	first, last := s.total.First()
	for _, r := range first {
		t.Row(s.cells(r))
	}
	// The widest cells of all runs determine the widths of the columns.
	last.Steps = s.Steps.Max
	for _, e := range s.Ends {
		last.Ending = e.Ending
		t.Row(s.cells(last))
	}
	if !b.All || s.rows == nil {
		t.First(b, heading, len(first), s.Done-len(first))
		return
	}
	b.Title(heading + ":")
	layout := t.Layout()
	b.Item("%s", layout.Line(heads))
	for r, err := range s.rows {
		if err != nil || b.Err != nil {
			b.Err = cmp.Or(b.Err, err)
			return
		}
		run := total.Run{Seed: r.Seed, Steps: r.Steps, Ending: r.Ending, Final: r.Final, Hash: r.Hash.Bytes}
		b.Item("%s", layout.Line(s.cells(run)))
	}
}

// cells returns a row of the list of runs.
func (s *Summary) cells(r total.Run) []string {
	row := []string{strconv.FormatUint(r.Seed, 10), strconv.Itoa(r.Steps), r.Ending.String(),
		r.Final.String()[:shortHash]}
	if s.Different != nil {
		row = append(row, fmt.Sprintf("%x", r.Hash)[:shortHash])
	}
	return row
}
