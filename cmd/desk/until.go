package desk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Until reads up to where chance is to choose: `turn` is the player's turn, `end` is as long
// as something can happen, a number is that many steps (`10` or `10 steps`), and all else is
// a rule that fires or a fact that is made, as [Desk.Awaited] reads it; `stage night` is one.
// In a list with commas, it is whichever comes first. Nothing at all is the player's turn where
// the program says when that is, and else the end.
func (d *Desk) Until(text string) (play.Until, error) {
	if strings.TrimSpace(text) == "" {
		return play.Until{Turn: d.HasTurns()}, nil
	}
	var u play.Until
	for _, item := range items(text) {
		if err := d.await(item, &u); err != nil {
			return play.Until{}, err
		}
	}
	return u, nil
}

// await enters one thing that is waited for.
func (d *Desk) await(item string, u *play.Until) error {
	switch item {
	case "turn":
		u.Turn = true
		return nil
	case "end":
		return nil
	}
	if n, ok := steps(item); ok {
		if n < 1 {
			return fmt.Errorf("%d is no number of steps", n)
		}
		u.Steps = n
		return nil
	}
	a, err := d.Awaited(item)
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

// items returns what stands between the commas of a list, but for those in strings.
func items(list string) []string {
	var out []string
	quoted, from := false, 0
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			out = append(out, strings.TrimSpace(list[from:i]))
			from = i + 1
		}
	}
	return append(out, strings.TrimSpace(list[from:]))
}

// StopText says why chance stopped after the last move of the player, or the last run: what
// was waited for has come, or did not come before the end. "" is where it goes without
// saying.
func (d *Desk) StopText() string {
	switch d.stop.Why {
	case play.AtRule:
		return d.stop.Pattern.String() + " happened"
	case play.AtFact:
		return d.stop.Pattern.String() + " is there"
	}
	if len(d.awaited) == 0 {
		return ""
	}
	ending := map[play.StopReason]string{
		play.AtSteps: "the steps are taken", play.AtTurn: "it is your turn",
		play.AtEnd: "nothing can happen any more", play.AtBound: "the run is as long as it may be",
	}[d.stop.Why]
	return ending + ", and " + d.missed()
}

// missed says that nothing came of what was waited for.
func (d *Desk) missed() string {
	if len(d.awaited) == 1 {
		p := d.awaited[0]
		if d.teller.now(p.Head, p.Args) {
			return p.String() + ", which is there already, did not come again"
		}
		return p.String() + " did not come"
	}
	var names []string
	for _, p := range d.awaited {
		names = append(names, p.String())
	}
	return "none of " + words.List(names) + " came"
}
