package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/themes"
)

// ruleBoxes are the nodes of the rules view: of the rules that fired and, after
// them, of those that did not and are needed for what could have been.
type ruleBoxes struct {
	*artist
	names map[string]string // by rule
	idle  map[string]bool   // the rules that did not fire
}

func (b *ruleBoxes) fired(rule string) bool { return !b.idle[rule] }

// possible draws what did not happen: facts that could have passed, and those
// whom others kept from firing.
func (a *artist) possible(rules []causal.RuleNode) {
	b := &ruleBoxes{artist: a, names: make(map[string]string), idle: make(map[string]bool)}
	for i, n := range rules {
		b.names[n.Rule] = ruleName(i)
	}
	for _, l := range a.Possible {
		a.edge(b.find(l.From), b.find(l.To), b.couldFeed(l)...)
	}
	for _, p := range a.Preventions {
		a.prevented(b.find(p.Winner), b.find(p.Loser), p)
	}
}

// find returns the node of a rule, and adds one where it never fired.
func (b *ruleBoxes) find(rule string) string {
	if name, ok := b.names[rule]; ok {
		return name
	}
	b.idle[rule] = true
	name := "n" + strconv.Itoa(len(b.idle))
	b.names[rule] = name
	faint := themes.Shape{Fill: b.look.Background, Border: b.look.Faint, Ink: b.look.Faint}
	b.node(name, slices.Concat(attrs{
		{"id", name}, {"tooltip", b.ruleTip(rule, "never fired")}, {"class", "rule idle " + class("rule", rule)},
	}, box(short(rule)+"\nnever"), style(faint, "filled,rounded,dashed"))...)
	return name
}

// couldFeed returns the look of an arrow for what could have passed from a rule
// to another and never did. Where both have fired, what did pass says what stands
// above what.
func (b *ruleBoxes) couldFeed(l causal.PossibleLink) attrs {
	preds := slices.Concat(l.Consumed, l.Read)
	slices.Sort(preds)
	place := attr{"weight", "0"}
	if b.fired(l.From) && b.fired(l.To) {
		place = attr{"constraint", "false"}
	}
	return attrs{
		{"class", "possible"}, {"tooltip", plain("never: " + strings.Join(slices.Compact(preds), ", "))},
		{"color", b.look.Faint}, {"penwidth", "0.5"}, {"arrowhead", "onormal"}, place,
	}
}

// prevented draws how often a rule kept another from firing. The arrow ends in a
// bar, and says nothing of what stands above what.
func (a *artist) prevented(from, to string, p causal.RulePrevention) {
	over := strings.Join(p.Preds, ", ")
	tip := fmt.Sprintf("%s prevented %s %d×, over %s", p.Winner, p.Loser, p.Count, over)
	if p.Later > 0 {
		tip += fmt.Sprintf("; %d× it fired later all the same", p.Later)
	}
	a.edge(from, to, attr{"class", "prevention"}, attr{"tooltip", plain(tip)},
		attr{"headlabel", fmt.Sprintf("%d×", p.Count)}, attr{"labeldistance", "1.8"},
		attr{"style", "dotted"}, attr{"penwidth", "1.5"}, attr{"arrowhead", "tee"}, attr{"constraint", "false"})
}
