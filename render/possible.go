package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// ruleBoxes are the nodes of the rules view: of the rules that fired and, after
// them, of those that did not and are needed for what could have been.
type ruleBoxes struct {
	*artist
	names map[string]string // by rule
	idle  map[string]bool   // the rules that did not fire
}

func (b *ruleBoxes) fired(rule string) bool { return !b.idle[rule] }

// possible draws events that did not happen: facts that could have passed between rules and never
// did, and rules that were prevented from firing, with how often. The arrows of these end in a bar,
// and do not say which rule stands above the other.
func (a *artist) possible(rules []rules.Node) {
	b := &ruleBoxes{artist: a, names: make(map[string]string), idle: make(map[string]bool)}
	for i, n := range rules {
		b.names[n.Rule] = ruleName(i)
	}
	if !a.draws(Latent) {
		a.Possible = nil
	}
	if !a.draws(Prevents) {
		a.Preventions = nil
	}
	for _, l := range a.Possible {
		preds := slices.Concat(l.Consumed, l.Read)
		slices.Sort(preds)
		e := couldFeedLook()
		e.Classes, e.Tip = []string{"possible"}, visible.Picture("never: "+strings.Join(slices.Compact(preds), ", "))
		from, to := b.find(l.From), b.find(l.To)
		e.Loose = b.fired(l.From) && b.fired(l.To) // the facts that did pass say which stands above the other
		a.connect(from, to, e)
	}
	for _, p := range a.Preventions {
		tip := fmt.Sprintf("%s prevented %s %d×, over %s", p.Winner, p.Loser, p.Count, strings.Join(p.Kinds, ", "))
		if p.Later > 0 {
			tip += fmt.Sprintf("; %d× it fired later all the same", p.Later)
		}
		e := preventedLook()
		e.Classes, e.Tip, e.Text, e.Loose = []string{"prevention"}, visible.Picture(tip),
			[]string{grouped(p.Count) + "×"}, true
		a.connect(b.find(p.Winner), b.find(p.Loser), e)
	}
	b.legend()
}

// legend says how to read what did not happen, where there is any.
func (b *ruleBoxes) legend() {
	if len(b.Possible) > 0 {
		sample := couldFeedLook()
		b.explain("could have fed it, and never did", nil, &sample)
	}
	if len(b.Preventions) > 0 {
		sample := preventedLook()
		b.explain("prevented it, by using up what it needed", nil, &sample)
	}
}

func couldFeedLook() diagram.Edge {
	return diagram.Edge{Look: diagram.Faint, Width: 0.5, Head: diagram.Hollow}
}

func preventedLook() diagram.Edge {
	return diagram.Edge{Look: diagram.Line, Width: 1.5, Stroke: diagram.Dotted, Head: diagram.Tee}
}

// find returns the node of a rule, and adds one where it never fired.
func (b *ruleBoxes) find(rule string) string {
	if name, ok := b.names[rule]; ok {
		return name
	}
	b.idle[rule] = true
	name := "n" + strconv.Itoa(len(b.idle))
	b.names[rule] = name
	b.add(diagram.Node{
		ID: name, Look: diagram.Idle, Dashed: true, Text: []string{b.short(rule), "never"},
		Tip: b.ruleTip(rule, "never fired"), Classes: []string{"rule", "idle", class("rule", rule)},
	})
	return name
}

// Arrow is a kind of arrow of the Rules view.
type Arrow string

// The kinds of arrows.
const (
	Uses     Arrow = "uses"     // a rule used up, and perhaps read, what another had made
	onlyRead Arrow = "reads"    // it only read that
	moves    Arrow = "moves"    // it left the stage to which another had moved
	Latent   Arrow = "possible" // another could have fed it, and never did
	Prevents Arrow = "prevents" // a rule kept another from firing
)

// Arrows returns all kinds of arrows, those that matter most first.
func Arrows() []Arrow { return []Arrow{Uses, onlyRead, moves, Prevents, Latent} }

// arrowOf returns the kind of the arrow that shows what passed between two rules.
func arrowOf(e *rules.Edge) Arrow {
	if e.Consumed == 0 {
		return onlyRead
	}
	return Uses
}

// draws reports whether arrows of a kind are drawn.
func (o *Options) draws(k Arrow) bool { return o.Arrows == nil || slices.Contains(o.Arrows, k) }

// asked returns a rule graph with those of its arrows that are to be drawn.
func (a *artist) asked(rg *rules.Graph) *rules.Graph {
	if a.Arrows == nil {
		return rg
	}
	out := &rules.Graph{Nodes: rg.Nodes}
	for i := range rg.Edges {
		if e := &rg.Edges[i]; a.draws(arrowOf(e)) {
			out.Edges = append(out.Edges, *e)
		}
	}
	return out
}

// maxPreventions is how many of the pairs of rules that compete [Options.Thin] leaves.
const maxPreventions = 30

// Omission is the part of a kind of arrows that a picture of rules does not show.
type Omission struct {
	Arrow Arrow
	Text  string // names of the parts that are not shown, and why
	Some  bool   // only some of them are not
}

// Thin leaves out kinds of arrows of the Rules view with which there would be more than one can follow. What was used
// up and the moves are always drawn; of the competition, as much as there is room for.
func (o *Options) Thin(rules *rules.Graph) (left []Omission) {
	used := usedArrows(rules)
	room := maxArrows - used
	o.Arrows = []Arrow{Uses, moves}
	fit := func(n int, k Arrow, what string) {
		if n <= max(room, 0) {
			o.Arrows = append(o.Arrows, k)
			room -= n
			return
		}
		left = append(left, Omission{Arrow: k,
			Text: fmt.Sprintf("it does not show the %d %s, for they would hide the rest", n, what)})
	}
	fit(len(rules.Edges)-used, onlyRead, "arrows of facts that are only read")
	if n, most := len(o.Preventions), min(room, maxPreventions); n > most && most > 0 {
		o.Preventions = o.Preventions[:most]
		left = append(left, Omission{Arrow: Prevents, Some: true,
			Text: fmt.Sprintf("of the competition it shows the %d most frequent of %d pairs of rules", most, n)})
	}
	fit(len(o.Preventions), Prevents, "pairs of rules that compete")
	fit(len(o.Possible), Latent, "links that could have been"+o.undrawn(rules))
	return left
}

// undrawn says of how many rules there is nothing in a picture without what could have been:
// those that never fired, unless one of the rules that are drawn prevented them.
func (o *Options) undrawn(rules *rules.Graph) string {
	drawn := make(map[string]bool)
	for _, n := range rules.Nodes {
		drawn[n.Rule] = true
	}
	if slices.Contains(o.Arrows, Prevents) {
		for _, p := range o.Preventions {
			drawn[p.Winner], drawn[p.Loser] = true, true
		}
	}
	n := 0
	for _, l := range o.Possible {
		for _, rule := range []string{l.From, l.To} {
			if !drawn[rule] {
				drawn[rule] = true
				n++
			}
		}
	}
	if n == 0 {
		return ""
	}
	return ", nor " + english.Count(n, "rule") + " that never fired"
}
