package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/lanes"
)

// drawLines draws a line for each character. In the threads each has a lane, and each event stands on
// the lanes of its characters; events without a character have no lane and are left out. In the
// storyline the lines are close to those of others while they are in the same place.
func (a *artist) drawLines() error {
	chart, err := a.chart()
	if err != nil || chart == nil {
		return err
	}
	draw := lanes.Threads
	if a.View == Storyline {
		draw = lanes.Storyline
		if a.company.Location.Known() {
			j := newJourneys(a, chart)
			j.follow()
			j.part()
		} else {
			a.note(Placeless, "no fact says where the characters are, so lines run together where they meet")
		}
	}
	a.legendOfLines(chart)
	legend := a.Legend
	a.Diagram = draw(chart, a.font())
	a.Legend = legend
	return nil
}

// castOf returns the characters of a picture, and finds them if they are not given. A run without a
// step has none to choose by what they did, which is no mistake of the caller.
func castOf(g *causal.Graph, o Options) (*causal.Cast, error) {
	switch {
	case o.Cast != nil:
		return o.Cast, nil
	case g.Len() == 0:
		return new(causal.Cast), nil
	}
	found, err := cast.Find(g, cast.Options{})
	return &found, err
}

// chart returns the characters and the events on their lines; nil if there are no characters.
func (a *artist) chart() (*lanes.Chart, error) {
	cast, err := castOf(a.graph, a.Options)
	if err != nil || len(cast.Names) == 0 {
		return nil, err
	}
	a.followCast(*cast)
	if err := a.foldLanes(); err != nil {
		return nil, err
	}
	c := &charting{artist: a, Chart: &lanes.Chart{Hues: len(a.Theme.Light.Picture.Threads)}}
	c.events()
	for i := range a.followed {
		c.character(i, &a.followed[i])
	}
	c.lives(a.graph.Lives(a.company, a.followed))
	c.after()
	return c.Chart, nil
}

// followCast finds the ways of the cast. More lines than nodes that a person can read are too
// many, and take room and time for each two who meet; then those are left out who do least.
func (a *artist) followCast(cast causal.Cast) {
	a.company, a.followed = cast, a.graph.Threads(cast)
	most, all := max(a.MaxNodes, MaxNodes), len(a.followed)
	if a.MaxNodes == 0 || all <= most {
		return
	}
	kept := foremost(all, most, func(i int) int { return len(a.followed[i].Events) })
	names, ways := make([]string, most), make([]causal.Thread, most)
	for k, i := range kept {
		names[k], ways[k] = cast.Names[i], a.followed[i]
	}
	a.company.Names, a.followed = names, ways
	a.leave("{n} of {all}", "n", grouped(most), "all", a.counted(all, "character"))
	a.note(Crowd, "only %s of %s are drawn, those with the most events", grouped(most), counted(all, "character"))
}

// legendOfLines says how lanes are to be read.
func (a *artist) legendOfLines(chart *lanes.Chart) {
	if !slices.ContainsFunc(chart.Cast, func(c lanes.Character) bool { return len(c.Stops) > 0 }) {
		return // there are no events on lines
	}
	event, more := diagram.Node{Look: diagram.Resource}, diagram.Dot
	if a.View == Storyline {
		event.Shape, more = diagram.Dot, diagram.Capsule
	}
	a.explain("an event; over several lines or tied to them: a meeting", &event, nil, more)
	if turns(chart) {
		link := event
		link.Look = diagram.Link
		a.explain("it changes the stage", &link, nil)
	}
	line := diagram.Edge{Look: diagram.Line, Width: 2.5, Head: diagram.NoHead}
	a.explain("the line of a character", nil, &line, diagram.Plain)
	if len(chart.Cast) > chart.Hues {
		dashed := line
		dashed.Stroke = diagram.Dashed
		a.explain("a line whose colour is another's, too", nil, &dashed)
	}
	mortal := func(of func(*lanes.Character) []int) bool {
		return slices.ContainsFunc(chart.Cast, func(c lanes.Character) bool { return len(of(&c)) > 0 })
	}
	if mortal(func(c *lanes.Character) []int { return c.Born }) {
		a.explain("a character comes", &diagram.Node{Shape: diagram.Dot, Look: diagram.Line}, nil)
	}
	if mortal(func(c *lanes.Character) []int { return c.Died }) {
		a.explain("a character goes", nil, &diagram.Edge{Look: diagram.Line, Width: 2.5, Head: diagram.Tee}, diagram.Capsule)
	}
}

// turns reports whether an event on a character's line changes the stage.
func turns(chart *lanes.Chart) bool {
	return slices.ContainsFunc(chart.Cast, func(c lanes.Character) bool {
		return slices.ContainsFunc(c.Stops, func(s lanes.Stop) bool { return chart.Nodes[s.Node].Look == diagram.Link })
	})
}

// foldLanes decides the level of detail. If there is too much to draw, as many pieces of lines
// between meetings are merged as needed, and then the end is left out. Events without characters
// do not count.
func (a *artist) foldLanes() error {
	s, err := a.selection()
	if err != nil {
		return err
	}
	a.folding = s.Fold(a.Collapse...)
	lined := a.lined(s.Events)
	if a.MaxNodes == 0 || stand(a.folding, lined) <= a.MaxNodes {
		return nil
	}
	if len(a.Collapse) == 0 {
		a.folding = s.FitBy(a.MaxNodes, func(f *fold.Folding) int { return stand(f, lined) }, fold.Repeats)
	}
	if stand(a.folding, lined) <= a.MaxNodes {
		a.account(eventsAlone, eventsAlone)
		return nil
	}
	last := lined[a.MaxNodes-1]
	size, _ := slices.BinarySearch(s.Events, last+1)
	a.folding = s.Spans(size)[0].Fold(a.Collapse...)
	text, english := "the first {n} of {events}, up to {step}", counted(len(lined), "event")
	if len(lined) < len(s.Events) {
		text, english = "the first {n} of {events} with characters, up to {step}", english+" with characters"
	}
	up := a.graph.Step(last).ID
	a.leave(text, "n", grouped(a.MaxNodes), "events", a.counted(len(lined), "event"), "step", up)
	a.note(EndMissing, "only the first %s of %s, up to %s", grouped(a.MaxNodes), english, up)
	return nil
}

// lined returns those of some events that are on lines.
func (a *artist) lined(events []causal.Event) []causal.Event {
	on := make([]bool, a.graph.Len())
	for _, t := range a.followed {
		for _, e := range t.Events {
			on[e] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(events), func(e causal.Event) bool { return !on[e] })
}

// stand returns how many groups events are in.
func stand(f *fold.Folding, events []causal.Event) int {
	groups := make(map[int]bool)
	for _, e := range events {
		groups[f.Group(e)] = true
	}
	return len(groups)
}

// charting fills a chart.
type charting struct {
	*artist
	*lanes.Chart
}

// events enters the groups of the folding, and their order from left to right.
func (c *charting) events() {
	for i := range c.folding.Groups {
		n := c.group(&c.folding.Groups[i])
		if n.Look == diagram.Event {
			n.Look = diagram.Resource // pale, so that the lines stand out
		}
		if len(c.folding.Groups[i].Events) == 1 {
			n.Text = c.told(c.folding.Groups[i].Events[0])
		}
		c.Chart.Nodes = append(c.Chart.Nodes, n)
	}
	c.Causes = make([][]int, len(c.Chart.Nodes))
	for _, t := range c.folding.Order() {
		c.Causes[t.To] = append(c.Causes[t.To], t.From)
	}
}

// after gives each node its direct predecessors among the nodes on lines.
func (c *charting) after() {
	drawn := make([]bool, len(c.Chart.Nodes))
	for _, who := range c.Cast {
		for _, s := range who.Stops {
			drawn[s.Node] = true
		}
	}
	before := make([][]string, len(drawn)) // or, of one that is not drawn, what precedes it
	for i := range c.Chart.Nodes {
		ids := []string{} // told, if there are none
		for _, cause := range c.Causes[i] {
			if drawn[cause] {
				ids = append(ids, c.Chart.Nodes[cause].ID)
			} else {
				ids = append(ids, before[cause]...)
			}
		}
		slices.Sort(ids)
		before[i] = slices.Compact(ids)
		c.Chart.Nodes[i].After = before[i]
	}
}

// told is the label of an event for readers: without its id.
func (c *charting) told(e causal.Event) []string {
	step := c.graph.Step(e)
	text := []string{c.short(c.graph.Label(e))}
	if args := termsOf(step.Args); args != "" {
		text = append(text, c.wrap(args)...)
	}
	return text
}

// character enters one of the cast with its way.
func (c *charting) character(i int, t *causal.Thread) {
	who := lanes.Character{
		Name: visible.Picture(t.Character), Hue: i + 1, Tip: visible.Picture(t.Character),
		Classes: []string{class("who", t.Character)},
	}
	nodes := c.drawn(t.Events)
	slices.Sort(nodes) // events of several groups may fire in turn
	for _, g := range slices.Compact(nodes) {
		who.Stops = append(who.Stops, lanes.Stop{Node: g})
		n := &c.Chart.Nodes[g]
		if who := class("who", t.Character); !slices.Contains(n.Classes, who) {
			n.Classes = append(n.Classes, who)
		}
	}
	if len(who.Stops) == 0 {
		who.Tip = c.say("{name} does nothing here", "name", who.Tip)
	}
	c.Cast = append(c.Cast, who)
}

// lives enters the births and deaths in the drawn part.
func (c *charting) lives(lives []causal.Life) {
	for i, l := range lives {
		c.Cast[i].Born = c.drawn(l.Born)
		c.Cast[i].Died = c.drawn(l.Died)
	}
}

// drawn returns the nodes of events, of those that are drawn.
func (c *charting) drawn(events []causal.Event) []int {
	var nodes []int
	for _, e := range events {
		if g := c.folding.Group(e); g >= 0 {
			nodes = append(nodes, g)
		}
	}
	return nodes
}
