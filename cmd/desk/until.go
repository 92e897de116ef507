package desk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
)

// Until reads up to where chance is to choose: `turn` is the player's turn, `end` is as long
// as something can happen, a number is that many steps, and all else is a rule that fires
// or a fact that is made, as [Desk.Awaited] reads it; `stage night` is one. Nothing at all
// is the player's turn where the program says when that is, and else the end.
func (d *Desk) Until(text string) (play.Until, error) {
	text = strings.TrimSpace(text)
	if text == "" && d.HasTurns() {
		text = "turn"
	}
	switch text {
	case "turn":
		return play.Until{Turn: true}, nil
	case "end", "":
		return play.Until{}, nil
	}
	var u play.Until
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 {
			return u, fmt.Errorf("%d is no number of steps", n)
		}
		u.Steps = n
		return u, nil
	}
	a, err := d.Awaited(text)
	if err == nil {
		a.Await(&u)
	}
	return u, err
}
