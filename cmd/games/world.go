package games

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/spf13/cobra"
)

// isWorld reports whether a file is a game of logic-game, by its extension.
func isWorld(file string) bool { return strings.HasSuffix(strings.ToLower(file), ".json") }

// readWorld reads and checks a game of logic-game. Warnings go to standard error.
func readWorld(s cli.Streams, file string) (*asp.Game, error) {
	name, text, err := s.ReadFile(file)
	if err != nil {
		return nil, err
	}
	g, errs := asp.ReadGame(&syntax.Source{Name: name, Text: text})
	if g != nil {
		errs = append(errs, g.Check()...)
	}
	if errs.Failed() {
		return nil, errs
	}
	return g, s.Report(errs)
}

// draws returns the random integers of the flag.
func (p *Player) draws(c *cobra.Command) ([]int64, error) {
	if p.Draws == "" {
		return nil, nil
	}
	var all []int64
	for _, text := range strings.Split(p.Draws, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil {
			return nil, cli.BadFlag(c, "--draws: %q is no integer", text)
		}
		all = append(all, n)
	}
	return all, nil
}

// playWorld plays a game of logic-game.
func (p *Player) playWorld(c *cobra.Command, s cli.Streams, file string) (*Run, error) {
	draws, err := p.draws(c)
	if err != nil {
		return nil, err
	}
	g, err := readWorld(s, file)
	if err != nil {
		return nil, err
	}
	ctx := c.Context()
	if p.NewLevel && len(bytes.TrimSpace(g.Generation.Text)) == 0 {
		return nil, fmt.Errorf("%s: there is no level_gen_program, which would generate a level", g.Source)
	}
	o := game.WorldOptions{Seed: p.Seed, NewLevel: p.NewLevel, Draws: draws}
	o.Solver = p.Solver
	w, err := game.NewWorld(ctx, g, p.header(g.Source, "random"), o)
	if err != nil {
		return nil, err
	}
	if w.Levelless() {
		fmt.Fprintf(s.Err, "%s: note: no level meets the rules of level_gen_program, so the level is empty\n", g.Source)
	}
	why, err := w.Play(ctx, cmp.Or(p.Steps, game.MostSteps))
	why, message, err := p.ended(ctx, s, fmt.Sprintf("%s: stopped at time %d", g.Source, w.Turn().Time), why, err)
	if n := w.Undrawn(); n > 0 {
		fmt.Fprintf(s.Err, "%s: note: %s of --draws not used\n", g.Source, english.Count(n, "integer"))
	}
	return &Run{w.End(why, message), w.Account()}, err
}

// ended returns how a run is recorded that has ended for a reason or with an error. If a limit has ended it, a note
// says so.
func (p *Player) ended(
	ctx context.Context, s cli.Streams, stopped string, why trace.Why, err error,
) (trace.Why, string, error) {
	limit, isLimit := limitOf(ctx)
	switch {
	case isLimit:
		fmt.Fprintf(s.Err, "%s: %s; --%s allows more\n", stopped, limit.Reason, limit.Limit)
		return trace.LimitHit, limit.Reason, nil
	case ctx.Err() != nil:
		return trace.Interrupted, "", err
	case err != nil:
		return why, err.Error(), err
	}
	return why, "", nil
}
