package merges

import (
	"github.com/ceptre-graph/ceptre/causal/coverage"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/spf13/cobra"
)

// coverage is 'ceptre coverage'. Some of the runs are made again, to find out what rules lacked in them.
func (m *Merger) coverage(c *cobra.Command, s *shards.Series) error {
	task, err := flags.Follow(c.Context(), s.Recipe(), nil)
	if err != nil {
		return err
	}
	from, err := task.Batches(task.Command, task.Program, sweep.Options{NoHash: true, Chances: true})
	if err != nil {
		return err
	}
	all := &coverage.Total{Subject: *s.Subject()}
	if err := addUp(s, all, coverage.Decode); err != nil {
		return err
	}
	o := coverage.Options{Seed: task.Seed, Choose: task.Chosen(task.Program), Input: task.Input != "",
		Missing: s.Missing()}
	for i := range o.Missing {
		o.Missing[i].Runs *= len(from) // from each start
	}
	if o.Prose, err = all.Fill(from); err != nil {
		return err
	}
	found, err := coverage.New(c.Context(), from, o)
	return m.Covered.Print(c, m.Streams, found, err, m.JSON, m.All, m.Quiet)
}
