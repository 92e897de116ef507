package merges

import (
	"context"
	"io"

	"github.com/ceptre-graph/ceptre/causal/influence"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// influence merges shards of 'ceptre sweep --influence'.
func (m *Merger) influence(c *cobra.Command, s *shards.Series) error {
	if !m.prints() && !m.draws() {
		return m.table(s)
	}
	all := influence.New(*s.Subject())
	if err := mergeTotals(s, all, influence.Decode); err != nil {
		return err
	}
	i := summary.NewInfluence(all)
	i.Missing = s.Missing()
	if m.prints() {
		if err := answer.Print(m.Streams, i, m.JSON, m.All); err != nil {
			return err
		}
	}
	if !m.draws() {
		return m.table(s)
	}
	prog, err := program(s)
	if err != nil {
		return err
	}
	return DrawInfluence(c.Context(), m.Hushed(m.Quiet), &m.Picture, prog, i)
}

// DrawInfluence draws how rules of a program follow from rules.
func DrawInfluence(ctx context.Context, s cli.Streams, p *cli.Picture, prog *lang.Program, i *summary.Influence) error {
	return p.Draw(ctx, s, load.NoRun(prog), render.Options{
		View: render.Rules, Title: "which rules follow from which, in " + english.Count(i.Done, "run"),
		Rules: i.Graph(), Influences: i.Pairs,
	})
}

// program returns the program of the runs, without its warnings: the command of each shard has printed them.
func program(s *shards.Series) (*lang.Program, error) {
	recipe := s.Recipe()
	return load.Parse(cli.Streams{Out: io.Discard, Err: io.Discard}, recipe.Name, recipe.Text)
}
