// Package game puts a run that is played into words: what a player sees, and what a player can do.
// Terminals, pages from a server and pages that run by themselves show it. A [Game] knows the
// program, the author's prose and the characters; a [View] is a state in words; a
// [Handler] answers the requests of pages in JSON.
package game

import (
	"context"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/tell"
)

// Options say how to play. The zero value is right for programs without an outside.
type Options struct {
	Run   exec.Options // seed, limits, outside; not who chooses
	Prose *prose.Prose // the author's words; nil for none
	By    string       // the characters, as [cast.Options] has it
	Place string       // the predicate that says where they are, as [cast.Options] has it
	// Chance is after how many steps at the most chance pauses, where it goes on until it
	// is the player's turn; 0 is as many as there may be.
	Chance int
	Each   func() // called after each step of chance; may be nil
	// Within bounds what chance does, if not nil: an [exec.LimitError] that ends its context
	// stops chance, and is no error, see [Game.Spent].
	Within func(context.Context) (context.Context, context.CancelFunc)
	// Forgot, if not nil, is called for each point that is forgotten, see [Game.Spent].
	Forgot func(session.Point)
}

// Game is a run that is played, and the words for it. It is not safe for concurrent use.
type Game struct {
	*session.Session
	characters characters
	teller     teller
	listed     listed
	facts      factGroups
	written    writer
	each       func()
	breaks     []Awaited
	stop       session.Stop
	bound      bound
	// awaited is what the last run waited for, beside the breakpoints.
	awaited []goal.Goal
	// begun says of steps, by the points to which they led, whether an action of the player began with them.
	begun map[session.Point]bool
	// solved are the points whose states meet the goal of the run, as far as that was asked.
	solved map[session.Point]bool
	// since is the number of steps before the player's last action. Later steps are news.
	since  int
	chance int // [Options.Chance]
}

// New returns a game at the start of a run. The error is an [exec.UntiedError], or says that the
// prose does not fit the program, or that By matches no character.
func New(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (*Game, error) {
	p, err := session.New(prog, start, o.Run)
	if err != nil {
		return nil, err
	}
	program := exec.Describe(prog)
	if err := o.Prose.Check(program); err != nil {
		return nil, err
	}
	characters, err := meet(ctx, prog, start, o)
	if err != nil {
		return nil, err
	}
	g := &Game{Session: p, characters: characters, chance: o.Chance, each: o.Each,
		bound: bound{within: o.Within, forgot: o.Forgot}}
	g.written = writer{exec.Shapes(prog)}
	g.teller = teller{play: p, prose: o.Prose, program: program, seed: o.Run.Seed,
		where: characters.where, names: tell.NewNames(characters.cast, o.Prose.Front())}
	g.teller.names.Learn(characters.run)
	g.teller.names.Shapes, g.teller.names.Text = g.written.shapes, o.Prose
	return g, nil
}

// Cast returns the characters.
func (g *Game) Cast() causal.Cast { return g.characters.cast }
