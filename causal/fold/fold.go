package fold

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
)

// Method is a way to put events into groups.
type Method string

// The methods.
const (
	// Chains folds maximal pieces in which each is the only direct cause and the
	// only direct effect of its neighbour.
	Chains Method = "chains"
	// Repeats folds runs of a rule: an event joins a group of its rule where all
	// its direct causes are in that group.
	Repeats Method = "repeat"
	// Stages folds each visit to a stage, from the move into it to the move out
	// of it, which is part of the visit that it ends.
	Stages Method = "stage"
	// Turns folds each turn: what happens while the fact that marks the turns of the run
	// stays the same, see [turns.Of], or in runs without such a fact, the stage.
	Turns Method = "turn"
	// Rounds folds each round, see [turns.Of]: what lies between two turns of the same
	// mark, or between two entries into the first stage that is left and entered again.
	// Outside rounds it folds visits to stages.
	Rounds Method = "round"
	// Rules folds all firings of each rule. Groups may precede each other then.
	Rules Method = "rule"
	// Spans folds equal pieces of the order of firing: about as many as each has
	// events. [Selection.Spans] cuts a selection into such pieces instead.
	Spans Method = "span"
	// Around is the method of [Selection.Around], which needs to know around what.
	Around Method = "around"
)

// Methods returns the methods of [Selection.Fold], the finer ones first.
func Methods() []Method { return []Method{Repeats, Chains, Turns, Stages, Rounds, Spans, Rules} }

// ParseMethod returns the method of a name; the error says what there is.
func ParseMethod(name string) (Method, error) {
	var names []string
	for _, m := range Methods() {
		if string(m) == name {
			return m, nil
		}
		names = append(names, string(m))
	}
	return "", fmt.Errorf("no way to fold called %q; want one of %s", name, strings.Join(names, ", "))
}

// Group is some events that are one node of a picture.
type Group struct {
	Events []causal.Event // ascending
	Method Method         // the last that put events together; "" for a single event
}

// Folding is a selection with its events in groups.
type Folding struct {
	Selection *Selection
	// Groups divide the events of the selection. They are in the order of their
	// first events: unless Cyclic, none precedes one that stands before it.
	Groups []Group
	// Cyclic says that groups may precede each other, as with [Rules].
	Cyclic bool
	// Uneven says that turns, visits to stages or rounds do not all stand alike: some are one
	// group, and others are several or are put together.
	Uneven bool

	together bool            // together: bundle facts between single events, too
	apart    map[string]bool // apart holds keys of bundles between single events to be split
	of       []int32         // of by position: the group
	covers   func() [][]cover
	bundles  func() []Bundle
	order    func() []Tie
}

// Fold puts the selected events into groups, by one method after another, each of
// which folds the groups of the one before; with none, each event is a group. What
// comes after [Rules] has nothing left to do.
//
// No method but [Rules] makes a cycle. They all keep to this: where a group precedes
// another, it has the earlier first event. It holds of single events, for causes fire
// first. If it holds of some groups, it holds of those that a method makes of them:
//
//   - In a chain, and in a run of a rule, all direct predecessors of a group but the
//     first are in the same chain or run. So what precedes any of them from outside
//     precedes the first, and is earlier than it; and the first is where the whole
//     begins. What follows any of them is later than it, and so than the first.
//   - Turns, visits, rounds and spans are consecutive groups, in the order of their first
//     events. Order leads from earlier groups to later ones, so it does from earlier
//     turns, visits, rounds and spans to later ones.
//
// Hence the order of first events is a topological one at every stage, and there is
// no cycle.
func (s *Selection) Fold(methods ...Method) *Folding {
	f := s.single()
	for _, m := range methods {
		if f.Cyclic {
			break
		}
		f = f.fold(m, int(math.Ceil(math.Sqrt(float64(len(s.Events))))))
	}
	return f
}

// Pieces folds the selected events into that many spans, about equally long.
func (s *Selection) Pieces(n int) *Folding { return s.single().fold(Spans, n) }

// single makes each event a group.
func (s *Selection) single() *Folding {
	f := &Folding{Selection: s, Groups: make([]Group, len(s.Events)), of: make([]int32, len(s.Events))}
	for i := range s.Events {
		f.Groups[i].Events = s.Events[i : i+1 : i+1]
		f.of[i] = int32(i)
	}
	f.prepare()
	f.covers = s.covers
	return f
}

// prepare sets up the data computed on first use.
func (f *Folding) prepare() {
	f.covers = sync.OnceValue(f.findCovers)
	f.bundles = sync.OnceValue(f.findBundles)
	f.order = sync.OnceValue(f.findOrder)
}

// Group returns the group of an event, as its index, or -1.
func (f *Folding) Group(e causal.Event) int {
	i, selected := slices.BinarySearch(f.Selection.Events, e)
	if !selected {
		return -1
	}
	return int(f.of[i])
}

// fold folds groups by a method; pieces is how many spans to make.
func (f *Folding) fold(m Method, pieces int) *Folding {
	switch m {
	case Chains:
		return f.join(m, f.chains(make([]int32, len(f.Groups))))
	case Repeats:
		return f.join(m, f.repeats(make([]int32, len(f.Groups))))
	case Turns:
		return f.join(m, f.turns())
	case Stages: // by the visit in which a group begins
		visits := f.begins(f.Selection.visited())
		return f.join(m, f.stretches(func(g, _ int) int32 { return visits[g] }))
	case Rounds:
		return f.join(m, f.rounds())
	case Spans: // of about as many events
		return f.join(m, f.stretches(func(_, before int) int32 { return int32(before * max(1, pieces) / len(f.of)) }))
	case Rules:
		return f.join(m, f.rules())
	}
	return f
}

// join makes one group of groups with the same number, which is that of the first
// of them.
func (f *Folding) join(m Method, with []int32) *Folding {
	out := &Folding{Selection: f.Selection, Cyclic: m == Rules, together: f.together, of: make([]int32, len(f.of))}
	index := make([]int32, len(with)) // by old group
	for g, first := range with {
		if int(first) == g {
			index[g] = int32(len(out.Groups))
			out.Groups = append(out.Groups, Group{slices.Clip(f.Groups[g].Events), f.Groups[g].Method})
			continue
		}
		index[g] = index[first]
		to := &out.Groups[index[g]]
		to.Events = append(to.Events, f.Groups[g].Events...)
		to.Method = m
	}
	for g := range out.Groups {
		slices.Sort(out.Groups[g].Events)
	}
	for i, g := range f.of {
		out.of[i] = index[g]
	}
	out.prepare()
	return out
}

// findCovers returns the covering relation of the order between groups: for each
// group its direct predecessors, ascending. Where groups may precede each other it is
// what the events have.
func (f *Folding) findCovers() [][]cover {
	before := f.before()
	covers := make([][]cover, len(before))
	if f.Cyclic {
		for g, list := range before {
			for _, h := range list {
				covers[g] = append(covers[g], cover{from: h})
			}
		}
		return covers
	}
	last := make([]int, len(before)) // by group: the last that it precedes directly
	for g, list := range before {
		for _, h := range list {
			last[h] = g
		}
	}
	r := newReduction(len(before))
	for g, list := range before {
		covers[g] = r.choose(int32(g), list)
		for _, h := range list {
			if last[h] == g {
				r.forget(h)
			}
		}
	}
	return covers
}

// before returns for each group those with an event that directly precedes one of
// its events, ascending.
func (f *Folding) before() [][]int32 {
	before := make([][]int32, len(f.Groups))
	for i, covers := range f.Selection.covers() {
		g := f.of[i]
		for _, c := range covers {
			h := f.of[c.from]
			if n := len(before[g]); h != g && (n == 0 || before[g][n-1] != h) {
				before[g] = append(before[g], h)
			}
		}
	}
	for g, list := range before {
		slices.Sort(list)
		before[g] = slices.Compact(list)
	}
	return before
}
