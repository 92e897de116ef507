package main

import (
	"cmp"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/games"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// mover holds the flags of the verb.
type mover struct {
	flags.Starter
	after string
	json  bool
	most  int
	game  games.Player
}

func moves(s cli.Streams) *cobra.Command {
	var m mover
	cmd := &cobra.Command{
		Use:   "moves PROGRAM",
		Short: "List what can happen at the start, or after a run",
		Long: `List the moves in the state from which a #trace of the program starts, or in which a run
has ended. Each move has the number that --choose takes, the facts that it would use up
(-) and those it would make (+). Moves that differ only in which of several equal facts
they take are listed once, with the number of ways. If there are more moves than --most,
the list says so.

Sensors are not asked, so moves that need their answers are not listed.

Of a game (.kif, .ggd), the state and the legal moves of each role are listed, at the
start or after the moves of --moves.`,
		Example: `  ceptre moves examples/blocks.cep
  ceptre run examples/blocks.cep --steps 3 -o trace.json
  ceptre moves examples/blocks.cep --after trace.json --json
  ceptre moves examples/tictactoe.kif --moves match.txt`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return m.moves(c, s, args[0]) },
	}
	m.Flags(cmd)
	cmd.Flags().StringVar(&m.after, "after", "", "list the moves at the end of the run in this `TRACE`")
	m.game.Flags(cmd)
	cmd.Flags().BoolVar(&m.json, "json", false, "print the state and the moves as JSON")
	cmd.Flags().IntVar(&m.most, "most", 10_000, "list at most `N` moves")
	return cmd
}

// moves lists the moves of the state that the flags say.
func (m *mover) moves(c *cobra.Command, s cli.Streams, program string) error {
	if games.Is(s, program) {
		return m.ofGame(c, s, program)
	}
	if err := cmp.Or(games.None(c, program), m.check(c, program)); err != nil {
		return err
	}
	prog, err := load.Program(s, program)
	if err != nil {
		return err
	}
	start, err := m.from(c, s, prog)
	if err != nil {
		return err
	}
	at, err := report.Look(c.Context(), prog, start, m.most)
	if err := cmp.Or(cli.Stopped(c.Context()), load.Place(prog, err)); err != nil {
		return err
	}
	return answer.Print(s, at, m.json, false)
}

// ofGame lists the legal moves of a game.
func (m *mover) ofGame(c *cobra.Command, s cli.Streams, file string) error {
	if err := games.Refuse(c, file, "after", "trace", "stage", "context", "most"); err != nil {
		return err
	}
	at, err := m.game.List(c.Context(), s, file)
	if err != nil {
		return err
	}
	return answer.Print(s, at, m.json, false)
}

// check refuses flags that contradict each other.
func (m *mover) check(c *cobra.Command, program string) error {
	if m.most < 1 {
		return cli.BadFlag(c, "--most %d: want at least 1", m.most)
	}
	if err := load.OneStdin(c, program, "the trace", m.after); err != nil {
		return err
	}
	for _, other := range []string{"trace", "stage", "context"} {
		if c.Flags().Changed("after") && c.Flags().Changed(other) {
			return cli.BadFlag(c, "give --after or --%s, but not both", other)
		}
	}
	return nil
}

// from returns the state to look at; its stage is nil where the run has ended.
func (m *mover) from(c *cobra.Command, s cli.Streams, prog *lang.Program) (*lang.Start, error) {
	if c.Flags().Changed("after") {
		return resume(s, prog, m.after)
	}
	return m.Start(c, prog)
}

// resume returns the state in which the run of a trace ended. The trace of
// another text of the program may fit, but it is said that it is one.
func resume(s cli.Streams, prog *lang.Program, file string) (*lang.Start, error) {
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return nil, err
	}
	load.WarnOfOther(s.Err, prog, &t.Header, name)
	start, err := replay.Resume(prog, t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return start, nil
}
