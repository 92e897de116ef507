package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// groups draws events, each by itself or several in one box.
func (a *artist) groups() {
	several := false
	for i := range a.folding.Groups {
		g := &a.folding.Groups[i]
		a.add(a.group(g))
		several = several || len(g.Events) > 1
	}
	a.colourGroups()
	if several {
		box := &diagram.Node{Look: diagram.Event, Double: true}
		text := a.say("several events in one box")
		if a.points != nil {
			events, boxes := a.boxed()
			text = a.say("{steps} in {boxes}", "steps", a.counted(events, "event"), "boxes", a.counted(boxes, "box"))
			box.Look = diagram.Resource
		}
		a.Legend = append(a.Legend, diagram.Entry{Text: text, Node: box})
	}
}

// groupID is the id of the node of a group: that of its one event, or `g7` where the
// first of several is t7.
func (a *artist) groupID(g *fold.Group) string {
	first := a.graph.Step(g.Events[0]).ID
	if len(g.Events) == 1 {
		return first.String()
	}
	return fmt.Sprintf("g%d", int(first))
}

// group returns the box of a group.
func (a *artist) group(g *fold.Group) diagram.Node {
	if len(g.Events) == 1 {
		return a.event(g.Events[0])
	}
	first := a.graph.Step(g.Events[0])
	n := diagram.Node{
		ID: a.groupID(g), Look: diagram.Event, Double: true, Text: a.groupLabel(g), Tip: a.groupStory(g), URL: a.link(first),
		Classes: []string{"transition", "group"}, Born: int(g.Events[0]) + 1, Stands: len(g.Events),
	}
	for _, r := range a.tally(g) {
		n.Classes = append(n.Classes, class("rule", r.name))
	}
	if a.points != nil {
		n.Look = diagram.Resource // turning points have the colours
	}
	return a.sided(n, a.sideOfGroup(g))
}

// sideOfGroup is the side on which most of its events are.
func (a *artist) sideOfGroup(g *fold.Group) compare.Side {
	return sideOfMost(len(g.Events), func(i int) compare.Side { return a.sideOf(a.graph.Step(g.Events[i])) })
}

// isPure reports whether all events of a group are on the same side.
func (a *artist) isPure(g *fold.Group) bool {
	side := a.sideOf(a.graph.Step(g.Events[0]))
	return !slices.ContainsFunc(g.Events, func(e causal.Event) bool { return a.sideOf(a.graph.Step(e)) != side })
}

// tallied is a name and how often it comes.
type tallied struct {
	name  string
	count int
}

// tally counts the rules of a group, the most frequent first, of equals the first to
// fire.
func (a *artist) tally(g *fold.Group) []tallied {
	return tally(len(g.Events), func(i int) string { return a.graph.Label(g.Events[i]) })
}

func tally(n int, name func(int) string) []tallied {
	var out []tallied
	index := make(map[string]int)
	for i := range n {
		k, ok := index[name(i)]
		if !ok {
			k = len(out)
			index[name(i)] = k
			out = append(out, tallied{name: name(i)})
		}
		out[k].count++
	}
	slices.SortStableFunc(out, func(a, b tallied) int { return cmp.Compare(b.count, a.count) })
	return out
}

// lines writes the first of a tally, and how many more there are.
func (a *artist) lines(all []tallied, most int) []string {
	var out []string
	for i, t := range all {
		if i == most-1 && len(all) > most {
			return append(out, a.say("and {n} more", "n", len(all)-i))
		}
		out = append(out, fmt.Sprintf("%s %s×", a.short(t.name), grouped(t.count)))
	}
	return out
}

// groupLabel says what stands in a box: `do/tick 12×` and `t3 … t30` for one rule; the
// number of events and the most frequent rules for several; and first which visit to a stage,
// which turn or which rounds they are: `round 7: ann, bea` and `t3 … t30, 12 events`, or
// `round 7: 12 events` and `t3 … t30`.
func (a *artist) groupLabel(g *fold.Group) []string {
	events := a.counted(len(g.Events), "event")
	ids := a.nameOf(a.graph.Step(g.Events[0])) + " … " + a.nameOf(a.graph.Step(g.Events[len(g.Events)-1]))
	rules := a.tally(g)
	var mixed []string
	if text := a.mixed(g); text != "" {
		mixed = []string{text}
	}
	if rounds := a.roundsOf(g); rounds != "" {
		head := []string{rounds + ": " + events, ids}
		if turns := a.turnsOf(g); turns != "" {
			head = []string{rounds + ": " + turns, ids + ", " + events}
		}
		return slices.Concat(head, mixed, a.lines(rules, 3))
	}
	if len(rules) == 1 {
		return slices.Concat(a.stagesOf(g), a.lines(rules, 1), []string{ids}, mixed)
	}
	return slices.Concat(a.stagesOf(g), []string{ids + ", " + events}, mixed, a.lines(rules, 3))
}

// roundsOf names the rounds of the run that a box is: `round 7`, `rounds 7 to 9`, or by the
// fact that counts them, `day 7`, `day 7 to day 9`; "" where it is something else.
func (a *artist) roundsOf(g *fold.Group) string {
	from, to := a.folding.Rounds(g)
	switch {
	case from == 0:
		return ""
	case from == to:
		return a.round(from)
	case a.folding.RoundName(from) != "":
		return a.say("{from} to {to}", "from", a.round(from), "to", a.round(to))
	default:
		return a.say("rounds {from} to {to}", "from", grouped(from), "to", grouped(to))
	}
}

// round names a round: `round 7`, or by the fact that counts the rounds, `day 7`.
func (a *artist) round(n int) string {
	return a.short(cmp.Or(a.folding.RoundName(n), a.say("round {n}", "n", grouped(n))))
}

// mostTurns is how many turns the box of a round names.
const mostTurns = 4

// turnsOf lists the turns of a box that is one round, if facts mark these: `ann, bea`. It
// leaves out the predicate where it is the same for all; "" where there are too many turns.
func (a *artist) turnsOf(g *fold.Group) string {
	marks := a.folding.Marks(g)
	if from, to := a.folding.Rounds(g); from != to || len(marks) < 2 || len(marks) > mostTurns {
		return ""
	}
	pred, _, _ := strings.Cut(marks[0], " ")
	var values []string
	for _, mark := range marks {
		if value, ok := strings.CutPrefix(mark, pred+" "); ok {
			values = append(values, strings.Trim(value, " _"))
		}
	}
	if len(values) < len(marks) {
		values = marks
	}
	text := strings.Join(values, ", ")
	if short(text) != text {
		return ""
	}
	return text
}

// stagesOf names the turn that a box is, `round 7, turn ann`, or the stages that a box of
// visits has: `stage day`, `round 7, stage day`, `stages day, night`. Of a part of a turn or of
// a visit it says so.
func (a *artist) stagesOf(g *fold.Group) []string {
	stretches := g.Method == fold.Turns || g.Method == fold.Stages || g.Method == fold.Rounds || g.Method == fold.Spans ||
		slices.Contains(a.Collapse, fold.Turns) || slices.Contains(a.Collapse, fold.Stages)
	fact, whole := a.folding.Turn(g)
	text := fact
	if stage, all := a.folding.Visit(g); text == "" && stage != "" {
		text, whole = a.say("stage {stage}", "stage", stage), all
	}
	if !whole && !stretches {
		return nil
	}
	if text != "" {
		if !whole {
			text = a.say("part of {what}", "what", text)
		}
		if round := a.folding.Round(g); round > 0 && (fact == "" || fact != a.folding.RoundName(round)) {
			text = a.round(round) + ", " + text
		}
		return []string{a.short(text)}
	}
	stages := tally(len(g.Events), func(i int) string { return a.graph.Step(g.Events[i]).Stage })
	var names []string
	for _, s := range stages {
		if s.name != "" {
			names = append(names, s.name)
		}
	}
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []string{a.say("stage {stage}", "stage", a.short(names[0]))}
	}
	return []string{a.short(a.say("stages {stages}", "stages", strings.Join(names, ", ")))}
}

// mixed says how many events of a box are on one side only, where not all are.
func (a *artist) mixed(g *fold.Group) string {
	if a.Overlay == nil || a.isPure(g) {
		return ""
	}
	var left, right int
	for _, e := range g.Events {
		switch a.sideOf(a.graph.Step(e)) {
		case compare.Left:
			left++
		case compare.Right:
			right++
		}
	}
	var parts []string
	for _, p := range []struct {
		n    int
		text string
	}{{left, a.Overlay.Left}, {right, a.Overlay.Right}} {
		if p.n > 0 && p.text != "" {
			parts = append(parts, fmt.Sprintf("%s %s", grouped(p.n), p.text))
		}
	}
	return a.short(strings.Join(parts, ", "))
}

// mostTold is how many events of a group its tooltip tells.
const mostTold = 20

// groupStory lists the events of a group.
func (a *artist) groupStory(g *fold.Group) string {
	told := []string{strings.TrimPrefix(a.roundsOf(g)+": ", ": ") + a.counted(len(g.Events), "event")}
	for i, e := range g.Events {
		if i == mostTold && len(g.Events) > mostTold+1 {
			return strings.Join(append(told, a.say("and {n} more", "n", grouped(len(g.Events)-i))), "\n")
		}
		step := a.graph.Step(e)
		told = append(told, called(a.nameOf(step), cmp.Or(a.sentence(step), visible.Picture(a.graph.Named(e)))))
	}
	return strings.Join(told, "\n")
}

func bundleID(b *fold.Bundle) string {
	if len(b.Resources) == 1 {
		return b.Resources[0].ID.String()
	}
	return fmt.Sprintf("f%d", int(b.Resources[0].ID))
}

// mostOvalLines is how many lines an oval has.
const mostOvalLines = 3

// bundle returns the oval of one fact, or of several in one.
func (a *artist) bundle(b *fold.Bundle) diagram.Node {
	if len(b.Resources) == 1 {
		return a.resource(b.Resources[0])
	}
	preds := tally(len(b.Resources), func(i int) string { return predOf(b.Resources[i]) })
	text := a.lines(preds, mostOvalLines)
	if a.points != nil && len(b.Resources) <= mostOvalLines {
		text = namesOf(b)
		for i := range text {
			text[i] = a.short(text[i])
		}
	}
	n := diagram.Node{
		ID: bundleID(b), Shape: diagram.Oval, Look: diagram.Resource, FontSize: resourceFont, Text: text,
		Tip: a.bundleStory(b), Classes: []string{"resource", "bundle"}, Born: int(b.Resources[0].Producer) + 1,
	}
	for _, r := range b.Resources {
		n.Born = min(n.Born, int(r.Producer)+1)
	}
	for _, p := range preds {
		n.Classes = append(n.Classes, class("pred", strings.TrimPrefix(p.name, "!")))
	}
	return a.sided(n, a.sideOfBundle(b))
}

// predOf returns the predicate of a fact, as it is written.
func predOf(r *causal.Resource) string {
	return trace.Resource{Pred: r.Pred, Persistent: r.Persistent}.String()
}

// sideOfBundle is the side on which most of its facts are.
func (a *artist) sideOfBundle(b *fold.Bundle) compare.Side {
	return sideOfMost(len(b.Resources), func(i int) compare.Side { return a.sideOfResource(b.Resources[i]) })
}

func (a *artist) bundleStory(b *fold.Bundle) string {
	told := []string{a.counted(len(b.Resources), "fact")}
	for i, r := range b.Resources {
		if i == mostTold && len(b.Resources) > mostTold+1 {
			return strings.Join(append(told, a.say("and {n} more", "n", grouped(len(b.Resources)-i))), "\n")
		}
		told = append(told, called(a.nameOfResource(r), a.fact(r.Resource)))
	}
	return strings.Join(told, "\n")
}
