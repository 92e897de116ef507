package merges

import (
	"cmp"
	"errors"

	"github.com/ceptre-graph/ceptre/causal/coverage"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/spf13/cobra"
)

// coverage merges shards of 'ceptre coverage'. It makes some of the runs again, to find the facts that rules lacked.
func (m *Merger) coverage(c *cobra.Command, s *shards.Series) error {
	task, err := flags.Follow(c.Context(), s.Recipe(), nil)
	if err != nil {
		return err
	}
	from, err := task.PlanBatches(task.Command, task.Program, sweep.Options{NoHash: true, Chances: true})
	if err != nil {
		return err
	}
	all := &coverage.Total{Subject: *s.Subject()}
	if err := mergeTotals(s, all, coverage.Decode); err != nil {
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
	if m.prints() {
		err = errors.Join(err, m.Coverage.Print(m.Streams, found, m.JSON, m.All))
	}
	return cmp.Or(err, cli.Stopped(c.Context()), m.Reached(found))
}
