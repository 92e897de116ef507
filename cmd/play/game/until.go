package game

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Conditions that are neither rules nor facts.
const (
	untilTurn = "turn" // the player's
	untilEnd  = "end"
)

// Until reads up to where chance is to choose: `turn` is the player's turn, `end` is as long
// as something can happen, a number is that many steps (`10` or `10 steps`), and all else is
// a rule that fires or facts that are there together, as [Game.Awaited] reads it; `stage night`
// is one. In a list as of [Game.EachAwaited], it is whichever comes first. Nothing at all is the
// player's turn where the program says when that is, and else the end.
func (g *Game) Until(text string) (session.Until, error) {
	if strings.TrimSpace(text) == "" {
		return session.Until{Turn: g.HasTurns()}, nil
	}
	var u session.Until
	for _, item := range g.items(text) {
		if err := g.await(item, &u); err != nil {
			return session.Until{}, err
		}
	}
	return u, nil
}

// await enters one thing that is waited for.
func (g *Game) await(item string, u *session.Until) error {
	switch item {
	case untilTurn:
		u.Turn = true
		return nil
	case untilEnd:
		return nil
	}
	if n, ok := steps(item); ok {
		if n < 1 {
			return fmt.Errorf("%d is not a number of steps", n)
		}
		u.Steps = n
		return nil
	}
	a, err := g.Awaited(item)
	if err == nil {
		a.Await(u)
	}
	return err
}

// steps reads `10`, `10 steps` or `1 step`.
func steps(item string) (int, bool) {
	words := strings.Fields(item)
	if len(words) == 0 || len(words) > 2 || len(words) == 2 && words[1] != "step" && words[1] != "steps" {
		return 0, false
	}
	n, err := strconv.Atoi(words[0])
	return n, err == nil
}

// StopText says why chance stopped after the last move of the player, or the last run: what
// was waited for has come, or did not come before the end. "" is where it goes without
// saying.
func (g *Game) StopText() string {
	switch target, _ := goal.Parse(g.stop.What); {
	case g.stop.Why == session.AtRule:
		return g.written.goal(target.Instance(g.stop.Bindings)).String() + " happened"
	case g.stop.Why == session.AtFact && len(target.Facts) == 1:
		return g.written.goal(target.Instance(g.stop.Bindings)).String() + " is there"
	case g.stop.Why == session.AtFact:
		return factsOf(g.written.goal(target.Instance(g.stop.Bindings))) + " are there"
	}
	if len(g.awaited) == 0 {
		return ""
	}
	ending := map[session.StopReason]string{
		session.AtSteps: "the steps are taken", session.AtTurn: "it is your turn",
		session.AtEnd: "nothing can happen any more", session.AtBound: "the run has reached its limit of steps",
	}[g.stop.Why]
	return ending + ", and " + g.missed()
}

// factsOf returns the facts of a goal as English lists them.
func factsOf(g goal.Goal) string {
	texts := make([]string, len(g.Facts))
	for i, p := range g.Facts {
		texts[i] = p.String()
	}
	return english.List(texts)
}

// missed says that nothing came of what was waited for.
func (g *Game) missed() string {
	if len(g.awaited) == 1 {
		target := g.awaited[0]
		written := g.written.goal(target)
		text, is := written.String(), "is"
		if len(target.Facts) > 1 {
			text, is = factsOf(written)+" together", "are"
		}
		if g.Holds(target) {
			return fmt.Sprintf("%s, which %s there already, did not come again", text, is)
		}
		return text + " did not come"
	}
	var names []string
	for _, target := range g.awaited {
		names = append(names, g.written.goal(target).String())
	}
	return "none of " + english.List(names) + " came"
}
