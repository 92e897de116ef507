package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Story is a part of a run that leads to one of its events, and in which nothing
// can be left out. It may say less than [Why]: of a journey there and back again
// nothing is left, for who stays at home is just as much at home.
//
// Parts replay by their facts, not by their resources: the events fire in the
// order of the run, and each needs for what it consumed and read any resources
// of the same facts, from the initial state of the run or made by the part. A
// part is minimal if it replays, and no smaller part of it does that has the
// event. The search for such parts is causal compression as in the rule-based
// modelling of cells ("weak compression": Danos, Feret, Fontana, Harmer, Hayman,
// Krivine, Thompson-Walsh and Winskel, "Graphs, rewriting and pathway
// reconstruction for rule-based models", FSTTCS 2012).
//
// Marks of stages are facts like any other here. That nothing else may be enabled
// where a link is taken is not looked at, and of a permanent fact only that maker
// is known that the trace names.
type Story struct {
	// Trace is the story as a run: the events with their ids, the last is the one
	// to explain, and the resources that they take and make. The others of the
	// initial state are left out.
	Trace *trace.Trace
	// Needs lists, for each step but the last, the fact that is missing without the step, in the
	// order of the steps.
	Needs []Need
	// Proved says that all smaller parts were looked at, and none replays.
	// Otherwise it is only certain that no event can be left out by itself.
	Proved bool
}

// Need says that without a step, another would be the first that could not
// happen, for want of a fact.
type Need struct {
	Step, For trace.StepID
	Fact      string // as programs write it, with `!` if permanent
}

// Stories finds the stories of a run's events. It is not safe for concurrent use.
type Stories struct {
	graph   *Graph
	fact    []int32   // fact by index of the resource: equal facts have equal numbers
	initial [][]int32 // initial by fact: the indexes of the initial resources
	stocks  [][]int32 // stocks by fact: the resources present during a replay
	stocked []int32   // stocked lists facts with a stock other than the initial one
	work    int       // work is the budget left for the current story

	makers   [][]Event // makers by fact, ascending
	balances []int32   // balances by fact: the count present while a part is built
	changed  []int32   // changed lists facts with a balance that may differ from the initial one
	marks    []uint32  // marks by event: the round that marked it
	round    uint32
	led      []int32 // by event e, from first[e] to first[e+1]: the makers of what it uses
	first    []int32
}

const (
	// mostProved is up to how many events all smaller parts are looked at.
	mostProved = 16
	// storyWork bounds how many uses are looked at while a story is shortened.
	storyWork = 20_000_000
)

// NewStories prepares for finding stories, in time linear in the run.
func NewStories(g *Graph) *Stories {
	s := &Stories{graph: g, fact: make([]int32, len(g.Resources)), marks: make([]uint32, g.Len())}
	s.number()
	for _, makers := range s.makers {
		slices.Sort(makers)
	}
	s.stocks, s.balances = make([][]int32, len(s.initial)), make([]int32, len(s.initial))
	for f := range s.initial {
		s.stocked, s.changed = append(s.stocked, int32(f)), append(s.changed, int32(f))
	}
	s.reset()
	s.settle()
	s.follow()
	return s
}

// number gives each fact a number, and enters what there is of it and who makes it.
func (s *Stories) number() {
	numbers := make(map[factKey]int32)
	for i := range s.graph.Resources {
		r := &s.graph.Resources[i]
		key := factKey{digestFact(r.Fact()), r.Persistent}
		n, known := numbers[key]
		if !known {
			n = int32(len(s.initial))
			numbers[key] = n
			s.initial, s.makers = append(s.initial, nil), append(s.makers, nil)
		}
		s.fact[i] = n
		if r.Producer == Outside {
			s.initial[n] = append(s.initial[n], int32(i))
		} else {
			s.makers[n] = append(s.makers[n], r.Producer)
		}
	}
}

// factKey stands for a fact.
type factKey struct {
	digest    uint64
	permanent bool
}

// Of returns a story of an event.
func (s *Stories) Of(e Event) *Story {
	s.work = storyWork
	part := s.shorten(s.begin(e))
	for len(part) <= mostProved {
		less := s.smaller(part)
		if less == nil {
			return s.story(part, true)
		}
		part = s.shorten(less)
	}
	return s.story(s.withoutIdle(part), false)
}

// shorten leaves out events, each with all that cannot happen without it, as long
// as the last of them still can. The part replays.
func (s *Stories) shorten(part []Event) []Event {
	e := part[len(part)-1]
	part = s.needed(s.replay(part, Outside), e)
	for again := true; again; {
		again = false
		for i := 0; i < len(part)-1 && s.work > 0; {
			less := s.needed(s.replay(part, part[i]), e)
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
func (s *Stories) story(part []Event, proved bool) *Story {
	story := &Story{Trace: &trace.Trace{Header: s.graph.Trace.Header}, Proved: proved}
	l := s.ledger(part)
	for i := range part[:len(part)-1] {
		if n, ok := l.without(i); ok {
			story.Needs = append(story.Needs, s.need(part, i, n))
		}
	}
	var initial, made []int32
	for _, f := range s.replay(part, Outside) {
		step := *s.graph.Step(f.event)
		taken := make([]trace.ResourceID, len(f.takes))
		for i, r := range f.takes {
			taken[i] = s.graph.Resources[r].ID
			if s.graph.Resources[r].Producer == Outside {
				initial = append(initial, r)
			}
		}
		step.Consumes, step.Reads = taken[:len(step.Consumes):len(step.Consumes)], taken[len(step.Consumes):]
		for _, id := range step.Produces {
			made = append(made, int32(s.graph.resources.of(id)))
		}
		story.Trace.Steps = append(story.Trace.Steps, step)
	}
	slices.Sort(initial)
	for _, i := range append(slices.Compact(initial), made...) {
		story.Trace.Resources = append(story.Trace.Resources, s.graph.Trace.Resources[i])
	}
	return story
}

func (s *Stories) need(part []Event, i int, n shortage) Need {
	id := func(i int) trace.StepID { return s.graph.Step(part[i]).ID }
	step := s.graph.Step(part[n.at])
	for _, used := range slices.Concat(step.Consumes, step.Reads) {
		if r := s.graph.resources.of(used); s.fact[r] == n.fact {
			return Need{id(i), id(n.at), s.graph.Resources[r].String()}
		}
	}
	panic("causal: a shortage of what is not used")
}
