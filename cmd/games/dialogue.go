package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// dialogue is a game that a player plays, turn by turn. The other roles choose by chance, or by a record.
type dialogue struct {
	*game.Match
	player *Player
	role   int // the player's
	script *script
	in     *console.Lines
	out    io.Writer
	prompt bool // at a terminal
	played []turn
}

// turn is what the roles do in a turn.
type turn struct {
	moves []game.Move
	asked bool // whether the player had a choice
}

// errUndo is the error of a player who takes a move back.
var errUndo = errors.New("taken back")

const helpText = `  NUMBER or a move, such as (mark 1 1) or mark(1,1): do it
  undo   take back your last move, and the turn that came of it
  state  show the state again
  help   this list
  quit   end the match`

// Converse plays a game in a dialogue: the player is a role, by default the first. It returns the run, which the
// player or the game has ended.
func (p *Player) Converse(c *cobra.Command, s cli.Streams, file string) (*Run, error) {
	ctx := c.Context()
	m, script, err := p.begin(ctx, s, file, "random and ask")
	if err != nil {
		return nil, err
	}
	d := &dialogue{
		Match: m, script: script, player: p, in: console.NewLines(c.InOrStdin()), out: s.Out,
		prompt: cli.IsTerminal(c.InOrStdin()),
	}
	if p.Role != "" {
		if d.role = slices.Index(m.Roles(), p.Role); d.role < 0 {
			return nil, cli.BadFlag(c, "--role %q: want one of %s", p.Role, english.List(m.Roles()))
		}
	}
	fmt.Fprintf(d.out, "You are %s; help lists what you can say.\n", visible.Line(m.Roles()[d.role]))
	why, err := d.play(ctx)
	return &Run{d.End(why, ""), d.Account()}, err
}

// play plays until the game or the player ends the match.
func (d *dialogue) play(ctx context.Context) (trace.Why, error) {
	for {
		if err := d.Check(); err != nil {
			return trace.Failed, err
		}
		if d.Position().Terminal {
			d.end()
			return trace.Quiescent, nil
		}
		t, err := d.next(ctx)
		switch {
		case errors.Is(err, errUndo):
			err = d.undo(ctx)
		case errors.Is(err, game.ErrStopped):
			return trace.Stopped, nil
		case err == nil:
			err = d.Play(ctx, t.moves)
			d.played = append(d.played, t)
			d.tell(t)
		}
		if err != nil {
			return trace.Failed, err
		}
	}
}

// next returns what the roles do in this turn. Chance does not depend on the turns before, so that a move that is
// taken back changes nothing else.
func (d *dialogue) next(ctx context.Context) (turn, error) {
	p := d.Position()
	chance := d.ByChance(rand.New(rand.NewPCG(d.player.Seed, uint64(p.Turn))))
	t := turn{moves: make([]game.Move, len(d.Roles()))}
	for i, role := range d.Roles() {
		choose := chance
		switch {
		case i == d.role && len(p.Legal[i]) > 1:
			choose, t.asked = d.asking(ctx), true
		case d.script != nil && role != game.RandomRole:
			choose = d.script.chooser(d.Match)
		}
		var err error
		if t.moves[i], err = choose(p, i); err != nil {
			return t, err
		}
	}
	return t, nil
}

// undo goes back to the last turn in which the player was asked.
func (d *dialogue) undo(ctx context.Context) error {
	at := len(d.played) - 1
	for at >= 0 && !d.played[at].asked {
		at--
	}
	if at < 0 {
		fmt.Fprintln(d.out, "There is no move to take back.")
		return nil
	}
	d.played = d.played[:at]
	if err := d.Restart(ctx, d.player.header(d.Game().Source, "random and ask")); err != nil {
		return err
	}
	for _, t := range d.played {
		if err := d.Play(ctx, t.moves); err != nil {
			return err
		}
	}
	fmt.Fprintf(d.out, "Back in state %d.\n", at)
	return nil
}

// asking returns a chooser that asks the player.
func (d *dialogue) asking(ctx context.Context) game.Chooser {
	return func(p *game.Position, role int) (game.Move, error) {
		d.show()
		for i, a := range p.Legal[role] {
			d.say("  %d  %s", i+1, d.Text(a))
		}
		for {
			if d.prompt {
				fmt.Fprint(d.out, "> ")
			}
			line, err := d.in.Next(ctx)
			if errors.Is(err, io.EOF) {
				return game.Move{}, game.ErrStopped
			}
			if err != nil {
				return game.Move{}, err
			}
			switch word, _, _ := strings.Cut(line, "%"); strings.TrimSpace(word) {
			case "":
			case "q", "quit":
				return game.Move{}, game.ErrStopped
			case "u", "undo":
				return game.Move{}, errUndo
			case "s", "state":
				d.show()
			case "?", "help":
				fmt.Fprintln(d.out, helpText)
			default:
				action, err := d.understand(p, role, strings.TrimSpace(word))
				if err == nil {
					return game.Move{Action: action, Chosen: trace.ByPlayer}, nil
				}
				d.say("%v", err)
			}
		}
	}
}

// understand returns the action that the player gives as a number or as a term.
func (d *dialogue) understand(p *game.Position, role int, text string) (ground.Term, error) {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(p.Legal[role]) {
			return 0, fmt.Errorf("there is no move %d: give a number from 1 to %d", n, len(p.Legal[role]))
		}
		return p.Legal[role][n-1], nil
	}
	move, err := d.Game().ParseMove(text)
	if err != nil {
		return 0, err
	}
	return d.Action(role, move)
}

// show prints the state, a line for each predicate.
func (d *dialogue) show() {
	d.say("")
	d.say("State %d", d.Position().Turn)
	var names []string
	facts := make(map[string][]string)
	for _, f := range d.State() {
		name, rest, _ := strings.Cut(f, "(")
		if facts[name] == nil {
			names = append(names, name)
		}
		facts[name] = append(facts[name], strings.TrimSuffix(rest, ")"))
	}
	for _, name := range names {
		d.say("  %s  %s", name, strings.Join(facts[name], "  "))
	}
}

// tell prints what the roles have done.
func (d *dialogue) tell(t turn) {
	var done []string
	for i, role := range d.Roles() {
		done = append(done, role+" "+d.Text(t.moves[i].Action))
	}
	d.say("%s", strings.Join(done, ", "))
}

// end prints the state at the end, and the goals.
func (d *dialogue) end() {
	d.show()
	d.say("The game has ended.")
	for i, role := range d.Roles() {
		d.say("  %s  %s", role, d.Text(d.Position().Goals[i][0]))
	}
}

// say prints a line that contains names of the game.
func (d *dialogue) say(format string, args ...any) {
	fmt.Fprintln(d.out, visible.Line(fmt.Sprintf(format, args...)))
}
