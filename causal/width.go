package causal

import "slices"

// Width says how many events of a run can happen at once.
type Width struct {
	// Together are pairwise concurrent events, ascending: the most there can
	// be, if Exact.
	Together []Event
	// AtMost bounds the number of pairwise concurrent events. It is the length
	// of Together, if Exact.
	AtMost int
}

// Exact reports whether no more events than [Width.Together] are pairwise
// concurrent.
func (w Width) Exact() bool { return len(w.Together) == w.AtMost }

// widthWork bounds the search of [Graph.Width], in visits for each event and
// cause.
const widthWork = 200

// Width returns the width of the causal order. It equals the least number of
// chains that cover all events (Dilworth, "A decomposition theorem for partially
// ordered sets", Annals of Mathematics 51, 1950). Chains that may pass through
// an event more than once need no transitive closure: they are a flow from
// before the run to after it that passes through each event at least once. It
// starts with chains taken greedily, and takes one away as long as flow can be
// led around it; where none can be, the events that only a single chain passes
// on the border of what can be reached are pairwise concurrent, and as many as
// there are chains (Ford and Fulkerson's cut).
//
// Each round costs time linear in events and causes. Few rounds are the rule;
// after a fixed number of visits for each event it leaves it at bounds: the
// widest layer of [Graph.Layers], and the chains there are.
func (g *Graph) Width() Width {
	f := newFlow(g)
	for work := widthWork * (f.events() + len(f.carries)); ; {
		less, visits := f.reduce()
		work -= visits
		switch {
		case less == 0:
			var together []Event // into which the last search came, but not out of
			for e := range Event(f.events()) {
				if f.reached[in(e)] && !f.reached[out(e)] {
					together = append(together, e)
				}
			}
			return Width{Together: together, AtMost: f.total}
		case work < 0:
			widest := slices.MaxFunc(g.Layers(), func(a, b []Event) int { return len(a) - len(b) })
			return Width{Together: widest, AtMost: f.total}
		}
	}
}

// flow is a number of chains that together pass through all events. Each event
// has two nodes, its entry and its exit; arcs lead from the source to each entry, from
// there to the exit, from there to the entries of the events that it
// directly precedes, and to the sink.
type flow struct {
	total int // number of chains
	// The arc from cause to effect with number i carries carries[i] chains; the
	// arcs into event e begin at firstIn[e].
	carries []int32
	from    []Event
	firstIn []int
	// out are the numbers of the arcs out of each event.
	out                  [][]int
	to                   []Event
	starts, ends, passes []int32  // chains that start, end in, and pass an event
	reached              []bool   // by node
	via                  []detour // by node: how the search came there
}

// node is 2e for the entry of event e, and 2e+1 for its exit.
type node int

func in(e Event) node  { return node(2 * e) }
func out(e Event) node { return node(2*e + 1) }

// detour is a step of the search: from a node, over the arc with that number,
// or the arc within the event.
type detour struct {
	from node
	arc  int
}

const (
	within = -1 // the arc between the nodes of an event
	source = -2 // the arc from the source
)

func newFlow(g *Graph) *flow {
	n := g.Len()
	f := &flow{
		firstIn: make([]int, n+1), out: make([][]int, n),
		starts: make([]int32, n), ends: make([]int32, n), passes: make([]int32, n),
		reached: make([]bool, 2*n), via: make([]detour, 2*n),
	}
	for e, causes := range g.causes {
		f.firstIn[e] = len(f.from)
		for _, c := range causes {
			f.out[c] = append(f.out[c], len(f.from))
			f.from = append(f.from, c)
			f.to = append(f.to, Event(e))
		}
	}
	f.firstIn[n] = len(f.from)
	f.carries = make([]int32, len(f.from))
	for e := range n {
		f.cover(Event(e))
	}
	return f
}

func (f *flow) events() int { return len(f.passes) }

// cover leads a chain through an event: the last chain that ends in one of its
// causes, or a new one.
func (f *flow) cover(e Event) {
	f.passes[e], f.ends[e] = 1, 1
	for arc := f.firstIn[e+1] - 1; arc >= f.firstIn[e]; arc-- {
		if c := f.from[arc]; f.ends[c] > 0 {
			f.ends[c]--
			f.carries[arc]++
			return
		}
	}
	f.starts[e]++
	f.total++
}

// reduce takes away the chains that others can replace, and returns their
// number and the number of visits.
func (f *flow) reduce() (less, visits int) {
	clear(f.reached)
	for e := range f.events() {
		if f.starts[e] == 0 || f.reached[in(Event(e))] {
			continue
		}
		last, n := f.search(Event(e))
		visits += n
		if last >= 0 {
			f.lead(last)
			less++
		}
	}
	f.total -= less
	return less, visits + f.events()
}

// search looks for a way from the source through the event to the sink: with an
// arc that has chains to spare, or against any arc, which then takes one more.
// It returns the last node, or -1, and the number of visits. It does not come
// to nodes that were reached before, from which there was no way or a chain has
// just been led.
func (f *flow) search(start Event) (last node, visits int) {
	stack := []node{in(start)}
	f.reached[in(start)], f.via[in(start)] = true, detour{arc: source}
	visit := func(to, from node, arc int) {
		if !f.reached[to] {
			f.reached[to], f.via[to] = true, detour{from, arc}
			stack = append(stack, to)
		}
	}
	for len(stack) > 0 {
		d := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		e := Event(d / 2)
		if d == in(e) {
			visits += 1 + f.firstIn[e+1] - f.firstIn[e]
			for arc := f.firstIn[e]; arc < f.firstIn[e+1]; arc++ {
				visit(out(f.from[arc]), d, arc)
			}
			if f.passes[e] > 1 {
				visit(out(e), d, within)
			}
			continue
		}
		if f.ends[e] > 0 {
			return d, visits
		}
		visits += 1 + len(f.out[e])
		visit(in(e), d, within)
		for _, arc := range f.out[e] {
			if f.carries[arc] > 0 {
				visit(in(f.to[arc]), d, arc)
			}
		}
	}
	return -1, visits
}

// lead takes a chain away along the way that was found to a node.
func (f *flow) lead(d node) {
	f.ends[d/2]--
	for {
		e, v := Event(d/2), f.via[d]
		switch {
		case v.arc == source:
			f.starts[e]--
			return
		case v.arc == within && d == out(e): // with the arc
			f.passes[e]--
		case v.arc == within:
			f.passes[e]++
		case d == in(e):
			f.carries[v.arc]--
		default:
			f.carries[v.arc]++
		}
		d = v.from
	}
}
