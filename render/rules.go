package render

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// rules draws each rule that fired as a box, and what it made for others as
// arrows to them, the wider the more. Rules that all feed each other stand in one
// frame, and arrows of loops that gain or lose have their colours. What could have
// happened and did not comes last.
func (a *artist) rules() error {
	g, err := a.selected()
	if err != nil {
		return err
	}
	var palette *palette // colours of loops count most: others are there if they are asked for
	if a.Colour == showing.ByStage || a.Colour == showing.ByRule {
		palette = a.palette()
	}
	a.graph = g
	rg := a.Rules
	if rg == nil {
		rg = rules.Condense(g, a.kindsOf(g))
	}
	rg = a.readable(a.asked(a.busiest(rg)))
	var incidences []rules.Incidence
	if a.Rules == nil { // what could happen has no numbers
		incidences = a.incidences(rg)
		a.effects = a.effectsOf(rg, incidences)
	}
	for i := range rg.Nodes {
		a.add(a.rule(ruleName(i), &rg.Nodes[i]))
	}
	a.colourRules(rg, palette)
	if a.Influences != nil {
		a.influences(rg)
		return nil
	}
	kinds := a.kinds(rg, incidences)
	a.loops(rg, kinds)
	for i := range rg.Edges {
		a.feed(&rg.Edges[i], kinds[i])
	}
	if a.draws(moves) {
		a.moves(rg.Nodes)
	}
	a.legendOfFeeds()
	a.legendOfLoops(kinds)
	if len(a.Frames) > 0 {
		a.explain("rules in a frame feed each other", &diagram.Node{Look: diagram.Text}, nil)
	}
	a.possible(rg.Nodes)
	a.legendOfLooks()
	return nil
}

// legendOfFeeds says how arrows are to be read, of those that are there.
func (a *artist) legendOfFeeds() {
	used := a.used()
	if used["feed"] {
		a.explain("made what the other used up: the more, the wider", nil, &diagram.Edge{Look: diagram.Line, Width: 2})
	}
	if used["read"] {
		e := reading(diagram.Edge{})
		a.explain("made what the other only read", nil, &e)
	}
	if used["order"] {
		e := ordering(diagram.Edge{})
		a.explain("moved to the stage that the other left", nil, &e)
	}
}

// mostFeeds is how many arrows one can follow in the rules view if some are of reads.
const mostFeeds = 60

// readable returns a rule graph without facts that are only read, where there would be more arrows
// than one can follow, or none of these are asked for.
func (a *artist) readable(rg *rules.Graph) *rules.Graph {
	left := len(rg.Edges) - usedArrows(rg)
	most := mostFeeds
	switch a.Reads {
	case showing.AllReads:
		most = len(rg.Edges)
	case showing.NoReads:
		most = 0
	}
	if a.Arrows != nil || left == 0 || len(rg.Edges) <= most {
		return rg
	}
	a.note(ReadsTold, "without %s of facts that are only read", counted(left, "arrow"))
	a.leave("without {reads}", "reads", a.counted(left, "read"))
	out := &rules.Graph{Nodes: rg.Nodes}
	for i := range rg.Edges {
		if e := &rg.Edges[i]; arrowOf(e) == Uses {
			out.Edges = append(out.Edges, *e)
		}
	}
	return out
}

// colourRules gives boxes of rules the colours of their stages, or of their names.
func (a *artist) colourRules(rg *rules.Graph, p *palette) {
	if p == nil {
		return
	}
	used, plain := make(map[string]bool), false
	for i := range rg.Nodes {
		box, name := &a.Nodes[i], rg.Nodes[i].Rule
		if a.Colour == showing.ByStage {
			name = rg.Nodes[i].Stage
		}
		if box.Look != diagram.Event {
			continue
		}
		if box.Hue = p.hues[name]; box.Hue > 0 {
			used[name] = true
		} else {
			plain = true
		}
	}
	a.legendOfColours(p, used, plain)
}

// loops frames the rules of each loop of several, and says above what they do.
func (a *artist) loops(rg *rules.Graph, kinds []rules.LoopKind) {
	for _, loop := range rg.Loops() {
		if len(loop) == 1 {
			continue // an arrow to itself shows it
		}
		var names []string
		for _, i := range loop {
			names = append(names, visible.Picture(rg.Nodes[i].Rule))
		}
		a.Frames = append(a.Frames, diagram.Frame{
			Nodes: loop, Look: diagram.Line, Classes: []string{"loop"}, Text: []string{a.loopText(rg, loop, kinds)},
			Tip: a.say("these feed each other: {rules}", "rules", strings.Join(names, ", ")),
		})
	}
}

// loopText says what the rules of a frame do as they feed each other: `loop: gains`, `loops: gain, lose`.
func (a *artist) loopText(rg *rules.Graph, loop []int, kinds []rules.LoopKind) string {
	there := make(map[diagram.Look]bool)
	for i, e := range rg.Edges {
		if kinds[i] != "" && slices.Contains(loop, e.From) && slices.Contains(loop, e.To) {
			there[loopLook(kinds[i])] = true
		}
	}
	var one, all []string
	for _, w := range []struct {
		look     diagram.Look
		one, all string
	}{{diagram.Engine, "gains", "gain"}, {diagram.Drain, "loses", "lose"}, {diagram.Balance, "keeps", "keep"}} {
		if there[w.look] {
			one, all = append(one, a.say(w.one)), append(all, a.say(w.all))
		}
	}
	switch len(one) {
	case 0:
		return a.say("loop")
	case 1:
		return a.say("loop: {does}", "does", one[0])
	}
	return a.say("loops: {do}", "do", strings.Join(all, ", "))
}

// mostCycles is how many cycles are looked at for the colours of arrows.
const mostCycles = 1000

// kinds returns what the loops do that each edge is part of: the first cycle, shortest
// first, decides that gains or loses, or else the first of all.
func (a *artist) kinds(rg *rules.Graph, incidences []rules.Incidence) []rules.LoopKind {
	kinds := make([]rules.LoopKind, len(rg.Edges))
	if incidences == nil {
		return kinds
	}
	index := make(map[[2]int]int, len(rg.Edges))
	for i, e := range rg.Edges {
		index[[2]int{e.From, e.To}] = i
	}
	cycles, _ := rg.Cycles(mostCycles)
	for _, cycle := range cycles {
		kind := rules.Around(cycle, incidences).Kind()
		for k, from := range cycle {
			i := index[[2]int{from, cycle[(k+1)%len(cycle)]}]
			if kinds[i] != rules.Engine && kinds[i] != rules.Drain &&
				(kinds[i] == "" || kind == rules.Engine || kind == rules.Drain) {
				kinds[i] = kind
			}
		}
	}
	return kinds
}

// effectsOf says what a firing added of each rule that changes quantities, by the label of the rule:
// of other rules, the arrows say it.
func (a *artist) effectsOf(rg *rules.Graph, incidences []rules.Incidence) map[string]string {
	effects := make(map[string]string)
	for i, n := range rg.Nodes {
		var changes []string
		quantities := false
		for _, c := range incidences[i].Told() {
			changes = append(changes, a.change(c))
			quantities = quantities || c.Quantity
		}
		if quantities {
			effects[n.Rule] = strings.Join(changes, ", ")
		}
	}
	return effects
}

// incidences returns what the rules of a graph did to the number of facts and to the quantities in
// them, by node.
func (a *artist) incidences(rg *rules.Graph) []rules.Incidence {
	all := make(map[string]rules.Incidence)
	k := a.kindsOf(a.graph)
	whole, incidences := rules.Condense(a.graph, k), rules.Incidences(a.graph, k)
	for i := range whole.Nodes {
		all[whole.Nodes[i].Rule] = incidences[i]
	}
	out := make([]rules.Incidence, len(rg.Nodes))
	for i := range rg.Nodes {
		out[i] = all[rg.Nodes[i].Rule]
	}
	return out
}

// kindsOf returns what tells the facts of a graph apart.
func (a *artist) kindsOf(g *causal.Graph) kinds.Table {
	if a.Kinds.Roles != nil {
		return a.Kinds
	}
	return kinds.Of(g)
}

// legendOfLoops says what the colours of loops mean, of those that are there.
func (a *artist) legendOfLoops(kinds []rules.LoopKind) {
	for _, l := range []struct {
		look diagram.Look
		text string
	}{
		{diagram.Engine, "part of a loop that gains (engine)"}, {diagram.Drain, "part of a loop that loses (drain)"},
		{diagram.Balance, "part of a loop that keeps, converts or varies"},
	} {
		if slices.ContainsFunc(kinds, func(k rules.LoopKind) bool { return loopLook(k) == l.look }) {
			a.explain(l.text, nil, &diagram.Edge{Look: l.look, Width: 2})
		}
	}
}

// loopLook is the look of an edge of a loop.
func loopLook(k rules.LoopKind) diagram.Look {
	switch k {
	case "":
		return diagram.Line
	case rules.Engine:
		return diagram.Engine
	case rules.Drain:
		return diagram.Drain
	}
	return diagram.Balance
}

func ruleName(i int) string { return "r" + strconv.Itoa(i+1) }

func (a *artist) rule(name string, n *rules.Node) diagram.Node {
	box := diagram.Node{ID: name, Look: diagram.Event, Text: []string{a.short(n.Rule)},
		Classes: []string{"rule", class("rule", n.Rule)}}
	if n.Stage != "" {
		box.Classes = append(box.Classes, class("stage", n.Stage))
	}
	if n.Count == 0 {
		box.Tip = a.ruleTip(n.Rule, a.inStage(n.Stage))
		return box
	}
	box.Text = append(box.Text, grouped(n.Count)+"×")
	if n.First == causal.Outside { // of many runs
		box.Stands, box.Tip = n.Count, a.ruleTip(n.Rule, a.inStage(n.Stage))
		return box
	}
	first := a.graph.Step(n.First)
	box.Look, box.URL, box.Stands = a.eventLook(first), a.link(first), n.Count
	says := a.say("fired {n}×, first as {step}", "n", n.Count, "step", first.ID)
	if effect := a.effects[n.Rule]; effect != "" {
		says += "\n" + a.say("a firing: {effect}", "effect", effect)
	}
	box.Tip = a.ruleTip(n.Rule, says)
	return box
}

// inStage says in which stage a rule is, if it is in one.
func (a *artist) inStage(stage string) string {
	if stage == "" {
		return ""
	}
	return a.say("in stage {stage}", "stage", visible.Picture(stage))
}

// ruleTip returns the name of a rule, what there is to say of it, and the rule.
func (a *artist) ruleTip(rule, says string) string {
	tip := visible.Picture(rule) + "\n" + says
	if text := a.texts[rule]; text != "" {
		tip += "\n\n" + layout(text)
	}
	return tip
}

// feed draws what one rule made for another.
func (a *artist) feed(e *rules.Edge, kind rules.LoopKind) {
	edge := diagram.Edge{
		From: e.From, To: e.To, Look: loopLook(kind), Classes: []string{"feed"},
		Tip:  visible.Picture(strings.Join(e.Kinds, ", ")),
		Text: a.feedLabel(e), Width: penWidth(e.Consumed + e.Read), Pull: 1,
	}
	if kind != "" {
		edge.Classes = append(edge.Classes, "loop-"+string(kind))
		edge.Tip += "\n" + a.say("part of a loop: {kind}", "kind", a.say(string(kind)))
	}
	if e.Consumed == 0 {
		edge.Classes[0] = "read"
		look := edge.Look
		edge = reading(edge)
		if kind != "" {
			edge.Look = look
		}
	}
	a.Edges = append(a.Edges, edge)
}

// reading gives an edge the look of reads.
func reading(e diagram.Edge) diagram.Edge {
	e.Stroke, e.Head, e.Look = diagram.Dashed, diagram.Vee, diagram.Faint
	return e
}

// feedLabel says which facts pass along an edge, and below how many of
// their facts are used up and how many are only read, where there are any:
// `word, at` and `2 used, 1 read`; without numbers where nothing has happened yet.
func (a *artist) feedLabel(e *rules.Edge) []string {
	var uses []string
	for _, use := range []struct {
		count int
		text  string
	}{{e.Consumed, "{n} used"}, {e.Read, "{n} read"}} {
		switch {
		case use.count > 0 && a.Rules == nil:
			uses = append(uses, a.say(use.text, "n", grouped(use.count)))
		case use.count > 0:
			uses = append(uses, strings.TrimSpace(a.say(use.text, "n", "")))
		}
	}
	return a.edgeLabel(e.Kinds, strings.Join(uses, ", "))
}

// edgeLabel puts a count below the names counted.
func (a *artist) edgeLabel(names []string, count string) []string {
	return append(a.wrap(strings.Join(names, ", ")), count)
}

// moves draws which rules moved from the stages to which others had moved, in the
// order in which they first happened: most touch no facts, and would stand apart.
func (a *artist) moves(nodes []rules.Node) {
	index := make(map[string]int, len(nodes))
	for i := range nodes {
		index[nodes[i].Rule] = i
	}
	var moves []rules.Edge
	known := make(map[[2]int]int)
	for i := range a.graph.Resources {
		token := &a.graph.Resources[i]
		if !token.StageToken() || token.Producer == causal.Outside || token.Consumer == causal.Outside {
			continue
		}
		from, drawn := index[a.graph.Label(token.Producer)]
		to, drawnToo := index[a.graph.Label(token.Consumer)]
		if !drawn || !drawnToo {
			continue
		}
		key := [2]int{from, to}
		k, ok := known[key]
		if !ok {
			k = len(moves)
			known[key] = k
			moves = append(moves, rules.Edge{From: key[0], To: key[1]})
		}
		moves[k].Consumed++
		if name := token.String(); !slices.Contains(moves[k].Kinds, name) {
			moves[k].Kinds = append(moves[k].Kinds, name)
		}
	}
	for _, m := range moves {
		edge := ordering(diagram.Edge{From: m.From, To: m.To, Pull: 1, Text: a.edgeLabel(m.Kinds, grouped(m.Consumed)+"×")})
		edge.Tip = visible.Picture(strings.Join(m.Kinds, ", "))
		a.Edges = append(a.Edges, edge)
	}
}

// ordering gives an edge the look of what stands for order alone.
func ordering(e diagram.Edge) diagram.Edge {
	e.Stroke, e.Head, e.Look, e.Classes = diagram.Dotted, diagram.Vee, diagram.Faint, []string{"order"}
	return e
}

// maxPen is the widest arrow, in points. A wider one would cover its label.
const maxPen = 4

// penWidth grows with the logarithm of the weight, in points: 1 for a single
// resource, and a third more for twice as many.
func penWidth(weight int) float64 { return min(1+math.Log2(float64(max(weight, 1)))/3, maxPen) }
