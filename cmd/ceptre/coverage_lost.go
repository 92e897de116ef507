package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/plural"
)

// hardlyEver is in how many of the states where a rule is enabled it is chosen at most
// once, if it almost always loses.
const hardlyEver = 100

func (r *covered) loses() bool { return r.fired*hardlyEver <= r.could.States }

// losing says how seldom a rule was chosen, and what was in its place.
func (c *coverage) losing(r *covered) string {
	return fmt.Sprintf("chosen in %d of %s where it was enabled (%s expected); lost %s", r.fired,
		plural.Count(r.could.States, "state"), decimal(r.could.Expected), c.lost(r))
}

// lost says to which rules another lost, and what they took from it.
func (c *coverage) lost(r *covered) string {
	var parts []string
	for _, l := range r.losses[:min(len(r.losses), mostNamed)] {
		winner := c.rules[l.To]
		part := fmt.Sprintf("%d× to %s", l.Times, winner.Label)
		if l.Took > 0 && r.link == nil {
			part += fmt.Sprintf(", which took its %s %d×", needed(r, winner), l.Took)
		}
		parts = append(parts, part)
	}
	if more := len(r.losses) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and to %d more", more))
	}
	return strings.Join(parts, "; ")
}

// needed names the predicates that a rule can take from another.
func needed(loser, winner *covered) string {
	if names := over(loser, winner); len(names) > 0 {
		return "`" + strings.Join(names, "` or `") + "`"
	}
	return "chance"
}

// over returns the predicates of the facts that one rule uses up and another needs.
func over(loser, winner *covered) []string {
	names := []string{}
	for _, p := range winner.Premises {
		if p.Kind == lang.Consume && loser.needs(p.Atom.Pred) && !slices.Contains(names, p.Atom.Pred.Name) {
			names = append(names, p.Atom.Pred.Name)
		}
	}
	return names
}
