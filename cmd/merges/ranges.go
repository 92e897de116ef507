package merges

import (
	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/ranges"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/spf13/cobra"
)

// ranges merges shards of 'ceptre range'. It makes the example runs again, and tells them in the words of the prose
// beside the program, if that file is still there.
func (m *Merger) ranges(c *cobra.Command, s *shards.Series) error {
	if c.Flags().Changed("max-nodes") {
		return cli.BadFlag(c, "--max-nodes is for a picture of influences")
	}
	all := expressive.NewTotal(*s.Subject())
	if err := mergeTotals(s, all, expressive.Decode); err != nil {
		return err
	}
	made := expressive.New(expressive.Sample{Total: all, Rows: s.Rows()})
	made.Missing = s.Missing()
	if m.prints() {
		if err := answer.Print(m.Streams, made, m.JSON, m.All); err != nil {
			return err
		}
	}
	told := &ranges.Examples{Streams: m.Streams, ExampleFlags: m.ExampleFlags, Theme: m.Theme(), From: m.File}
	if m.Wanted(m.File) {
		if err := m.source(c, s, told); err != nil {
			return err
		}
	}
	if err := told.Make(c.Context(), made, 0, m.Quiet); err != nil {
		return err
	}
	return ranges.Write(c.Context(), m.Hushed(m.Quiet), m.File, m.Theme(), made, told)
}

// source adds the series of runs to its examples, with the recipe that the shards hold.
func (m *Merger) source(c *cobra.Command, s *shards.Series, told *ranges.Examples) error {
	measures, recipe := new(ranges.Measures), s.Recipe()
	task, err := flags.Follow(c.Context(), recipe, measures.Flags)
	if err != nil {
		return err
	}
	source, err := ranges.NewSource(m.Hushed(m.Quiet), task, recipe.From, task.Trace)
	if err != nil {
		return err
	}
	source.Rows = s.Rows()
	told.Sources, told.Casting = []ranges.Source{source}, measures.Casting
	return nil
}
