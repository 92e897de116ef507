package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// show prints the report, unless only errors are wanted.
func (c *coverage) show() error {
	switch {
	case c.json:
		return writeJSON(c.Out, c.data())
	case c.quiet:
		return nil
	}
	b := &report.Text{All: c.all}
	b.Title(c.setup())
	switch {
	case len(c.Rows) == 0:
	case c.annotate:
		b.Line("%s", c.summary())
		c.writeListing(b)
	default:
		b.Line("%s", c.summary())
		c.writeFrom(b)
		c.writeRules(b)
		c.writeRest(b)
		c.writeProse(b)
		c.writeEnds(b)
	}
	_, err := c.Out.Write(b.Bytes())
	return err
}

// summary says how much of everything came up.
func (c *coverage) summary() string {
	parts := []string{c.summaryOfRules()}
	entered := len(c.stages) - len(c.unentered())
	parts = append(parts, fmt.Sprintf("%d of %s entered", entered, plural.Count(len(c.stages), "stage")))
	if c.words != nil {
		parts = append(parts, fmt.Sprintf("%d of %s of the prose told", c.words.times(),
			plural.Count(len(c.words.variants), "variant")))
	}
	return strings.Join(parts, "; ")
}

func (c *coverage) summaryOfRules() string {
	var rules, links []*covered
	for _, r := range c.rules {
		if r.link == nil {
			rules = append(rules, r)
		} else {
			links = append(links, r)
		}
	}
	text := covers(rules, "rule")
	if len(links) > 0 {
		text += " and " + covers(links, "link")
	}
	if len(c.rules) == 0 {
		return text + " fired"
	}
	return fmt.Sprintf("%s fired (%s)", text, percent(c.fired(), len(c.rules)))
}

// covers says how many of some rules fired.
func covers(rules []*covered, word string) string {
	n := 0
	for _, r := range rules {
		n += min(r.fired, 1)
	}
	return fmt.Sprintf("%d of %s", n, plural.Count(len(rules), word))
}

// at says where something stands in the program, and which it is.
func (c *coverage) at(span syntax.Span, name string) string {
	return fmt.Sprintf("%s:%s: %s", c.Program.Source, span.Start, name)
}

// writeRules says which rules never fired, which hardly ever were chosen, and how likely
// the others are.
func (c *coverage) writeRules(b *report.Text) {
	var never, losing []string
	for _, r := range c.rules {
		switch {
		case r.fired == 0:
			never = append(never, c.at(r.Span, r.Label)+": "+c.whyNever(r))
		case r.loses():
			losing = append(losing, c.at(r.Span, r.Label)+": "+c.losing(r))
		}
	}
	b.List("Never fired", never)
	b.List("Almost always lose", losing)
	c.writeLikely(b)
}

// writeLikely writes a table of the rules that fired, the least likely first.
func (c *coverage) writeLikely(b *report.Text) {
	likely := slices.DeleteFunc(slices.Clone(c.rules), func(r *covered) bool { return r.fired == 0 })
	if len(likely) == 0 {
		return
	}
	slices.SortStableFunc(likely, func(x, y *covered) int {
		if d := x.fired*y.could.States - y.fired*x.could.States; d != 0 {
			return d
		}
		return x.runs - y.runs
	})
	var g grid
	g.row(cells("rule", "stage", "in runs", "share", "fired", "enabled", "chosen", "expected"), c.fromHead())
	for _, r := range likely {
		g.row(cells(r.Label, r.Stage.Name, strconv.Itoa(r.runs), percent(r.runs, len(c.Rows)), strconv.Itoa(r.fired),
			strconv.Itoa(r.could.States), percent(r.fired, r.could.States), r.expected()), c.fromCell(r))
	}
	g.list(b, "Fired, the least likely first")
}

// fromHead and fromCell are a column that names the batches of runs in which a rule fired, if there
// are several.
func (c *coverage) fromHead() []string { return cells("from")[:min(len(c.from)-1, 1)] }

func (c *coverage) fromCell(r *covered) []string { return cells(c.names(r))[:min(len(c.from)-1, 1)] }

// expected says how large the part of the states is in which a rule was to be chosen.
func (r *covered) expected() string {
	return fmt.Sprintf("%.1f %%", 100*r.could.Expected/float64(r.could.States))
}

// unentered returns the stages that were never entered.
func (c *coverage) unentered() []*visited {
	return slices.DeleteFunc(slices.Clone(c.stages), func(s *visited) bool { return s.visits > 0 })
}

// writeRest writes the other parts of the program that never came up.
func (c *coverage) writeRest(b *report.Text) {
	b.List("Stages never entered", texts(c.unentered(), func(s *visited) string { return c.at(s.Span, s.Name) + ": " + s.reason }))
	var never, needless []string
	for _, p := range c.idle {
		line := c.at(p.Span, p.Name) + ": " + p.reason
		if p.made {
			needless = append(needless, line)
		} else {
			never = append(never, line)
		}
	}
	b.List("Facts that were never there", never)
	b.List("Facts that nothing needed", needless)
}

// writeProse writes the passages of the prose that were never told, and the rules that have none.
func (c *coverage) writeProse(b *report.Text) {
	if c.words == nil {
		return
	}
	var never, lacking []string
	for i, v := range c.words.variants {
		if c.words.told[i] == 0 {
			never = append(never, fmt.Sprintf("%s: %s: %s", v.At, v.Heading, c.silence(v)))
		}
	}
	for _, i := range c.words.untold {
		if rule := c.rules[i]; rule.fired > 0 {
			lacking = append(lacking, fmt.Sprintf("%s: fired %d×", c.at(rule.Span, rule.Label), rule.fired))
		}
	}
	b.List("Prose never told", never)
	b.List("Fired, and there is no prose for it", lacking)
}
