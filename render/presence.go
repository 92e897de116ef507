package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// An event may speak of people who are far away: whoever leaves because of two enemies does
// not meet them. Only those who are there belong on its lines. A site tells the same in
// words, and with more care for scenes.
//
// Those are there whom the event's facts have where it happens, or whom it moves; and those
// of whom its facts say no place, if they are there by now, on a journey at its end, and the
// arguments name them, or name nobody. Of whom no fact of the run ever says a place is
// always there. Where that leaves nobody, all are there.

// company returns those of whom an event speaks who are there. It is asked before anybody
// moves.
func (j *journeys) company(e causal.Event) []string {
	o := j.occasion(e)
	if len(o.where) == 0 {
		return j.involved[e]
	}
	near := only(j.involved[e], func(name string) bool { return j.near(o, name) })
	there := only(near, func(name string) bool {
		return len(o.told.of(name)) > 0 || !j.ever[name] || len(o.named) == 0 || slices.Contains(o.named, name)
	})
	switch {
	case len(there) > 0:
		return there
	case len(near) > 0:
		return near
	}
	return j.involved[e]
}

// occasion is what an event says of places and people.
type occasion struct {
	left, made, told sights   // by the facts that are used up, that are made, and by all
	named            []string // by the arguments
	where            []string // it happens: the beginning and the end of a journey; nil where nothing tells
}

func (j *journeys) occasion(e causal.Event) *occasion {
	step := j.graph.Step(e)
	o := &occasion{left: j.sights(step.Consumes), made: j.sights(step.Produces), named: j.named(step)}
	o.told = slices.Concat(o.left, j.sights(step.Reads), o.made)
	if o.where = o.scene(); o.where == nil {
		o.where = j.whereabouts(o.named, j.involved[e])
	}
	return o
}

// scene returns where the facts of an event have it: on a journey, or else where the first
// of them has somebody.
func (o *occasion) scene() []string {
	for _, a := range o.left {
		if b := o.made.of(a.who); len(b) > 0 {
			return []string{a.place, b[0].place}
		}
	}
	if len(o.told) > 0 {
		return []string{o.told[0].place}
	}
	return nil
}

// whereabouts returns where the first of those is by now who are named and somewhere, or
// else where all are who are anywhere.
func (j *journeys) whereabouts(named, involved []string) []string {
	for _, name := range named {
		if place := j.at[name]; place != "" {
			return []string{place}
		}
	}
	var where []string
	for _, name := range involved {
		if place := j.at[name]; place != "" && !slices.Contains(where, place) {
			where = append(where, place)
		}
	}
	if len(where) > 1 {
		return nil
	}
	return where
}

// near reports whether somebody is where an event happens, or may be.
func (j *journeys) near(o *occasion, name string) bool {
	at := o.told.of(name)
	switch {
	case len(at) == 0:
		return !j.ever[name] || j.at[name] == o.where[len(o.where)-1]
	case len(o.left.of(name))+len(o.made.of(name)) > 0:
		return true
	}
	return slices.ContainsFunc(at, func(s sight) bool { return slices.Contains(o.where, s.place) })
}

// sight is that somebody is at a place.
type sight struct{ who, place string }

type sights []sight

// of returns those of one person.
func (s sights) of(who string) sights {
	return only(s, func(s sight) bool { return s.who == who })
}

// sights returns what facts say of where people are.
func (j *journeys) sights(ids []trace.ResourceID) sights {
	var out sights
	for _, id := range ids {
		r := j.graph.Resource(id)
		if who, where, ok := causal.Located(r.Resource); ok && r.Pred == j.pred && j.who[who] != nil {
			out = append(out, sight{who, plain(where.String())})
		}
	}
	return out
}

// named returns whom the arguments of a step name. What its rule has no name for but a
// wildcard names nobody.
func (j *journeys) named(step *trace.Step) []string {
	args := step.Args
	if params := j.params[step.Rule]; len(params) == len(args) {
		args = nil
		for i, p := range params {
			if p.Name == "" || p.Name[0] != '_' {
				args = append(args, step.Args[i])
			}
		}
	}
	return only(constants(args), func(name string) bool { return j.who[name] != nil })
}

// only returns those of some of which something is so.
func only[S ~[]E, E any](all S, so func(E) bool) S {
	return slices.DeleteFunc(slices.Clone(all), func(x E) bool { return !so(x) })
}
