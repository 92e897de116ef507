package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// net draws rules as boxes and kinds of facts as ovals, with arrows from what a rule uses
// up and to what it makes. Rules that do much the same stand in one box. So there are far
// fewer arrows than between rules, where many make what many use.
func (a *artist) net() error {
	g, err := a.selected()
	if err != nil {
		return err
	}
	d := &netDrawing{artist: a, net: a.Net, marked: a.Net == nil && g == a.graph}
	a.graph = g
	if d.net == nil {
		d.net = rules.NetOf(g, a.kindsOf(g))
	}
	d.thin()
	for i := range d.net.Places {
		d.place(i)
	}
	for i := range d.net.Transitions {
		d.transition(i)
	}
	d.legend()
	return nil
}

// netDrawing draws a net.
type netDrawing struct {
	*artist
	net    *rules.Net
	marked bool       // it is known how many facts there were in its places
	needs  [][]string // by transition: what it reads, where boxes say that
}

// mostFlows bounds the number of arrows for reads. Above it reads are listed in the boxes: some
// facts, such as the places of characters, are read by nearly all rules.
const mostFlows = 60

// thin leaves out what tells little, and puts together what does much the same.
func (d *netDrawing) thin() {
	all := len(d.net.Places)
	d.net = d.net.Active()
	if left := all - len(d.net.Places); left > 0 {
		d.leave("{kinds} that no rule changes", "kinds", d.counted(left, "kind"))
		d.note(Static, "%s of facts not drawn, which no rule uses up or makes", counted(left, "kind"))
	}
	d.net = d.net.Group()
	if d.MaxNodes > 0 {
		d.busiest()
	}
	if d.net.Flows() > mostFlows {
		d.tell()
	}
}

// busiest leaves out the rules that fired least, where they and the kinds of facts are more
// nodes than there may be; of a program alone the last.
func (d *netDrawing) busiest() {
	whole := d.net
	all := len(whole.Transitions)
	most := all
	for len(d.net.Transitions)+len(d.net.Places) > d.MaxNodes && most > 1 {
		most -= (most + 9) / 10
		d.net = whole.Part(foremost(all, most, func(i int) int { return whole.Transitions[i].Count() }))
	}
	if most < all {
		d.leave("{n} of {all}", "n", grouped(most), "all", d.counted(all, "box"))
		d.note(TooMany, "only %s of %s of rules are drawn, %s", grouped(most), counted(all, "box"), chosenAs(d.Net != nil))
	}
}

// tell has boxes list reads, in place of arrows.
func (d *netDrawing) tell() {
	for _, t := range d.net.Transitions {
		var needs []string
		for _, f := range t.Flows {
			if f.Reading() {
				needs = append(needs, d.net.Places[f.Place].String())
			}
		}
		d.needs = append(d.needs, needs)
	}
	d.net = d.net.Only(func(f rules.Flow) bool { return !f.Reading() })
}

func placeName(i int) string { return "k" + strconv.Itoa(i+1) }

// legend says how boxes and arrows are to be read, of those that are there.
func (d *netDrawing) legend() {
	used := d.used()
	if used["consume"] || used["produce"] {
		d.explain("used up, or made", nil, &diagram.Edge{Look: diagram.Line})
	}
	if used["change"] {
		d.explain("used up and made", nil, &diagram.Edge{Look: diagram.Line, Both: true})
	}
	if slices.ContainsFunc(d.net.Transitions, func(t rules.Transition) bool {
		return slices.ContainsFunc(t.Flows, func(f rules.Flow) bool { return len(f.Changes) > 0 })
	}) {
		d.explain("by how much a number in facts changes stands beside it: 2 more, 3 less", nil,
			&diagram.Edge{Look: diagram.Line, Both: true})
	}
	d.legendOfLooks()
	d.legendOfOrder(used)
	if slices.ContainsFunc(d.net.Transitions, func(t rules.Transition) bool { return len(t.Rules) > 1 }) {
		d.explain("rules that use up, read and make facts of the same kinds",
			&diagram.Node{Look: diagram.Event, Double: true}, nil)
	}
}

// maxArrows is how many arrows one can follow in a picture of rules.
const maxArrows = 100

// IsTangle reports whether there are more arrows from rule to rule than one can follow, and
// fewer if facts stand between: then the Net view says more than the Rules view.
func IsTangle(rules *rules.Graph, net *rules.Net) bool {
	used := usedArrows(rules)
	return used > maxArrows && net.Active().Group().Flows() < used
}

// usedArrows returns how many arrows show what was used up.
func usedArrows(rules *rules.Graph) int {
	used := 0
	for i := range rules.Edges {
		if arrowOf(&rules.Edges[i]) == Uses {
			used++
		}
	}
	return used
}

// place draws a kind of facts as an oval, with how many there were in the end and, if that
// was another number, at first; and the sums of the numbers in them: `in all 3 → 5`, `stock N _: 3 → 5`.
func (d *netDrawing) place(i int) {
	p := &d.net.Places[i]
	node := diagram.Node{
		ID: placeName(i), Shape: diagram.Oval, Look: diagram.Resource, Text: []string{d.short(p.String())},
		FontSize: resourceFont,
		Tip:      visible.Picture(p.String()), Classes: []string{"place", class("kind", p.Kind)},
	}
	if p.Permanent {
		node.Look, node.Double = diagram.Persistent, true
	}
	if d.marked {
		node.Tip += "\n" + d.say("{first} at the start, {last} at the end", "first", grouped(p.First),
			"last", grouped(p.Last))
		held := grouped(p.Last)
		if p.First != p.Last {
			held = grouped(p.First) + " → " + held
		}
		node.Text = append(node.Text, held)
		for _, s := range p.Sums {
			sum := d.say("in all")
			if s.Quantity != p.Kind { // one of several numbers in a fact
				sum = d.short(s.Quantity) + ":"
			}
			if s.First != s.Last {
				sum += " " + grouped(s.First) + " →"
			}
			node.Text = append(node.Text, sum+" "+grouped(s.Last))
			node.Tip += "\n" + d.say("the numbers of {what} are {first} in all at the start, {last} at the end",
				"what", visible.Picture(s.Quantity), "first", grouped(s.First), "last", grouped(s.Last))
		}
	}
	d.add(node)
}

// transition draws a box of rules, and its arrows.
func (d *netDrawing) transition(i int) {
	t := &d.net.Transitions[i]
	box := d.rule(ruleName(i), &t.Rules[0])
	if len(t.Rules) > 1 {
		box = d.several(box, t)
	}
	if d.needs != nil && len(d.needs[i]) > 0 {
		needs := strings.Join(d.needs[i], ", ")
		box.Text = append(box.Text, d.wrap(d.say("needs {facts}", "facts", needs))...)
		box.Tip += "\n\n" + d.say("needs {facts}", "facts", visible.Picture(needs))
	}
	d.add(box)
	for _, f := range t.Flows {
		d.flow(i, f)
	}
}

// mostAlike is how many rules a box names at the most.
const mostAlike = 12

// several turns the box of the first rule of a transition into one of all.
func (d *netDrawing) several(box diagram.Node, t *rules.Transition) diagram.Node {
	box.Double, box.Stands, box.Text = true, t.Count(), nil
	var tips []string
	for k := range t.Rules {
		one := d.rule("", &t.Rules[k])
		tips = append(tips, one.Tip)
		if k > 0 {
			box.Classes = append(box.Classes, class("rule", t.Rules[k].Rule))
		}
		if k < mostAlike {
			box.Text = append(box.Text, d.short(t.Rules[k].Rule))
		}
	}
	if more := len(t.Rules) - mostAlike; more > 0 {
		box.Text = append(box.Text, d.say("and {n} more", "n", more))
	}
	if t.Count() > 0 {
		box.Text = append(box.Text, grouped(t.Count())+"×")
	}
	box.Tip = strings.Join(tips, "\n\n")
	return box
}

// flow draws what a transition does to the facts of a place: as an arrow from it, to it, or
// both ways, with how many facts a firing uses up or makes, where that is not one, and how it
// changes the numbers in them.
func (d *netDrawing) flow(transition int, f rules.Flow) {
	label := d.countLabel(f)
	for _, c := range f.Changes {
		label = append(label, strings.TrimPrefix(d.change(c), visible.Picture(d.net.Places[f.Place].Kind)+" "))
	}
	e := diagram.Edge{
		Look: diagram.Line, Classes: []string{"consume"}, Text: label, Tip: d.flowTip(f),
		Width: penWidth(f.Uses.Sum + f.Makes.Sum), Pull: 2,
	}
	from, to := placeName(f.Place), ruleName(transition)
	switch {
	case f.Reading():
		e = reading(e)
		e.Classes, e.Width, e.Pull = []string{"read"}, 0, 0
	case f.Uses.Some() && f.Makes.Some():
		e.Both, e.Classes = true, []string{"change"}
	case f.Makes.Some():
		e.Classes = []string{"produce"}
		from, to = to, from
	}
	d.connect(from, to, e)
}

// countLabel is the part of the label that is about the number of facts.
func (d *netDrawing) countLabel(f rules.Flow) []string {
	uses, makes := amount(f.Uses), amount(f.Makes)
	switch {
	case f.Reading() || uses == "1" && makes == "1":
		return nil
	case f.Uses.Some() && f.Makes.Some():
		return []string{d.say("uses {n}", "n", uses), d.say("makes {n}", "n", makes)}
	case f.Uses.Some() && uses != "1":
		return []string{uses}
	case f.Makes.Some() && makes != "1":
		return []string{makes}
	}
	return nil
}

func amount(a rules.Amount) string {
	if a.Exact() {
		return grouped(a.Most)
	}
	return grouped(a.Least) + "–" + grouped(a.Most)
}

// flowTip says all that a firing does to the facts of a place.
func (d *netDrawing) flowTip(f rules.Flow) string {
	var does []string
	for _, way := range []struct {
		what string
		rules.Amount
	}{{"uses {n}", f.Uses}, {"reads {n}", f.Reads}, {"makes {n}", f.Makes}} {
		if way.Some() {
			does = append(does, d.say(way.what, "n", amount(way.Amount)))
		}
	}
	for _, c := range f.Changes {
		does = append(does, d.say("leaves {n}", "n", d.change(c)))
	}
	return visible.Picture(d.net.Places[f.Place].String()) + "\n" +
		d.say("a firing {does}", "does", strings.Join(does, ", "))
}
