package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
)

// rules draws each rule that fired as a box, and what it made for others as
// arrows to them, the wider the more.
func (a *artist) rules() {
	rg := a.graph.Condense()
	for i := range rg.Nodes {
		a.rule(ruleName(i), &rg.Nodes[i])
	}
	for i := range rg.Edges {
		a.feed(&rg.Edges[i])
	}
}

func ruleName(i int) string { return "r" + strconv.Itoa(i+1) }

func (a *artist) rule(name string, n *causal.RuleNode) {
	first := a.graph.Step(n.First)
	tip := fmt.Sprintf("%s\nfired %d×, first as %s", plain(n.Rule), n.Count, first.ID)
	if text := a.ruleText(n.Rule); text != "" {
		tip += "\n\n" + layout(text)
	}
	a.node(name, slices.Concat(attrs{
		{"id", name}, {"tooltip", tip}, {"class", "rule " + class("rule", n.Rule)},
	}, box(fmt.Sprintf("%s\n%d×", short(n.Rule), n.Count)), style(a.eventShape(first), "filled,rounded"), a.link(first))...)
}

// feed draws what one rule made for another. The space before the label keeps
// it off the line.
func (a *artist) feed(e *causal.RuleEdge) {
	kind, dashes := "feed", attrs(nil)
	if e.Consumed == 0 {
		kind, dashes = "read", a.readStyle()
	}
	a.edge(ruleName(e.From), ruleName(e.To), append(attrs{
		{"class", kind}, {"label", "\u00a0" + feedLabel(e)}, {"tooltip", plain(strings.Join(e.Preds, ", "))},
		{"penwidth", penWidth(e.Consumed + e.Read)},
	}, dashes...)...)
}

// feedLabel says which predicates pass along an edge and how often: `anger 3×`,
// or `at 3×, read 2×` where some are read. The dashes of an edge that only
// reads say so already.
func feedLabel(e *causal.RuleEdge) string {
	preds := short(strings.Join(e.Preds, ", "))
	switch {
	case e.Consumed == 0:
		return fmt.Sprintf("%s %d×", preds, e.Read)
	case e.Read == 0:
		return fmt.Sprintf("%s %d×", preds, e.Consumed)
	}
	return fmt.Sprintf("%s %d×, read %d×", preds, e.Consumed, e.Read)
}

// penWidth grows with the logarithm of the weight, in points: one resource is a
// hairline, a thousand are still narrower than a box.
func penWidth(weight int) string {
	return strconv.FormatFloat(1+math.Log2(float64(weight))/2, 'f', 2, 64)
}
