package coverage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Lack is what a rule lacked in so many states. There is nothing but the number where all was met, and
// a rule of an ordered stage came first.
type Lack struct {
	Premises []Premise `json:"premises"`
	Apart    []string  `json:"apart,omitempty"` // variables of which the facts that were there had no one value
	// Copies are premises that ask for one fact, of which there never were enough copies for one value
	// of the variables in Apart.
	Copies   []Premise `json:"copies,omitempty"`
	NoResult bool      `json:"noResult,omitempty"`
	Unknown  bool      `json:"unknown,omitempty"` // the search found no end
	States   int       `json:"states"`
}

// Premise is a premise of a rule that was missing.
type Premise struct {
	Premise string `json:"premise"`         // as written
	Times   int    `json:"times"`           // how many facts it and others need that want the same
	There   int    `json:"there,omitempty"` // how many of these there were at the most
}

// look finds the premises that rules lacked if they were never enabled.
func (c *Report) look(ctx context.Context) error {
	var rules []int
	for i, r := range c.Rules {
		if r.Cause == unmet {
			rules = append(rules, i)
		}
	}
	if len(rules) == 0 {
		return nil
	}
	var made []sweep.Visited
	for _, b := range c.From {
		made = append(made, sweep.Visited{Made: b.Planned, First: func(at sweep.Place) []mergeable.SeedCount {
			return b.counts.stages[b.of.at[at.Stage]].firstCounts(at.Rest).Runs
		}})
	}
	lacked, err := sweep.Absences(ctx, made, rules)
	for rule, a := range lacked {
		r := c.Rules[rule]
		r.Looked, r.lacks = a.States, a.Lacks
		for _, l := range a.Lacks {
			apart, copies := report.Variables(r.rule, l.Apart), c.asked(r, nil, l.Copies, 0)
			r.Lacked = append(r.Lacked, Lack{c.premises(r, l), apart, copies, l.NoResult, l.Unknown, l.States})
		}
	}
	if errors.Is(err, ctx.Err()) { // an interrupted search gives its results so far
		return nil
	}
	return err
}

// whyNever says why a rule never fired, and what kept it from that the most often.
func (c *Report) whyNever(r *Rule) string {
	if r.Looked == 0 {
		return r.Reason
	}
	var parts []string
	hindrances := c.hindrances(r)
	for _, h := range hindrances[:min(len(hindrances), mostNamed)] {
		parts = append(parts, table.Percent(h.states, r.Looked)+c.told(r, h))
	}
	return fmt.Sprintf("%s; of %s looked at, %s", r.Reason, english.Count(r.Looked, "state"), strings.Join(parts, ", "))
}

// hindrance is something that kept a rule from being enabled in so many states: too few facts
// for some premises, together with others or not, or something else.
type hindrance struct {
	short  sweep.Short
	other  string // "" where facts are too few
	states int
}

// hindrances counts the states in which each thing was in the way, the most first.
func (c *Report) hindrances(r *Rule) (out []hindrance) {
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
	for _, l := range r.lacks {
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
func (c *Report) told(r *Rule, h hindrance) string {
	s := h.short
	switch {
	case h.other != "":
		return h.other
	case len(s.Premises) == 1:
		return fmt.Sprintf(" lacked `%s`", c.written(r, s.Premises[0]))
	case s.Least < s.Most:
		return fmt.Sprintf(": %s, there are at most %d", report.Needs(c.program, r.rule, s.Premises), s.Most)
	}
	return fmt.Sprintf(": %s, %s", report.Needs(c.program, r.rule, s.Premises), report.There(s.Most))
}

// otherwise says what was in the way where there were enough facts for each premise.
func (c *Report) otherwise(r *Rule, l sweep.Lack) string {
	switch {
	case len(l.Apart)+len(l.Fails) > 0:
		return ": " + report.Misfit(c.program, &exec.Miss{Rule: r.rule, Apart: l.Apart, Copies: l.Copies, Fails: l.Fails})
	case l.NoResult:
		return " had no result for a calculation on its right side"
	case l.Unknown:
		return " had too much to look at, or no end of the search for a proof"
	case r.rule.Stage.Ordered && !r.Link:
		return " had a rule before it that applied"
	}
	return " had its premises met"
}

// premises returns the premises that were missing.
func (c *Report) premises(r *Rule, l sweep.Lack) []Premise {
	out := []Premise{}
	for _, s := range l.Short {
		out = c.asked(r, out, s.Premises, s.Most)
	}
	for _, i := range l.Fails {
		out = append(out, Premise{Premise: c.written(r, i), Times: 1})
	}
	return out
}

// asked adds premises that ask for the same facts, those with the same text once.
func (c *Report) asked(r *Rule, out []Premise, premises []int, there int) []Premise {
	for _, i := range premises {
		if d := (Premise{c.written(r, i), len(premises), there}); !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// written returns a premise as the program has it.
func (c *Report) written(r *Rule, i int) string { return report.Written(c.program, r.rule, i) }
