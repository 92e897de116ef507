package coverage

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Data implements [report.Answer].
func (c *Report) Data() any { return c }

// Print prints the report as text.
func (c *Report) Print(b *report.Text) {
	b.Title(c.setup())
	if c.Done == 0 {
		return
	}
	b.Line("%s", c.summary())
	if c.Annotate {
		c.writeListing(b)
		return
	}
	c.writeFrom(b)
	c.writeRules(b)
	c.writeRest(b)
	c.writeProse(b)
	c.writeEnds(b)
}

// summary says how much of everything came up.
func (c *Report) summary() string {
	var rules, links, firedRules, firedLinks, entered int
	for _, r := range c.Rules {
		if r.Link {
			links++
			firedLinks += min(r.Fired, 1)
		} else {
			rules++
			firedRules += min(r.Fired, 1)
		}
	}
	for _, s := range c.Stages {
		entered += min(s.Visits, 1)
	}
	text := fmt.Sprintf("%d of %s", firedRules, english.Count(rules, "rule"))
	if links > 0 {
		text += fmt.Sprintf(" and %d of %s", firedLinks, english.Count(links, "link"))
	}
	text += " fired"
	if len(c.Rules) > 0 {
		text += fmt.Sprintf(" (%s)", table.Percent(c.Fired, len(c.Rules)))
	}
	text += fmt.Sprintf("; %d of %s entered", entered, english.Count(len(c.Stages), "stage"))
	if c.Prose != nil {
		text += fmt.Sprintf("; %d of %s of the prose told", c.Prose.times(), english.Count(len(c.Prose.Variants), "variant"))
	}
	return text
}

// Source returns the name of the file of the program, as messages show it.
func (c *Report) Source() string { return c.program.Source.String() }

// at says where something stands in the program, and which it is.
func (c *Report) at(start syntax.Pos, name string) string {
	return fmt.Sprintf("%s:%s: %s", c.program.Source, start, name)
}

// hardlyEver is in how many of the states where a rule is enabled it is chosen at most
// once, if it almost always loses.
const hardlyEver = 100

// writeRules says which rules never fired, which hardly ever were chosen, and how likely
// the others are.
func (c *Report) writeRules(b *report.Text) {
	var never, losing []string
	for _, r := range c.Rules {
		switch at := c.at(r.rule.Start, r.Name); {
		case r.Fired == 0:
			never = append(never, at+": "+c.whyNever(r))
		case r.Fired*hardlyEver <= r.Enabled:
			losing = append(losing, fmt.Sprintf("%s: chosen in %d of %s where it was enabled (%s expected); lost %s",
				at, r.Fired, english.Count(r.Enabled, "state"), table.Decimal(r.Expected), r.lost()))
		}
	}
	b.List("Never fired", never)
	b.List("Almost always lose", losing)
	c.writeLikely(b)
}

// lost says to which rules another lost, and what they took from it.
func (r *Rule) lost() string {
	var parts []string
	for _, l := range r.Lost[:min(len(r.Lost), mostNamed)] {
		part := fmt.Sprintf("%d× to %s", l.Times, l.To)
		if l.Took > 0 && !r.Link {
			needed := "chance"
			if len(l.Over) > 0 {
				needed = "`" + strings.Join(l.Over, "` or `") + "`"
			}
			part += fmt.Sprintf(", which took its %s %d×", needed, l.Took)
		}
		parts = append(parts, part)
	}
	if more := len(r.Lost) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and to %d more", more))
	}
	return strings.Join(parts, "; ")
}

// writeLikely writes a table of the rules that fired, the least likely first. Its last column names
// the batches of runs in which a rule fired, if there are several.
func (c *Report) writeLikely(b *report.Text) {
	likely := slices.DeleteFunc(slices.Clone(c.Rules), func(r *Rule) bool { return r.Fired == 0 })
	if len(likely) == 0 {
		return
	}
	slices.SortStableFunc(likely, func(x, y *Rule) int {
		if d := x.Fired*y.Enabled - y.Fired*x.Enabled; d != 0 {
			return d
		}
		return x.Runs - y.Runs
	})
	several := min(len(c.From)-1, 1)
	var t table.Table
	heads := []string{"rule", "stage", "in runs", "share", "fired", "enabled", "chosen", "expected"}
	t.Row(heads, []string{"from"}[:several])
	for _, r := range likely {
		runs, chosen := table.Percent(r.Runs, c.Done), table.Percent(r.Fired, r.Enabled)
		expected := fmt.Sprintf("%.1f %%", 100*r.Expected/float64(r.Enabled))
		t.Row([]string{r.Name, r.Stage, strconv.Itoa(r.Runs), runs}, table.Numbers(r.Fired, r.Enabled),
			[]string{chosen, expected}, []string{c.names(r)}[:several])
	}
	t.List(b, "Fired, the least likely first")
}

// writeRest writes the other parts of the program that never came up.
func (c *Report) writeRest(b *report.Text) {
	var stages, never, needless []string
	for _, s := range c.Stages {
		if s.Visits == 0 {
			stages = append(stages, c.at(s.stage.Start, s.Name)+": "+s.Reason)
		}
	}
	for _, f := range c.Facts {
		line := c.at(f.pred.Start, f.Predicate) + ": " + f.Reason
		if f.Made {
			needless = append(needless, line)
		} else {
			never = append(never, line)
		}
	}
	b.List("Stages never entered", stages)
	b.List("Facts that were never there", never)
	b.List("Facts that nothing needed", needless)
}
