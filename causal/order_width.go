package causal

// Width is how much of a run can be going on at once.
type Width struct {
	// Together are pairwise concurrent events, ascending: as many as there can
	// be, if Exact.
	Together []Event
	// AtMost is how many pairwise concurrent events there are at most: as many
	// as Together has, if Exact.
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
			return Width{Together: f.border(), AtMost: f.total}
		case work < 0:
			return Width{Together: g.widestLayer(), AtMost: f.total}
		}
	}
}

func (g *Graph) widestLayer() []Event {
	var widest []Event
	for _, layer := range g.Layers() {
		if len(layer) > len(widest) {
			widest = layer
		}
	}
	return widest
}

// flow is a number of chains that together pass through all events. Each event
// has a door in and a door out; arcs lead from the source to each door in, from
// there to the door out, from there to the doors in of the events that it
// directly precedes, and to the sink.
type flow struct {
	total int // how many chains there are
	// The arc from cause to effect with number i carries carries[i] chains; those
	// into event e are from firstIn[e] on.
	carries []int32
	from    []Event
	firstIn []int
	// out are the numbers of the arcs out of each event.
	out                  [][]int
	to                   []Event
	starts, ends, passes []int32  // chains that start, end in, and pass an event
	reached              []bool   // by door
	via                  []detour // by door: how the search came there
}

// door is 2e for the door into event e, and 2e+1 for the one out of it.
type door int

func in(e Event) door  { return door(2 * e) }
func out(e Event) door { return door(2*e + 1) }

// detour is a step of the search: from a door, over the arc with that number,
// or the arc within the event.
type detour struct {
	from door
	arc  int
}

const (
	within = -1 // the arc between the doors of an event
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

// cover leads a chain through an event: the one that ended last of those that
// end in its causes, or a new one.
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

// reduce takes chains away that others can take the place of, and returns how
// many and after how many visits.
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
// It returns the last door, or -1, and the number of visits. It does not come
// to doors that were reached before, from which there was no way or a chain has
// just been led.
func (f *flow) search(start Event) (last door, visits int) {
	stack := []door{in(start)}
	f.reached[in(start)], f.via[in(start)] = true, detour{arc: source}
	visit := func(to, from door, arc int) {
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

// lead takes a chain away along the way that was found to a door.
func (f *flow) lead(d door) {
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

// border returns the events into which the last search came, but not out of.
func (f *flow) border() []Event {
	var events []Event
	for e := range f.events() {
		if e := Event(e); f.reached[in(e)] && !f.reached[out(e)] {
			events = append(events, e)
		}
	}
	return events
}
