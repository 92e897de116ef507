package report

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/story"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// proof is what led to one thing, or to all that fit.
type proof struct {
	*Question
	why *causal.Why
}

// Shown implements [Explanation].
func (p *proof) Shown() *causal.Graph {
	return causal.New(p.Graph.Excerpt(p.why.Events, p.why.Targets...))
}

// Picture implements [Explanation].
func (p *proof) Picture() Picture {
	sides := compare.NewSides()
	sides.Mark(p.Graph, p.why.Targets)
	return p.picture(sides, "", p.names[0])
}

// Data returns the explanation as a trace.
func (p *proof) Data() any { return p.Shown().Trace }

// Print prints the explanation, and where it can be followed further.
func (p *proof) Print(b *Text) {
	p.print(b, p.why)
	if len(p.why.Ends) > 0 {
		more := "There is more before it: ask why of " + p.Graph.Steps(p.why.Ends)
		if !p.Fixed {
			more += ", or go further back with --depth"
		}
		b.Title(more + ".")
	}
}

// parting is how the ways to two things lie to each other.
type parting struct {
	*Question
	both        *causal.Why // of both things
	left, right *causal.Why
	causal.Parting
}

// Shown implements [Explanation].
func (p *parting) Shown() *causal.Graph {
	return causal.New(p.Graph.Excerpt(p.both.Events, p.both.Targets...))
}

// Data returns what led to both as a trace.
func (p *parting) Data() any { return p.Shown().Trace }

// Print prints what led to both, and to one of them.
func (p *parting) Print(b *Text) {
	p.list(b, "Led to both", p.Both)
	p.list(b, "Where the ways part", p.Forks)
	p.list(b, "Led to "+p.names[0]+" only", p.Left)
	p.list(b, "Led to "+p.names[1]+" only", p.Right)
}

// mostLed is how many of the steps that led to something are listed: the last, which are the
// nearest to it.
const mostLed = 200

// list prints events below a heading.
func (p *parting) list(b *Text, heading string, events []causal.Event) {
	if len(events) == 0 {
		b.Title(heading + ": nothing.")
		return
	}
	b.Title(heading + ":")
	if more := len(events) - mostLed; more > 0 {
		b.Item("… %s before these; --json prints all", english.Count(more, "step"))
		events = events[more:]
	}
	for _, e := range events {
		b.Item("%s", p.say(p.Graph.Step(e)))
	}
}

// Picture shows what led to one thing only. A resource belongs to the side that made it, or where
// both did to the side that used it.
func (p *parting) Picture() Picture {
	sides := compare.NewSides()
	for _, e := range p.Left {
		sides.Steps[p.Graph.Step(e).ID] = compare.Left
	}
	for _, e := range p.Right {
		sides.Steps[p.Graph.Step(e).ID] = compare.Right
	}
	g := p.Shown()
	for i := range g.Resources {
		r := &g.Resources[i]
		sides.Resources[r.ID] = p.sideOf(g, r, sides.Steps)
	}
	return p.picture(sides, "only "+p.names[0], "only "+p.names[1])
}

// sideOf returns the side of a resource, given those of steps.
func (p *parting) sideOf(g *causal.Graph, r *causal.Resource, steps map[trace.StepID]compare.Side) compare.Side {
	if r.Producer != causal.Outside {
		if side := steps[g.Step(r.Producer).ID]; side != compare.Both {
			return side
		}
	}
	var sides []compare.Side
	for _, e := range r.Users() {
		sides = append(sides, steps[g.Step(e).ID])
	}
	for side, why := range map[compare.Side]*causal.Why{compare.Left: p.left, compare.Right: p.right} {
		if slices.ContainsFunc(why.Targets,
			func(t causal.Target) bool { return t.Resource != nil && t.Resource.ID == r.ID }) {
			sides = append(sides, side)
		}
	}
	if slices.Sort(sides); len(slices.Compact(sides)) == 1 {
		return sides[0]
	}
	return compare.Both
}

// tale is a story in which nothing can be left out.
type tale struct {
	*Question
	story  *story.Story  // nil where nothing had to happen
	traced *causal.Graph // of the story
	target causal.Target // as part of the story
	before int           // how many steps led to the target in the run
}

// newTale cuts the explanation of a target down.
func newTale(q *Question, of causal.Target) *tale {
	t := &tale{Question: q}
	if of.Event == causal.Outside {
		t.traced = causal.New(q.Graph.Excerpt(nil, of))
	} else {
		t.before = len(q.Graph.Why([]causal.Target{of}, causal.Reach{Stages: true}).Events)
		t.story = story.NewFinder(q.Graph).Of(of.Event)
		t.traced = causal.New(t.story.Trace)
	}
	t.target = causal.Target{Event: causal.Event(t.traced.Len() - 1)}
	if of.Resource != nil {
		t.target.Resource = t.traced.Resource(of.Resource.ID)
	}
	return t
}

// Shown implements [Explanation].
func (t *tale) Shown() *causal.Graph { return t.traced }

// Data returns the story as a trace.
func (t *tale) Data() any { return t.traced.Trace }

// Picture shows the marks of stages if the story goes from stage to stage. Where it does not, all
// steps need the mark of the one stage, and arrows to each would hide the others.
func (t *tale) Picture() Picture {
	movesOn := slices.ContainsFunc(t.traced.Resources, func(r causal.Resource) bool {
		return r.StageToken() && r.Consumer != causal.Outside
	})
	sides := compare.NewSides()
	sides.Mark(t.traced, []causal.Target{t.target})
	return Picture{"the story of " + t.names[0], t.Reach.Stages || movesOn, sides, "", t.names[0]}
}

// Print prints the story, and why nothing can be left out of it.
func (t *tale) Print(b *Text) {
	why := t.traced.Why([]causal.Target{t.target}, t.Reach)
	t.print(b, why)
	if len(why.Ends) > 0 {
		b.Title("There is more of it: go further back with --depth, or print it as a trace with --json.")
	}
	if t.story != nil {
		t.defend(b)
	}
}

// mostNeeds is how many steps are listed with what there would not be without them.
const mostNeeds = 200

// defend says why nothing can be left out; of each step where all of the story is asked for.
func (t *tale) defend(b *Text) {
	because := "None of these can be left out by itself."
	switch {
	case t.traced.Len() == 1:
		because = "Nothing had to happen before."
	case t.story.Proved:
		because = "No fewer of these suffice: all smaller parts were tried."
	}
	b.Title(fmt.Sprintf("%s that led to it in the run. %s", t.share(), because))
	if t.Reach.Depth > 0 {
		return
	}
	for _, n := range t.story.Needs[:min(len(t.story.Needs), mostNeeds)] {
		b.Item("without %s, %s has no %s", n.Step, n.For, n.Fact)
	}
	if more := len(t.story.Needs) - mostNeeds; more > 0 {
		b.Item("and %d more", more)
	}
}

// share says how much of what led to the target is in the story.
func (t *tale) share() string {
	switch n := t.traced.Len(); {
	case n < t.before:
		return fmt.Sprintf("%s of the %d", english.Count(n, "step"), t.before)
	case n == 1:
		return "The only step"
	}
	return fmt.Sprintf("All %d steps", t.before)
}
