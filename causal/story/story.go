// Package story shortens explanations: it finds small parts of a run that still lead to an event.
//
// [causal.Graph.Why] answers with all that an event used, directly or not. A [Story] says less: of a
// journey there and back again nothing is left, for who stays at home is just as much at home.
//
// Parts replay by their facts, not by their resources: the events fire in the order of the run, and
// each needs, for what it consumed and read, any resources of the same facts, from the initial state
// of the run or made by the part. A part is minimal if it replays, and no smaller part of it does
// that has the event. The search for such parts is causal compression as in the rule-based modelling
// of cells ("weak compression": Danos, Feret, Fontana, Harmer, Hayman, Krivine, Thompson-Walsh and
// Winskel, "Graphs, rewriting and pathway reconstruction for rule-based models", FSTTCS 2012).
//
// The search begins with a part that is built up from missing facts, or with the whole past of the
// event (build.go). Events are left out one by one, each with all that cannot fire without it
// (replay.go). Small parts are then searched exhaustively for a smaller one, and from large parts
// every event is dropped that causes no shortage by its absence (minimal.go, ledger.go).
//
// Marks of stages are facts like any other here. That a link is taken only where nothing else is
// enabled is not checked, and the only known maker of a permanent fact is the one in the trace.
package story

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Story is a part of a run that leads to one of its events, and in which nothing can be left out.
type Story struct {
	// Trace is the story as a run: the events with their ids, the last is the one to explain, and
	// the resources that they take and make. Other resources of the initial state are left out.
	Trace *trace.Trace
	// Needs lists, for each step but the last, the fact that is missing without the step, in the
	// order of the steps.
	Needs []Need
	// Proved says that no smaller part replays: all were tried. Otherwise it is only certain that
	// no event can be left out by itself.
	Proved bool
}

// Need says that without a step, another is the first that cannot happen, for want of a fact.
type Need struct {
	Step, For trace.StepID
	Fact      string // as programs write it, with `!` if permanent
}

// Finder finds the stories of a run's events. It is not safe for concurrent use.
type Finder struct {
	graph    *causal.Graph
	fact     []int32          // by index of the resource: equal facts have equal numbers
	initial  [][]int32        // by fact: the indexes of the initial resources
	makers   [][]causal.Event // by fact, ascending
	stocks   [][]int32        // by fact: the resources that are there during a replay
	stocked  []int32          // facts with a stock that may differ from the initial one
	balances []int32          // by fact: the number of resources while a part is built
	changed  []int32          // facts with a balance that may differ from the initial one
	marks    []uint32         // by event: the last round that marked it
	round    uint32           // the number of events that were explained
	causes   []int32          // of event e, from first[e] to first[e+1]: the makers of what it uses
	first    []int32
	work     int // how many uses may still be looked at for the current story
}

const (
	// mostProved is the number of events up to which all smaller parts of a part are tried.
	mostProved = 16
	// mostWork bounds how many uses are looked at while a story is shortened.
	mostWork = 20_000_000
)

// NewFinder prepares for finding the stories of a run, in time linear in the run.
func NewFinder(g *causal.Graph) *Finder {
	f := &Finder{graph: g, fact: make([]int32, len(g.Resources)), marks: make([]uint32, g.Len())}
	f.numberFacts()
	f.stocks, f.balances = make([][]int32, len(f.initial)), make([]int32, len(f.initial))
	for fact := range f.initial {
		f.stocked, f.changed = append(f.stocked, int32(fact)), append(f.changed, int32(fact))
		slices.Sort(f.makers[fact])
	}
	f.resetStocks()
	f.resetBalances()
	f.listCauses()
	return f
}

// numberFacts numbers the facts, and lists the initial resources and the makers of each.
func (f *Finder) numberFacts() {
	numbers := make(map[string]int32)
	for i := range f.graph.Resources {
		r := &f.graph.Resources[i]
		text := r.String()
		n, known := numbers[text]
		if !known {
			n = int32(len(f.initial))
			numbers[text] = n
			f.initial, f.makers = append(f.initial, nil), append(f.makers, nil)
		}
		f.fact[i] = n
		if r.Producer == causal.Outside {
			f.initial[n] = append(f.initial[n], int32(i))
		} else {
			f.makers[n] = append(f.makers[n], r.Producer)
		}
	}
}

// factOf returns the number of a resource's fact.
func (f *Finder) factOf(id trace.ResourceID) int32 { return f.fact[f.graph.Index(id)] }

// Of returns a story of an event.
func (f *Finder) Of(e causal.Event) *Story {
	f.work = mostWork
	part := f.shorten(f.start(e))
	for len(part) <= mostProved {
		less := f.smaller(part)
		if less == nil {
			return f.story(part, true)
		}
		part = f.shorten(less)
	}
	return f.story(f.dropIdle(part), false)
}

// shorten leaves out events, each with all that cannot happen without it, as long as the last of
// them still can. The part replays.
func (f *Finder) shorten(part []causal.Event) []causal.Event {
	e := part[len(part)-1]
	part = f.needed(f.replay(part, causal.Outside), e)
	for again := true; again; {
		again = false
		for i := 0; i < len(part)-1 && f.work > 0; {
			less := f.needed(f.replay(part, part[i]), e)
			if less == nil {
				i++
				continue
			}
			i, _ = slices.BinarySearch(less, part[i])
			part, again = less, true
		}
	}
	return part
}

// story returns the story of a minimal part.
func (f *Finder) story(part []causal.Event, proved bool) *Story {
	story := &Story{Trace: &trace.Trace{Header: f.graph.Trace.Header}, Proved: proved}
	l := f.ledger(part)
	for i := range part[:len(part)-1] {
		if s, ok := l.without(i); ok {
			story.Needs = append(story.Needs, f.need(part, i, s))
		}
	}
	var initial, made []int32
	for _, fired := range f.replay(part, causal.Outside) {
		step := *f.graph.Step(fired.event)
		taken := make([]trace.ResourceID, len(fired.takes))
		for i, r := range fired.takes {
			taken[i] = f.graph.Resources[r].ID
			if f.graph.Resources[r].Producer == causal.Outside {
				initial = append(initial, r)
			}
		}
		step.Consumes, step.Reads = taken[:len(step.Consumes):len(step.Consumes)], taken[len(step.Consumes):]
		for _, id := range step.Produces {
			made = append(made, int32(f.graph.Index(id)))
		}
		story.Trace.Steps = append(story.Trace.Steps, step)
	}
	slices.Sort(initial)
	for _, i := range append(slices.Compact(initial), made...) {
		story.Trace.Resources = append(story.Trace.Resources, f.graph.Trace.Resources[i])
	}
	return story
}

// need says which event lacks which fact if the i-th event of a part is left out.
func (f *Finder) need(part []causal.Event, i int, s shortage) Need {
	step := f.graph.Step(part[s.at])
	for _, used := range slices.Concat(step.Consumes, step.Reads) {
		if f.factOf(used) == s.fact {
			return Need{f.graph.Step(part[i]).ID, step.ID, f.graph.Resource(used).String()}
		}
	}
	panic("story: an event lacks a fact that it does not use")
}
