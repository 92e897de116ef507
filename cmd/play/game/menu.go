package game

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// Rule is the moves of a rule, or of a link between stages.
type Rule struct {
	Name  string `json:"name"`
	Link  bool   `json:"link,omitempty"`
	Line  int    `json:"line"` // of the program
	Moves []Move `json:"moves"`
}

// Move is a transition, or several that look alike.
type Move struct {
	Number int      `json:"number"` // in the menu, from 1
	Text   string   `json:"text"`   // the rule with its arguments
	Count  int      `json:"count"`  // of ways to make it
	Title  string   `json:"title,omitempty"`
	Choice bool     `json:"choice,omitempty"` // the title is the author's name for the choice
	Prose  string   `json:"prose,omitempty"`  // the passage that the author would tell of it
	Uses   []string `json:"uses,omitempty"`
	Needs  []string `json:"needs,omitempty"` // facts that it reads
	Makes  []string `json:"makes,omitempty"`
	Acts   []string `json:"acts,omitempty"` // actions that it tells the outside
	To     string   `json:"to,omitempty"`   // the stage to which a link leads; "" is also the end of the run
}

// menu enters the moves by their rules.
func (g *Game) menu(ctx context.Context, v *View, most Most) error {
	if v.Status == Bound {
		v.Whole = true
		return nil
	}
	moves, whole, err := g.moves(ctx, most)
	if err != nil {
		return err
	}
	v.Whole = whole
	for i, m := range moves {
		if n := len(v.Menu); n == 0 || v.Menu[n-1].Name != m.Rule.Label {
			v.Menu = append(v.Menu, Rule{Name: m.Rule.Label, Link: m.Link != nil, Line: m.Rule.Start.Line})
		}
		r := &v.Menu[len(v.Menu)-1]
		r.Moves = append(r.Moves, g.move(m, i+1))
		if i < mostForetold {
			last := &r.Moves[len(r.Moves)-1]
			last.Title, last.Prose, last.Choice = g.teller.foretell(m.Transition)
		}
	}
	return nil
}

// mostForetold is the number of moves of a menu that are put into the author's words, which takes
// much longer than to list them.
const mostForetold = 300

// moves returns the moves of the menu, which are listed once in a state.
func (g *Game) moves(ctx context.Context, most Most) ([]exec.Move, bool, error) {
	e, err := g.Enabled(ctx)
	if err != nil {
		return nil, false, err
	}
	if most.Moves <= 0 {
		most.Moves = math.MaxInt
	}
	most.Facts, most.Find = 0, ""
	if g.listed.of != e || g.listed.most != most {
		moves, whole := e.Find(most.Moves, g.fits(most.Filter))
		if ctx.Err() != nil {
			return nil, false, ctx.Err() // and the list is not whole
		}
		if most.All > 0 && len(moves) > most.All {
			moves, whole = moves[:most.All], false
		}
		g.listed = listed{e, most, moves, whole}
	}
	return g.listed.moves, g.listed.whole, nil
}

// fits returns a predicate for the transitions that match a filter: by their text or, if there are
// not too many, by the author's words.
func (g *Game) fits(filter string) func(exec.Transition) bool {
	if filter == "" {
		return func(exec.Transition) bool { return true }
	}
	g.teller.follow()
	has, looked := Finder(filter), 0
	return func(t exec.Transition) bool {
		text := t.String() + "\n" + g.written.move(t)
		if has(text) {
			return true
		}
		if looked++; looked > mostForetold {
			return false
		}
		title, told, _ := g.teller.foretell(t)
		return has(text + "\n" + title + "\n" + told)
	}
}

// listed is the menu that was listed last.
type listed struct {
	of    *exec.Enabled
	most  Most
	moves []exec.Move
	whole bool
}

func (g *Game) move(m exec.Move, number int) Move {
	out := Move{Number: number, Text: g.written.move(m.Transition), Count: m.Count}
	consumes, reads := m.Takes()
	for _, r := range consumes {
		out.Uses = append(out.Uses, g.written.fact(r.Fact, r.Permanent))
	}
	for _, r := range reads {
		out.Needs = append(out.Needs, g.written.fact(r.Fact, r.Permanent))
	}
	for _, f := range m.Results() {
		out.Makes = append(out.Makes, g.written.fact(f.Fact, f.Permanent))
	}
	for _, f := range m.Acts() {
		out.Acts = append(out.Acts, g.written.fact(f, false))
	}
	if m.Link != nil && m.Link.To != nil {
		out.To = m.Link.To.Name
	}
	return out
}

// Named returns the text of a move with the names of the rule's variables before what they stand
// for: `walk E=3 A=cottage`. It asks for nothing that changes while a run is played.
func (g *Game) Named(move string) string {
	p, err := goal.ParsePattern(move)
	if err != nil {
		return move
	}
	rules := g.Program().Select(p.Head)
	if len(rules) != 1 || len(p.Args) != len(rules[0].Vars) {
		return move
	}
	parts := []string{p.Head}
	for i, param := range rules[0].Vars {
		text := p.Args[i].String()
		if !strings.HasPrefix(param.Name, trace.Open) {
			text = param.Name + "=" + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// Choose makes the move with a number of the menu that was shown with the same bounds, and
// has chance go on until it is the player's turn again.
func (g *Game) Choose(ctx context.Context, number int, most Most) error {
	moves, _, err := g.moves(ctx, most)
	if err != nil {
		return err
	}
	switch {
	case len(moves) == 0:
		return fmt.Errorf("there is no move %d; there are none here", number)
	case number < 1 || number > len(moves):
		return fmt.Errorf("there is no move %d; the moves are numbered from 1 to %d", number, len(moves))
	}
	return g.make(ctx, moves[number-1])
}

// Make makes the move of a name: a rule with its arguments, of which those at the end may be
// left out, and `_` stands for any. There must be just one such move.
func (g *Game) Make(ctx context.Context, text string) error {
	p, err := goal.ParsePattern(text)
	if err != nil {
		return err
	}
	found, err := g.fitting(ctx, p)
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return g.noMove(p)
	case len(found) > 1:
		return fmt.Errorf("%s may be %s, or %s", text, g.written.move(found[0].Transition),
			g.written.move(found[1].Transition))
	}
	return g.make(ctx, found[0])
}

// ErrNotNow says that what the player wants to do can happen, but not now.
var ErrNotNow = errors.New("cannot happen now")

// noMove says why no move fits a pattern.
func (g *Game) noMove(p goal.Pattern) error {
	labels := g.Program().Labels()
	if like := labels.Like(p.Head); len(like) > 0 && len(labels.Select(p.Head)) == 0 {
		return fmt.Errorf("there is no move %s%s", p, label.There(labels.Labels(like)))
	}
	if p.Permanent || len(labels.Select(p.Head)) == 0 {
		return fmt.Errorf("there is no move %s", p)
	}
	if err := g.wantArgs(p); err != nil {
		return err
	}
	return fmt.Errorf("%s %w", p, ErrNotNow)
}

// fitting returns the moves that a pattern stands for.
func (g *Game) fitting(ctx context.Context, p goal.Pattern) ([]exec.Move, error) {
	e, err := g.Enabled(ctx)
	if err != nil {
		return nil, err
	}
	var found []exec.Move
	rules := g.Program().Select(p.Head)
	if p.Head == trace.Open {
		rules = g.Program().Rules()
	}
	for _, rule := range rules {
		types := make([]*lang.Type, len(rule.Vars))
		for i, v := range rule.Vars {
			types[i] = v.Type
		}
		asked := p
		if asked.Args, err = report.InStates(p.Args, types); err != nil {
			return nil, err
		}
		for _, m := range e.MovesOf(rule) {
			if args := term.RecordAll(m.Args); p.Matches(p.Head, args) || asked.Matches(p.Head, args) {
				found = append(found, m)
			}
		}
	}
	return found, nil
}

func (g *Game) make(ctx context.Context, m exec.Move) error {
	return g.Act(func() error {
		if err := g.Session.Choose(ctx, m); err != nil {
			return err
		}
		var broken bool
		var err error
		g.awaited = nil
		if g.stop, broken, err = g.Met(g.watched(session.Until{})); broken || err != nil {
			return err
		}
		return g.Proceed(ctx)
	})
}
