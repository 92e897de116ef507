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
// arrows to them, the wider the more. Rules that all feed each other stand in one
// frame. What could have happened and did not comes last.
func (a *artist) rules() {
	rg := a.Rules
	if rg == nil {
		rg = a.graph.Condense()
	}
	for i := range rg.Nodes {
		a.rule(ruleName(i), &rg.Nodes[i])
	}
	a.loops(rg)
	for i := range rg.Edges {
		a.feed(&rg.Edges[i])
	}
	for _, m := range a.moves(rg.Nodes) {
		a.move(&m)
	}
	a.possible(rg.Nodes)
}

// loops frames the rules of each loop of several.
func (a *artist) loops(rg *causal.RuleGraph) {
	for _, loop := range rg.Loops() {
		if len(loop) == 1 {
			continue // an arrow to itself shows it
		}
		var names, rules []string
		for _, i := range loop {
			names, rules = append(names, ruleName(i)), append(rules, plain(rg.Nodes[i].Rule))
		}
		a.frame(names, attr{"class", "loop"}, attr{"tooltip", "these feed each other: " + strings.Join(rules, ", ")},
			attr{"style", "rounded"}, attr{"color", a.look.Faint}, attr{"margin", "12"})
	}
}

func ruleName(i int) string { return "r" + strconv.Itoa(i+1) }

func (a *artist) rule(name string, n *causal.RuleNode) {
	if n.Count == 0 {
		a.node(name, slices.Concat(attrs{
			{"id", name}, {"tooltip", a.ruleTip(n.Rule, "in stage "+plain(n.Stage))}, {"class", "rule " + class("rule", n.Rule)},
		}, box(short(n.Rule)), style(a.look.Event, "filled,rounded"))...)
		return
	}
	first := a.graph.Step(n.First)
	tip := a.ruleTip(n.Rule, fmt.Sprintf("fired %d×, first as %s", n.Count, first.ID))
	a.node(name, slices.Concat(attrs{
		{"id", name}, {"tooltip", tip}, {"class", "rule " + class("rule", n.Rule)},
	}, box(fmt.Sprintf("%s\n%d×", short(n.Rule), n.Count)), style(a.eventShape(first), "filled,rounded"), a.link(first))...)
}

// ruleTip returns the name of a rule, what there is to say of it, and the rule.
func (a *artist) ruleTip(rule, says string) string {
	tip := plain(rule) + "\n" + says
	if text := a.ruleText(rule); text != "" {
		tip += "\n\n" + layout(text)
	}
	return tip
}

// feed draws what one rule made for another.
func (a *artist) feed(e *causal.RuleEdge) {
	kind, dashes, label := "feed", attrs(nil), feedLabel(e)
	if a.Rules != nil {
		label = edgeLabel(e.Preds, potentialUse(e))
	}
	if e.Consumed == 0 {
		kind, dashes = "read", a.readStyle()
	}
	a.edge(ruleName(e.From), ruleName(e.To), append(attrs{
		{"class", kind}, {"label", label}, {"tooltip", plain(strings.Join(e.Preds, ", "))},
		{"penwidth", penWidth(e.Consumed + e.Read)},
	}, dashes...)...)
}

// feedLabel says which predicates pass along an edge, and below how many of
// their facts are used up and how many are only read, where there are any:
// `word, at` and `2 used, 1 read`.
func feedLabel(e *causal.RuleEdge) string {
	var counts []string
	if e.Consumed > 0 {
		counts = append(counts, fmt.Sprintf("%d used", e.Consumed))
	}
	if e.Read > 0 {
		counts = append(counts, fmt.Sprintf("%d read", e.Read))
	}
	return edgeLabel(e.Preds, strings.Join(counts, ", "))
}

// potentialUse says what would become of facts where nothing has happened yet.
func potentialUse(e *causal.RuleEdge) string {
	switch {
	case e.Read == 0:
		return "used"
	case e.Consumed == 0:
		return "read"
	}
	return "used, read"
}

// edgeLabel puts a count below what is counted. The spaces keep it off the arrow
// to its left and off others.
func edgeLabel(names []string, count string) string {
	label := wrap(strings.Join(names, ", ")) + "\n" + count
	const left, right = "\u00a0\u00a0", "\u00a0"
	return left + strings.ReplaceAll(label, "\n", right+"\n"+left) + right
}

// move draws that a rule moved from the stage to which another had moved.
func (a *artist) move(e *causal.RuleEdge) {
	count := fmt.Sprintf("%d×", e.Consumed)
	a.edge(ruleName(e.From), ruleName(e.To), append(a.tieStyle(strings.Join(e.Preds, ", ")),
		attr{"label", edgeLabel(e.Preds, count)})...)
}

// maxPen is the widest arrow, in points. A wider one would cover its label.
const maxPen = 4

// penWidth grows with the logarithm of the weight, in points: 1 for a single
// resource, and a third more for twice as many.
func penWidth(weight int) string {
	return strconv.FormatFloat(min(1+math.Log2(float64(weight))/3, maxPen), 'f', 2, 64)
}
