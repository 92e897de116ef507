package causal

import (
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Why is an explanation of targets: the events that made what the targets used, what
// these events used, and so on. Unlike [Graph.Past] it leaves out events that came
// before only because they read what was used up later.
type Why struct {
	Graph   *Graph
	Targets []Target
	// Events are ascending.
	Events []Event
	// Ends are the events beyond which the explanation does not go, though
	// others made what they used.
	Ends []Event
	// Proofs returns how facts that steps proved were derived; nil if that is unknown.
	// [Why.Fprint] ends with its error.
	Proofs func(Event, trace.Fact) (*Derivation, error)
	stages bool
	until  func(rule int) bool // nil where nothing is left out
	asked  map[Event]bool      // the events of the targets
	count  counting
}

// UsualDepth is the [Reach.Depth] of explanations if the user does not say one.
const UsualDepth = 8

// Reach says how far back an explanation goes. The zero value goes all the way,
// along facts.
type Reach struct {
	// Depth bounds how many events lie on the way from a target, that of the
	// target itself included; 0 for no bound.
	Depth int
	// Until selects rules at which the explanation stops; empty for none.
	Until string
	// Stages says to follow the marks of stages, too: then a step in a stage
	// owes something to the link that led into it.
	Stages bool
}

// Why explains targets. It costs time in the size of the explanation, not in that
// of the run.
func (g *Graph) Why(targets []Target, r Reach) *Why {
	w := &Why{Graph: g, Targets: targets, stages: r.Stages, asked: make(map[Event]bool)}
	if r.Until != "" {
		w.until = g.Selected(r.Until)
	}
	depth := make(map[Event]int)
	var ends []Event
	visit := func(e Event, d int) {
		if _, seen := depth[e]; !seen && e != Outside {
			depth[e] = d
			w.Events = append(w.Events, e)
		}
	}
	for _, t := range targets {
		w.asked[t.Event] = true
		visit(t.Event, 1)
	}
	for i := 0; i < len(w.Events); i++ { // the nearest first
		e := w.Events[i]
		if r.Depth > 0 && depth[e] >= r.Depth || w.bars(e) {
			ends = append(ends, e)
			continue
		}
		for _, m := range g.makers(e, r.Stages) {
			visit(m, depth[e]+1)
		}
	}
	slices.Sort(w.Events)
	w.Ends = slices.DeleteFunc(ends, func(e Event) bool {
		return !slices.ContainsFunc(g.makers(e, r.Stages), func(m Event) bool { return !w.Has(m) })
	})
	slices.Sort(w.Ends)
	return w
}

// bars reports whether an event is of a rule beyond which the explanation does not go. A
// target is explained whatever its rule.
func (w *Why) bars(e Event) bool {
	return w.until != nil && w.until(w.Graph.Rule(e)) && !w.asked[e]
}

// Has reports whether an event is part of the explanation.
func (w *Why) Has(e Event) bool {
	return contains(w.Events, e)
}

// ends reports whether the explanation stops at an event.
func (w *Why) ends(e Event) bool {
	return contains(w.Ends, e)
}

// stops reports whether nothing is said of what led to an event: the explanation
// ends there, or is not to go beyond it and comes to its makers by other ways.
func (w *Why) stops(e Event) bool {
	return w.ends(e) || w.bars(e) && len(w.Graph.makers(e, w.stages)) > 0
}

// contains reports whether an event is among others, which are ascending.
func contains(events []Event, e Event) bool {
	_, found := slices.BinarySearch(events, e)
	return found
}

// uses returns what an event used: what it consumed, and then what it read.
// Stage tokens are left out unless wanted.
func (g *Graph) uses(e Event, stages bool) []*Resource {
	return slices.Collect(g.eachUse(e, stages))
}

// eachUse is uses for callers that visit many events.
func (g *Graph) eachUse(e Event, stages bool) iter.Seq[*Resource] {
	return func(yield func(*Resource) bool) {
		s := g.Step(e)
		for _, ids := range [...][]trace.ResourceID{s.Consumes, s.Reads} {
			for _, id := range ids {
				if r := g.Resource(id); (stages || !r.StageToken()) && !yield(r) {
					return
				}
			}
		}
	}
}

// makers returns the events that made what an event used, each once, in order of
// use.
func (g *Graph) makers(e Event, stages bool) []Event {
	var makers []Event
	for r := range g.eachUse(e, stages) {
		if r.Producer != Outside && !slices.Contains(makers, r.Producer) {
			makers = append(makers, r.Producer)
		}
	}
	return makers
}

// Merely returns the events that had to come before an explained one without
// having led to it, ascending: they read what one of the explanation used up, or
// led to such a reader.
func (w *Why) Merely() []Event {
	seen := make([]bool, w.Graph.Len())
	var out []Event
	for stack := slices.Clone(w.Events); len(stack) > 0; {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if w.stops(e) {
			continue
		}
		for c := range w.before(e) {
			if c != Outside && c != e && !seen[c] && !w.Has(c) {
				seen[c] = true
				out = append(out, c)
				stack = append(stack, c)
			}
		}
	}
	slices.Sort(out)
	return out
}

// before yields the direct causes of an event, some more than once, and perhaps [Outside] and
// the event itself; causes by stage tokens only where tokens are followed.
func (w *Why) before(e Event) iter.Seq[Event] {
	if w.stages {
		return slices.Values(w.Graph.Causes(e))
	}
	return func(yield func(Event) bool) {
		for r := range w.Graph.eachUse(e, false) {
			if !yield(r.Producer) {
				return
			}
			if r.Consumer != e {
				continue
			}
			for _, reader := range r.Readers {
				if !yield(reader) {
					return
				}
			}
		}
	}
}

// Parting compares the explanations of two things.
type Parting struct {
	// Both are the events that led to both, Left and Right the events that led to one only; ascending.
	Both, Left, Right []Event
	// Forks are the events of Both that made something that an event of Left or Right used.
	Forks []Event
}

// Part compares two explanations in the same run, neither of which stops short.
func Part(left, right *Why) Parting {
	var p Parting
	fork := make(map[Event]bool)
	for _, side := range []struct {
		own, other *Why
		only       *[]Event
	}{{left, right, &p.Left}, {right, left, &p.Right}} {
		for _, e := range side.own.Events {
			if side.other.Has(e) {
				continue
			}
			*side.only = append(*side.only, e)
			for _, m := range side.own.Graph.makers(e, side.own.stages) {
				fork[m] = true
			}
		}
	}
	for _, e := range left.Events {
		if !right.Has(e) {
			continue
		}
		p.Both = append(p.Both, e)
		if fork[e] {
			p.Forks = append(p.Forks, e)
		}
	}
	return p
}

// Outcome explains the end of a run: which steps it rests on, and which came to nothing. Marks of stages
// are no facts here, unless they are followed.
type Outcome struct {
	// Left are the facts of the final state, in the order of the trace.
	Left []*Resource
	// RestsOn are the events that led to a fact of Left, as [Graph.Why] says; ascending.
	RestsOn []Event
	// DeadEnds are the events that led to no fact of Left, though they may have told the
	// outside something; ascending.
	DeadEnds []Event
	// Moves are the other events that left a stage and made no fact: they led to the events
	// of the next stage, or to the end of the run; ascending. There are none where marks are followed.
	Moves []Event
}

// Outcome explains the end of the run, in time linear in the run.
func (g *Graph) Outcome(stages bool) *Outcome {
	o := new(Outcome)
	var targets []Target
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Consumer != Outside || r.StageToken() && !stages {
			continue
		}
		o.Left = append(o.Left, r)
		targets = append(targets, Target{r, r.Producer})
	}
	o.RestsOn = g.Why(targets, Reach{Stages: stages}).Events
	for e := range Event(g.Len()) {
		switch {
		case contains(o.RestsOn, e):
		case !stages && g.moves(e):
			o.Moves = append(o.Moves, e)
		default:
			o.DeadEnds = append(o.DeadEnds, e)
		}
	}
	return o
}

// moves reports whether an event left a stage and made no fact.
func (g *Graph) moves(e Event) bool {
	isToken := func(id trace.ResourceID) bool { return g.Resource(id).StageToken() }
	isFact := func(id trace.ResourceID) bool { return !isToken(id) }
	s := g.Step(e)
	return slices.ContainsFunc(s.Consumes, isToken) && !slices.ContainsFunc(s.Produces, isFact)
}

// Excerpt returns a run of some of the events, ascending, with what they touch and
// the targets. Ids stay as they are; what events that are left out have made
// counts as there from the start, and the end is left open. It is valid.
func (g *Graph) Excerpt(events []Event, targets ...Target) *trace.Trace {
	out := &trace.Trace{Header: g.Trace.Header}
	for _, e := range events {
		out.Steps = append(out.Steps, *g.Step(e))
	}
	var made []trace.Resource
	for _, i := range g.touched(events, targets) {
		r := g.Trace.Resources[i]
		if contains(events, g.Resources[i].Producer) {
			made = append(made, r)
			continue
		}
		r.By = 0
		out.Resources = append(out.Resources, r)
	}
	out.Resources = append(out.Resources, made...)
	return out
}

// touched returns the indexes of the resources that events and targets touch,
// ascending.
func (g *Graph) touched(events []Event, targets []Target) []int {
	var touched []int
	for _, e := range events {
		s := g.Step(e)
		for _, ids := range [][]trace.ResourceID{s.Consumes, s.Reads, s.Produces} {
			for _, id := range ids {
				touched = append(touched, g.resources.of(id))
			}
		}
	}
	for _, t := range targets {
		if t.Resource != nil {
			touched = append(touched, g.resources.of(t.Resource.ID))
		}
	}
	slices.Sort(touched)
	return slices.Compact(touched)
}
