package merges

import (
	"io"

	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/spf13/cobra"
)

// sweep merges shards of 'ceptre sweep'.
func (m *Merger) sweep(_ *cobra.Command, s *shards.Series) error {
	if m.prints() {
		if err := m.printSweep(s); err != nil {
			return err
		}
	}
	return m.table(s)
}

// table writes the table of the runs, if one is wanted.
func (m *Merger) table(s *shards.Series) error {
	names, err := s.Subject().Sweep()
	if err != nil {
		return err
	}
	write := summary.WriterOf(m.File)
	switch m.File {
	case "":
		return nil
	case cli.Stdio:
		write = summary.WriteCSV
	}
	return m.StreamFile(m.File, func(w io.Writer) error { return write(w, names, s.Rows()) })
}

// printSweep prints the report. Rows are read if it lists all runs.
func (m *Merger) printSweep(s *shards.Series) error {
	all := total.New(*s.Subject())
	if err := mergeTotals(s, all, total.Decode); err != nil {
		return err
	}
	sum := summary.New(all, s.Rows())
	sum.Missing = s.Missing()
	return answer.Print(m.Streams, sum, m.JSON, m.All)
}
