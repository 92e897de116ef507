// Package games is what the verbs do with games that are written as logic programs: games of GDL in KIF and in GGDL.
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
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// extensions are those of files that are games.
var extensions = []string{".kif", ".gg", ".ggd"}

// Is reports whether a file is a game, by its extension.
func Is(file string) bool { return slices.Contains(extensions, strings.ToLower(filepath.Ext(file))) }

// Player holds the flags by which games are played.
type Player struct {
	Moves  string
	Solver string
	Seed   uint64
	Role   string // the player's, of a dialogue; "" for the first
	Steps  int    // turns at most; 0 for game.MostTurns
}

// Flags enters the flags into a verb.
func (p *Player) Flags(c *cobra.Command) {
	c.Flags().StringVar(&p.Moves, "moves", "",
		"of a game: play the moves in `FILE`, a line a turn with a move of each role")
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
	src := &syntax.Source{Name: name, Text: text}
	if strings.ToLower(filepath.Ext(file)) == ".kif" {
		g, errs := gdl.ParseKIF(src)
		return g, errs, nil
	}
	g, errs := gdl.ParseGGDL(src)
	return g, errs, nil
}

// read reads a game of GDL. Warnings go to standard error.
func read(s cli.Streams, file string) (*gdl.Game, *trace.Program, error) {
	g, errs, err := parse(s, file)
	if err != nil {
		return nil, nil, err
	}
	if errs.Failed() {
		return nil, nil, errs
	}
	sum := sha256.Sum256(g.Source.Text)
	base := filepath.Base(g.Source.Name)
	of := &trace.Program{
		Name: strings.TrimSuffix(base, filepath.Ext(base)), File: base, SHA256: hex.EncodeToString(sum[:]),
	}
	return g, of, s.Report(errs)
}

// Play plays a game by chance, or by the moves of a record. With an error that is about the run, there is a run
// nevertheless.
func (p *Player) Play(c *cobra.Command, s cli.Streams, file string) (*Run, error) {
	g, of, err := read(s, file)
	if err != nil {
		return nil, err
	}
	script, err := p.script(s, g)
	if err != nil {
		return nil, err
	}
	header := trace.Header{
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version}, Program: of,
		Run: &trace.Run{Seed: p.Seed, Choose: "random"},
	}
	ctx := c.Context()
	m, err := game.NewMatch(ctx, g, header, logic.Options{Solver: p.Solver})
	if err != nil {
		return nil, err
	}
	rng := rand.New(exec.Source(p.Seed))
	choose := m.ByChance(rng)
	if script != nil {
		choose = script.chooser(m)
	}
	why, err := m.Playout(ctx, cmp.Or(p.Steps, game.MostTurns), rng, choose)
	message := ""
	if limit, ok := errors.AsType[*exec.LimitError](context.Cause(ctx)); ok {
		why, err, message = trace.LimitHit, nil, limit.Error()
		fmt.Fprintf(s.Err, "%s: stopped after %s: %s; --%s allows more\n", g.Source,
			english.Count(m.Position().Turn, "turn"), message, limit.Limit)
	} else if ctx.Err() != nil {
		why = trace.Interrupted
	} else if err != nil {
		message = err.Error()
	}
	return &Run{m.End(why, message), m.Account()}, err
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
