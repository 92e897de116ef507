package render

import (
	"slices"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// causal draws events as boxes and resources as ovals. Resources that no event
// touches are left out: they explain nothing.
func (a *artist) causal() {
	a.legend()
	for e := range a.graph.Len() {
		step := a.graph.Step(causal.Event(e))
		a.event(step, a.eventShape(step))
	}
	for i := range a.graph.Resources {
		if r := &a.graph.Resources[i]; a.shows(r) && touched(r) {
			a.resource(r)
		}
	}
	for e := range a.graph.Len() {
		a.follow(causal.Event(e))
		a.arcs(a.graph.Step(causal.Event(e)))
	}
}

func touched(r *causal.Resource) bool {
	return r.Producer != causal.Outside || r.Consumer != causal.Outside || len(r.Readers) > 0
}

func (a *artist) resource(r *causal.Resource) {
	shape, kind, outlines := a.look.Resource, "resource", "1"
	if r.Persistent {
		shape, kind, outlines = a.look.Persistent, "resource persistent", "2"
	}
	side := a.sideOfResource(r)
	a.node(r.ID.String(), slices.Concat(attrs{
		{"id", r.ID.String()}, {"tooltip", r.ID.String() + " " + plain(r.String())},
		{"class", kind + " " + class("pred", r.Pred) + side.class()}, {"margin", "0.05,0.03"}, {"height", "0.3"}, {"peripheries", outlines},
	}, oval(factLabel(r), 10), style(side.shape(shape, a.look), side.outline("filled")))...)
}

// broadFact is how many characters of a fact go on one line.
const broadFact = 16

// factLabel breaks a long fact after its predicate: pictures of runs in which
// much goes on at once are wide enough.
func factLabel(r *causal.Resource) string {
	whole := plain(r.String())
	if len(r.Args) == 0 || utf8.RuneCountInString(whole) <= broadFact {
		return short(whole)
	}
	pred := trace.Resource{Pred: r.Pred, Persistent: r.Persistent}.String()
	return short(pred) + "\n" + wrap(termsOf(r.Args))
}

// arcs draws the arrows of one event.
func (a *artist) arcs(step *trace.Step) {
	pull := attrs{{"weight", "3"}}
	for _, id := range step.Consumes {
		a.arc(step, id, "consume", pull)
	}
	for _, id := range step.Reads {
		a.arc(step, id, "read", a.readStyle())
	}
	for _, id := range step.Produces {
		a.arc(step, id, "produce", pull)
	}
}

// arc draws the arrow between an event and a resource, if that is drawn.
func (a *artist) arc(step *trace.Step, id trace.ResourceID, class string, look attrs) {
	r := a.graph.Resource(id)
	if !a.shows(r) {
		return
	}
	side := a.sideOfArc(step, r)
	from, to := id.String(), step.ID.String()
	if class == "produce" {
		from, to = to, from
	}
	a.edge(from, to, append(attrs{{"class", class + side.class()}}, a.coloured(look, side)...)...)
}

// readStyle is the style of arrows that stand for reading only.
func (a *artist) readStyle() attrs {
	return attrs{{"style", "dashed"}, {"arrowhead", "vee"}, {"color", a.look.Faint}}
}
