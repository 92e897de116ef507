// Package merges makes the reports and the files of 'ceptre merge' from shards. They are the same, byte for byte, as if
// one process had made all runs.
package merges

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/ranges"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// Merger holds the flags of 'ceptre merge'.
type Merger struct {
	cli.Streams
	cli.Picture         // its file may be a table instead
	JSON, All, Quiet    bool
	flags.Coverage      // for shards of coverage
	ranges.ExampleFlags // for shards of a range
}

// kind is a report for which there are shards.
type kind struct {
	ends  []string // of the names of files that can be written, in small letters
	merge func(*Merger, *cobra.Command, *shards.Series) error
}

// tables are the ends of names of tables.
var tables = []string{".csv", ".parquet"}

// kinds are the reports, by their names in subjects.
var kinds = map[string]kind{
	total.Coverage:  {nil, (*Merger).coverage},
	total.Sweep:     {tables, (*Merger).sweep},
	total.Influence: {slices.Concat(tables, cli.PictureEnds()), (*Merger).influence},
	total.Range:     {ranges.Ends, (*Merger).ranges},
}

// end returns the end of the name of the file to write, in small letters.
func (m *Merger) end() string { return strings.ToLower(filepath.Ext(m.File)) }

// endsWith reports whether the name of the file to write has one of these ends. Without a file, or for standard
// output, it is true.
func (m *Merger) endsWith(ends []string) bool {
	return m.File == "" || m.File == cli.Stdio || slices.Contains(ends, m.end())
}

// Check refuses flags that make no sense for any report.
func (m *Merger) Check(c *cobra.Command) error {
	var ends []string
	for _, report := range slices.Sorted(maps.Keys(kinds)) {
		ends = append(ends, kinds[report].ends...)
	}
	if err := m.checkEnd(c, slices.Compact(slices.Sorted(slices.Values(ends)))); err != nil {
		return err
	}
	if err := m.ExampleFlags.Check(c); err != nil {
		return err
	}
	switch {
	case m.draws():
		return m.Picture.Check(c, m.Streams)
	case m.Wanted(m.File):
		return m.Picture.CheckLook(c, m.Streams)
	}
	if c.Flags().Changed("theme") || c.Flags().Changed("max-nodes") {
		return cli.BadFlag(c, "--theme and --max-nodes are for a picture: name one with -o")
	}
	return nil
}

// draws reports whether the file to write is a picture.
func (m *Merger) draws() bool { return slices.Contains(cli.PictureEnds(), m.end()) }

func (m *Merger) checkEnd(c *cobra.Command, ends []string) error {
	if m.endsWith(ends) {
		return nil
	}
	return cli.BadFlag(c, "-o %q: want a name that ends with %s", m.File, english.Either(ends))
}

// Merge prints the report of the runs of all shards, and writes the files that the flags name.
func (m *Merger) Merge(c *cobra.Command, s *shards.Series) error {
	report := s.Subject().Report
	k, known := kinds[report]
	if !known {
		return fmt.Errorf("these are shards of another report, %s, which this version of ceptre does not merge",
			visible.Line(report))
	}
	switch {
	case len(k.ends) == 0 && m.File != "":
		return cli.BadFlag(c, "-o writes a table of runs: shards of 'ceptre %s' have none", report)
	case report != total.Range && m.Folder != "":
		return cli.BadFlag(c, "--examples is for shards of 'ceptre range'")
	case report != total.Coverage && m.Coverage.Asked(c):
		return cli.BadFlag(c, "--annotate and --fail-under are for shards of 'ceptre coverage'")
	}
	if err := m.checkEnd(c, k.ends); err != nil {
		return err
	}
	return k.merge(m, c, s)
}

// mergeTotals merges the totals of all shards into a total.
func mergeTotals[T interface{ Merge(T) error }](s *shards.Series, all T, decode func([]byte) (T, error)) error {
	return s.Totals(func(data []byte) error {
		part, err := decode(data)
		if err != nil {
			return err
		}
		return all.Merge(part)
	})
}

// NeedsRows reports whether rows may be read, not only totals.
func (m *Merger) NeedsRows() bool {
	return m.JSON || m.All || m.Folder != "" || m.File != "" && !m.draws()
}

// prints reports whether a report is printed, not only a file written.
func (m *Merger) prints() bool { return m.JSON || !m.Quiet && m.File != cli.Stdio }
