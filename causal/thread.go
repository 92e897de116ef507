package causal

import (
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Thread is one character's line through the run: every event in which the
// character takes part. For a constant these are the events that mention it in
// their arguments or in the facts they touch, for a predicate the events that touch
// one of its facts, and for the only character of a run all.
type Thread struct {
	Character string
	Events    []Event // in order of firing, which respects the causal order
	// Groups are the events by the longest chain of events of the thread that
	// leads up to them: the Foata normal form of the causal order among these
	// events. Events of one group are ties, pairwise concurrent, such as events
	// that only read the same. Every event follows one of the group before,
	// and none of a later group. The groups do not depend on the order in which
	// concurrent steps fired.
	Groups [][]Event
}

// Threads returns a thread for each character of the cast, including characters that never act.
// Time is near-linear in the events and their causes, and as much again for the ways that lead, in
// each thread, from the first of several events that may tie to the others: such a way can leave
// the thread.
func (g *Graph) Threads(cast Cast) []Thread {
	threads := g.Appearances(cast)
	l := &layering{graph: g, seen: make([]int, g.Len()), chain: make([]int, g.Len())}
	for i := range threads {
		threads[i].Groups = l.groups(threads[i].Events)
	}
	return threads
}

// Appearances returns the threads of [Graph.Threads] without their groups, which are most of
// the work.
func (g *Graph) Appearances(cast Cast) []Thread {
	threads := make([]Thread, len(cast.Names))
	index := make(map[string]int, len(cast.Names))
	for i, name := range cast.Names {
		threads[i].Character = name
		index[name] = i
	}
	if cast.Lone {
		threads[0].Events = g.Events()
		return threads
	}
	for e, names := range g.takePart(cast) {
		for _, name := range names {
			if i, ok := index[name]; ok {
				threads[i].Events = append(threads[i].Events, e)
			}
		}
	}
	return threads
}

// takePart yields for each event the names that may be of characters in it; a slice is good
// until the next.
func (g *Graph) takePart(cast Cast) iter.Seq2[Event, []string] {
	switch len(cast.Predicates) {
	case 0:
		return g.Mentions()
	case len(cast.Names):
		return g.Touches()
	}
	var touched []string // predicates, of the current event
	fact := func(names []string, r *trace.Resource) []string {
		if cast.IsPredicate(r.Pred) {
			touched = add(touched, r.Pred)
		}
		return collect(names, r.Args)
	}
	start := func(names []string, s *trace.Step) []string {
		touched = touched[:0]
		return collect(names, s.Args)
	}
	return func(yield func(Event, []string) bool) {
		for e, names := range g.along(fact, start) {
			if !yield(e, append(slices.DeleteFunc(names, cast.IsPredicate), touched...)) {
				return
			}
		}
	}
}

// layering divides the events of threads into groups. It keeps its memory from
// thread to thread.
type layering struct {
	graph   *Graph
	windows int     // number of windows so far
	seen    []int   // by event: the last window in which it matters
	chain   []int   // by event: length of the longest chain up to it in the window
	matter  []Event // events that matter in the current window, in order of firing
}

// groups cuts a thread at its hinges, each of which is a group by itself: the
// longest chain up to anything that follows goes through it.
func (l *layering) groups(events []Event) [][]Event {
	var groups [][]Event
	tied := 0 // where the events after the last hinge begin
	for i, hinge := range l.graph.hinges(events) {
		if !hinge {
			continue
		}
		groups = append(groups, l.window(events[tied:i])...)
		groups = append(groups, events[i:i+1:i+1])
		tied = i + 1
	}
	return append(groups, l.window(events[tied:])...)
}

// hinges reports which events of a thread follow all events before them in it, and
// precede all events after them, so that they tie with none. It knows only of causes
// within the thread; a hinge that it does not find costs time alone.
//
// All events before an event lead up to it if each has a direct follower that is no later
// than the event; and the other way round for the events after it.
func (g *Graph) hinges(events []Event) []bool {
	// The first direct follower and the last direct cause of each event in the thread, as
	// indexes; beyond the ends where there is none.
	next, prev := make([]int, len(events)), make([]int, len(events))
	for i, e := range events {
		next[i], prev[i] = len(events), -1
		for _, c := range g.Causes(e) {
			if k, ok := slices.BinarySearch(events[:i], c); ok {
				next[k], prev[i] = min(next[k], i), max(prev[i], k)
			}
		}
	}
	hinges := make([]bool, len(events))
	farthest := 0 // of the first followers of the events before
	for i := range events {
		hinges[i] = farthest <= i
		farthest = max(farthest, next[i])
	}
	farthest = len(events) // of the last causes of the events after
	for i := range slices.Backward(events) {
		hinges[i] = hinges[i] && farthest >= i
		farthest = min(farthest, prev[i])
	}
	return hinges
}

// window divides events that may tie. It finds for each that matters the longest
// chain of these events that ends with it or before it.
func (l *layering) window(events []Event) [][]Event {
	if len(events) == 0 {
		return nil
	}
	l.look(events)
	var groups [][]Event
	first := events[0]
	for _, e := range l.matter {
		longest := l.before(e, first)
		if events[0] == e {
			events = events[1:]
			if longest == len(groups) {
				groups = append(groups, nil)
			}
			groups[longest] = append(groups[longest], e)
			longest++
		}
		l.chain[e] = longest
	}
	return groups
}

// look finds the events that matter to a window: its own, and the events that lead
// up to them and do not come before the first.
func (l *layering) look(events []Event) {
	l.windows++
	l.matter = l.matter[:0]
	l.meet(events, events[0])
	for i := 0; i < len(l.matter); i++ {
		l.meet(l.graph.Causes(l.matter[i]), events[0])
	}
	slices.Sort(l.matter)
}

// meet adds events to the events that matter, unless they come before the first.
func (l *layering) meet(events []Event, first Event) {
	for _, e := range events {
		if e >= first && l.seen[e] != l.windows {
			l.seen[e] = l.windows
			l.matter = append(l.matter, e)
		}
	}
}

// before returns the longest chain up to an event, from the first of a window.
func (l *layering) before(e, first Event) int {
	longest := 0
	for _, c := range l.graph.Causes(e) {
		if c >= first {
			longest = max(longest, l.chain[c])
		}
	}
	return longest
}

// Mentions yields for each event the names in its arguments and in the facts it touches, each once,
// the names of the arguments first. A slice is good until the next.
func (g *Graph) Mentions() iter.Seq2[Event, []string] {
	return g.along(func(names []string, r *trace.Resource) []string { return collect(names, r.Args) },
		func(names []string, s *trace.Step) []string { return collect(names, s.Args) })
}

// Touches yields for each event the predicates of the facts it touches, each once. A slice is good
// until the next.
func (g *Graph) Touches() iter.Seq2[Event, []string] {
	return g.along(func(names []string, r *trace.Resource) []string { return add(names, r.Pred) },
		func(names []string, _ *trace.Step) []string { return names })
}

// along yields for each event what start makes of its step, with what each of the facts that it
// touches adds. A run may be long, so all events have one memory.
func (g *Graph) along(
	fact func([]string, *trace.Resource) []string, start func([]string, *trace.Step) []string,
) iter.Seq2[Event, []string] {
	return func(yield func(Event, []string) bool) {
		var names []string
		for e := range Event(g.Len()) {
			step := g.Step(e)
			names = start(names[:0], step)
			for _, ids := range [...][]trace.ResourceID{step.Consumes, step.Reads, step.Produces} {
				for _, id := range ids {
					if r := &g.Trace.Resources[g.resources.of(id)]; r.Pred != trace.StagePred {
						names = fact(names, r)
					}
				}
			}
			if !yield(e, names) {
				return
			}
		}
	}
}

// collect appends the names in terms that are not in the list.
func collect(names []string, terms []trace.Term) []string {
	for _, t := range terms {
		names = collect(add(names, t.Head), t.Args)
	}
	return names
}

// add appends a name that is not in the list. Steps mention few names, so looking
// through them is cheap.
func add(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}
