package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang/plural"
)

// look finds the premises that rules lacked if they were never enabled.
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
	if errors.Is(err, ctx.Err()) { // an interrupted search gives its results so far
		return nil
	}
	return err
}

// whyNever says why a rule never fired, and what kept it from that the most often.
func (c *coverage) whyNever(r *covered) string {
	if r.lacked.States == 0 {
		return r.reason
	}
	hindrances := c.hindrances(r)
	parts := each(hindrances[:min(len(hindrances), mostNamed)], func(h hindrance) string {
		return percent(h.states, r.lacked.States) + c.told(r, h)
	})
	return fmt.Sprintf("%s; of %s looked at, %s", r.reason, plural.Count(r.lacked.States, "state"),
		strings.Join(parts, ", "))
}

// hindrance is something that kept a rule from being enabled in so many states: too few facts
// for some premises, together with others or not, or something else.
type hindrance struct {
	short  sweep.Short
	other  string // "" where facts are too few
	states int
}

// hindrances counts the states in which each thing was in the way, the most first.
func (c *coverage) hindrances(r *covered) (out []hindrance) {
	count := func(h hindrance) {
		i := slices.IndexFunc(out, func(k hindrance) bool {
			return k.other == h.other && slices.Equal(k.short.Premises, h.short.Premises)
		})
		if i < 0 {
			out = append(out, h)
			return
		}
		all := &out[i]
		all.states += h.states
		all.short.Least, all.short.Most = min(all.short.Least, h.short.Least), max(all.short.Most, h.short.Most)
	}
	for _, l := range r.lacked.Lacks {
		for _, s := range l.Short {
			count(hindrance{short: s, states: l.States})
		}
		if len(l.Short) == 0 {
			count(hindrance{other: c.otherwise(r, l), states: l.States})
		}
	}
	slices.SortStableFunc(out, func(a, b hindrance) int { return b.states - a.states })
	return out
}

// told says what was in the way, after a share of the states.
func (c *coverage) told(r *covered, h hindrance) string {
	s := h.short
	switch {
	case h.other != "":
		return h.other
	case len(s.Premises) == 1:
		return fmt.Sprintf(" lacked `%s`", c.written(r, s.Premises[0]))
	case s.Least < s.Most:
		return fmt.Sprintf(": %s, there are at most %d", report.Needs(c.Program, r.Rule, s.Premises), s.Most)
	}
	return fmt.Sprintf(": %s, %s", report.Needs(c.Program, r.Rule, s.Premises), report.There(s.Most))
}

// otherwise says what was in the way where there were enough facts for each premise.
func (c *coverage) otherwise(r *covered, l sweep.Lack) string {
	switch {
	case len(l.Apart)+len(l.Fails) > 0:
		return ": " + report.Misfit(c.Program, &exec.Miss{Rule: r.Rule, Apart: l.Apart, Copies: l.Copies, Fails: l.Fails})
	case l.NoResult:
		return " had no result for a calculation on its right side"
	case l.Unknown:
		return " had too much to look at, or no end of the search for a proof"
	case r.Stage.Ordered && r.link == nil:
		return " had a rule before it that applied"
	}
	return " had its premises met"
}

// premiseData is a premise of a rule that was missing.
type premiseData struct {
	Premise string `json:"premise"`         // as written
	Times   int    `json:"times"`           // how many facts it and others need that want the same
	There   int    `json:"there,omitempty"` // how many of these there were at the most
}

// missing returns the premises that were missing.
func (c *coverage) missing(r *covered, l sweep.Lack) []premiseData {
	out := []premiseData{}
	for _, s := range l.Short {
		out = c.asked(r, out, s.Premises, s.Most)
	}
	for _, i := range l.Fails {
		out = append(out, premiseData{Premise: c.written(r, i), Times: 1})
	}
	return out
}

// asked adds premises that ask for the same facts, those with the same text once.
func (c *coverage) asked(r *covered, out []premiseData, premises []int, there int) []premiseData {
	for _, i := range premises {
		if d := (premiseData{c.written(r, i), len(premises), there}); !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// written returns a premise as the program has it.
func (c *coverage) written(r *covered, i int) string { return report.Written(c.Program, r.Rule, i) }
