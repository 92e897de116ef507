// Package merges prints and writes of the shards of a series what one process does of all runs, for each report that
// runs are made for.
package merges

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// Merger holds what is wanted of merged shards.
type Merger struct {
	cli.Streams
	JSON, All, Quiet bool
	File             string // to write a table to; "" for none
}

// kind is how shards of a report are merged.
type kind struct {
	ends  []string // of the names of files that can be written, in small letters
	merge func(*Merger, *cobra.Command, *shards.Series) error
}

// kinds has all reports.
var kinds = map[string]kind{
	total.Sweep: {[]string{".csv", ".parquet"}, (*Merger).sweep},
}

// end returns the end of the name of the file to write, in small letters.
func (m *Merger) end() string { return strings.ToLower(filepath.Ext(m.File)) }

// names reports whether the name of the file to write has one of these ends, or none is needed.
func (m *Merger) names(ends []string) bool {
	return m.File == "" || m.File == cli.Stdio || slices.Contains(ends, m.end())
}

// Check refuses a file that is written for no report.
func (m *Merger) Check(c *cobra.Command) error {
	var ends []string
	for _, report := range slices.Sorted(maps.Keys(kinds)) {
		ends = append(ends, kinds[report].ends...)
	}
	return m.checkEnd(c, slices.Compact(slices.Sorted(slices.Values(ends))))
}

func (m *Merger) checkEnd(c *cobra.Command, ends []string) error {
	if m.names(ends) {
		return nil
	}
	return cli.BadFlag(c, "-o %q: the name of a table ends with %s", m.File, either(ends))
}

// either returns ends of names as alternatives: `.csv or .parquet`.
func either(ends []string) string {
	last := len(ends) - 1
	if last == 0 {
		return ends[0]
	}
	return strings.Join(ends[:last], ", ") + " or " + ends[last]
}

// Merge prints the report of the runs of all shards, and writes what is wanted.
func (m *Merger) Merge(c *cobra.Command, s *shards.Series) error {
	report := s.Subject().Report
	k, known := kinds[report]
	if !known {
		return fmt.Errorf("these are shards of another report, %s, which this version of ceptre does not merge",
			visible.Line(report))
	}
	if err := m.checkEnd(c, k.ends); err != nil {
		return err
	}
	return k.merge(m, c, s)
}

// prints reports whether a report is printed, not only a file written.
func (m *Merger) prints() bool { return m.JSON || !m.Quiet && m.File != cli.Stdio }
