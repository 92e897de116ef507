// Package games is what the verbs do with games that are written as logic programs: games of GDL, in KIF and in GGDL,
// and games of logic-game.
package games

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// Is reports whether a file is a game: by its extension, or if it is JSON with programs of logic-game.
func Is(s cli.Streams, file string) bool {
	if isWorld(file) {
		_, text, err := s.ReadFile(file)
		return err == nil && asp.IsGame(text)
	}
	return gdl.IsGame(file)
}

// Player holds the flags by which games are played.
type Player struct {
	Moves  string
	Solver string
	Seed   uint64
	Role   string // the player's, of a dialogue; "" for the first
	// NewLevel and Draws are about games of logic-game: whether a level is generated, and the first random integers.
	NewLevel bool
	Draws    string
	Steps    int // turns at most; 0 for game.MostTurns
}

// Flags enters the flags into a verb.
func (p *Player) Flags(c *cobra.Command) {
	c.Flags().StringVar(&p.Moves, "moves", "",
		"of a game in GDL: play the moves in `FILE`, a line a turn with a move of each role")
}

// RunFlags enters the flags of runs into a verb.
func (p *Player) RunFlags(c *cobra.Command) {
	p.Flags(c)
	f := c.Flags()
	f.BoolVar(&p.NewLevel, "new-level", false, "of a game of logic-game: generate a level (default: the stored one)")
	f.StringVar(&p.Draws, "draws", "",
		"of a game of logic-game: use these random `INTEGERS`, separated by commas, before others are drawn")
	f.StringVar(&p.Solver, "solver", "",
		"of a game of logic-game: find stable models by this `SOLVER`: clingo, if it is installed (default: our own)")
}

// Refuse refuses flags that are about programs of Ceptre.
func Refuse(c *cobra.Command, file string, flags ...string) error {
	for _, flag := range flags {
		if c.Flags().Changed(flag) {
			return cli.BadFlag(c, "--%s is about programs of Ceptre, and %s is a game", flag, visible.Line(file))
		}
	}
	return nil
}

// Foreign refuses the flags of another kind of game.
func Foreign(c *cobra.Command, file string) error {
	flags, of := []string{"new-level", "draws", "solver"}, "games of logic-game"
	if isWorld(file) {
		flags, of = []string{"moves"}, "games of GDL"
	}
	for _, flag := range flags {
		if c.Flags().Changed(flag) {
			return cli.BadFlag(c, "--%s is about %s, and %s is none", flag, of, visible.Line(file))
		}
	}
	return nil
}

// None refuses the flags of games for a program of Ceptre.
func None(c *cobra.Command, program string) error {
	for _, flag := range []string{"moves", "new-level", "draws", "solver", "role"} {
		if c.Flags().Changed(flag) {
			return cli.BadFlag(c, "--%s is about games, and %s is a program of Ceptre", flag, visible.Line(program))
		}
	}
	return nil
}

// Run is the record of a game that was played.
type Run struct {
	Trace   *trace.Trace
	Account any // the run as JSON
}

// parse reads a game of GDL, and returns the messages about it.
func parse(s cli.Streams, file string) (*gdl.Game, syntax.ErrorList, error) {
	name, text, err := s.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	g, errs := gdl.Parse(&syntax.Source{Name: name, Text: text})
	return g, errs, nil
}

// read reads a game of GDL. Warnings go to standard error.
func read(s cli.Streams, file string) (*gdl.Game, error) {
	if isWorld(file) {
		return nil, fmt.Errorf("%s: this is a game of logic-game, which its own strategy plays: 'ceptre run' runs it",
			visible.Line(file))
	}
	g, errs, err := parse(s, file)
	if err != nil {
		return nil, err
	}
	if errs.Failed() {
		return nil, errs
	}
	return g, s.Report(errs)
}

// describe returns a game as traces have it.
func describe(src *syntax.Source) *trace.Program {
	sum := sha256.Sum256(src.Text)
	base := filepath.Base(src.Name)
	return &trace.Program{
		Name: strings.TrimSuffix(base, filepath.Ext(base)), File: base, SHA256: hex.EncodeToString(sum[:]),
	}
}

// header returns the header of the trace of a game. Choose says how moves are chosen.
func (p *Player) header(src *syntax.Source, choose string) trace.Header {
	run := &trace.Run{Seed: p.Seed, Choose: choose}
	if p.Steps > 0 {
		run.Limits = &trace.Limits{Steps: p.Steps}
	}
	return trace.Header{
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version}, Program: describe(src), Run: run,
	}
}

// begin reads a game of GDL and the moves of the flag, and begins a match.
func (p *Player) begin(ctx context.Context, s cli.Streams, file, choose string) (*game.Match, *script, error) {
	g, err := read(s, file)
	if err != nil {
		return nil, nil, err
	}
	moves, err := p.script(s, g)
	if err != nil {
		return nil, nil, err
	}
	m, err := game.NewMatch(ctx, g, p.header(g.Source, choose), logic.Options{})
	return m, moves, err
}

// Play plays a game by chance, or by the moves of a record. With an error that is about the run, there is a run
// nevertheless.
func (p *Player) Play(c *cobra.Command, s cli.Streams, file string) (*Run, error) {
	if p.Solver != "" && p.Solver != "clingo" {
		return nil, cli.BadFlag(c, "--solver %q: want clingo, or leave it out", p.Solver)
	}
	if isWorld(file) {
		return p.playWorld(c, s, file)
	}
	ctx := c.Context()
	m, script, err := p.begin(ctx, s, file, "random")
	if err != nil {
		return nil, err
	}
	rng := rand.New(exec.Random(p.Seed).Source())
	choose := m.ByChance(rng)
	if script != nil {
		choose = script.chooser(m)
	}
	why, err := m.Playout(ctx, cmp.Or(p.Steps, game.MostTurns), rng, choose)
	stopped := fmt.Sprintf("%s: stopped after %s", m.Game().Source, english.Count(m.Position().Turn, "turn"))
	why, message, err := p.ended(ctx, s, stopped, why, err)
	return &Run{m.End(why, message), m.Account()}, err
}

// limitOf returns the limit that has ended the work, if one has.
func limitOf(ctx context.Context) (*exec.LimitError, bool) {
	return errors.AsType[*exec.LimitError](context.Cause(ctx))
}

// script is the record of a match that is played.
type script struct {
	*syntax.Source
	turns []gdl.Turn
}

// script reads the moves that the flag names; nil without.
func (p *Player) script(s cli.Streams, g *gdl.Game) (*script, error) {
	if p.Moves == "" {
		return nil, nil
	}
	name, text, err := s.ReadFile(p.Moves)
	if err != nil {
		return nil, err
	}
	src := &syntax.Source{Name: name, Text: text}
	turns, errs := g.ParseRecord(src)
	if errs.Failed() {
		return nil, errs
	}
	return &script{src, turns}, nil
}

// chooser returns a chooser that takes the moves of the script, and stops when there are no more.
func (s *script) chooser(m *game.Match) game.Chooser {
	return func(p *game.Position, role int) (game.Move, error) {
		if p.Turn >= len(s.turns) {
			return game.Move{}, game.ErrStopped
		}
		move := s.turns[p.Turn].Moves[role]
		action, err := m.Action(role, move)
		if err != nil {
			return game.Move{}, fmt.Errorf("%s:%s: %w", s.Source, move.Start, err)
		}
		return game.Move{Action: action, Chosen: trace.ByScript}, nil
	}
}
