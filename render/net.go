package render

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/rules"
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
