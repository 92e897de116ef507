package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep"
)

// look finds out what rules lacked whose premises were never met.
func (c *coverage) look(ctx context.Context) error {
	var rules []int
	for i, r := range c.rules {
		if r.cause == unmet {
			rules = append(rules, i)
		}
	}
	if len(rules) == 0 {
		return nil
	}
	made := each(c.from, func(f *batch) sweep.Made { return f.Made })
	lacked, err := sweep.Absences(ctx, made, rules)
	for rule, a := range lacked {
		c.rules[rule].lacked = a
	}
	if errors.Is(err, ctx.Err()) { // who interrupts it gets what there is
		return nil
	}
	return err
}

// whyNever says why a rule never fired, and what it lacked the most often.
func (c *coverage) whyNever(r *covered) string {
	if r.lacked.States == 0 {
		return r.reason
	}
	hindrances := c.hindrances(r)
	parts := each(hindrances[:min(len(hindrances), mostNamed)], func(h hindrance) string {
		return percent(h.states, r.lacked.States) + " " + h.text
	})
	return fmt.Sprintf("%s; of %s looked at, %s", r.reason, plural(r.lacked.States, "state"), strings.Join(parts, ", "))
}

// hindrance is something that kept a rule from being enabled in so many states, in some of
// them together with others.
type hindrance struct {
	text   string
	states int
}

// hindrances counts the states in which each premise of a rule was missing, the most first.
func (c *coverage) hindrances(r *covered) (out []hindrance) {
	count := func(text string, states int) {
		i := slices.IndexFunc(out, func(h hindrance) bool { return h.text == text })
		if i < 0 {
			i, out = len(out), append(out, hindrance{text, 0})
		}
		out[i].states += states
	}
	for _, l := range r.lacked.Lacks {
		for _, p := range c.premises(r, l) {
			count(p.String(), l.States)
		}
		if len(l.Premises) == 0 {
			count(elsewise(r, l), l.States)
		}
	}
	slices.SortStableFunc(out, func(a, b hindrance) int { return b.states - a.states })
	return out
}

// elsewise says what was in the way where no premise was missing.
func elsewise(r *covered, l sweep.Lack) string {
	switch {
	case l.NoResult:
		return "had no result for a calculation on its right side"
	case r.Stage.Ordered && r.link == nil:
		return "had a rule before it that applied"
	}
	return "had no end of the search for a proof"
}

// premiseData is a premise of a rule.
type premiseData struct {
	Premise string `json:"premise"` // as written
	Times   int    `json:"times"`   // how often the rule needs it
}

func (p premiseData) String() string {
	text := "lacked `" + p.Premise + "`"
	if p.Times > 1 {
		text += fmt.Sprintf(", which it needs %d×", p.Times)
	}
	return text
}

// premises returns those that were missing.
func (c *coverage) premises(r *covered, l sweep.Lack) []premiseData {
	return each(l.Premises, func(i int) premiseData {
		d := premiseData{Premise: c.written(r, i)}
		for k := range r.Premises {
			if c.written(r, k) == d.Premise {
				d.Times++
			}
		}
		return d
	})
}

// written returns a premise as the program has it.
func (c *coverage) written(r *covered, i int) string {
	return onOneLine(c.Program.Source.Slice(r.Premises[i].Span))
}
