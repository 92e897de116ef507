package compare

import (
	"math/bits"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// conclude completes the result with permanent facts and the remainders of both runs.
func (c *comparer) conclude() {
	copy(c.Resources, c.left.partner)
	permanent := make(map[uint64][]int)
	for y := range c.right.Resources {
		if c.right.Resources[y].Persistent && c.right.common(y) {
			permanent[c.right.pasts[y]] = append(permanent[c.right.pasts[y]], y)
		}
	}
	for x := range c.Resources {
		ys := permanent[c.left.pasts[x]]
		if len(ys) > 0 && c.left.Resources[x].Persistent && c.correspond(x, ys[0]) {
			c.Resources[x], permanent[c.left.pasts[x]] = ys[0], ys[1:]
		}
	}
	c.OnlyLeft, c.OnlyRight = c.left.rest(), c.right.rest()
	c.Same = c.isWhole() || c.left.whole == c.right.whole && sameHash(c.Left, c.Right)
}

// isWhole reports whether everything corresponds.
func (d *Diff) isWhole() bool {
	return len(d.OnlyLeft)+len(d.OnlyRight) == 0 && !slices.Contains(d.Resources, -1) &&
		len(d.Left.Resources) == len(d.Right.Resources)
}

func sameHash(left, right *causal.Graph) bool {
	a, b := hash.Of(left), hash.Of(right)
	return a.Exact && a == b
}

// Initial returns the resources of the initial states that only one run has.
func (d *Diff) Initial() (left, right []*causal.Resource) {
	known := make([]bool, len(d.Right.Resources))
	for x, y := range d.Resources {
		if y >= 0 {
			known[y] = true
		} else if d.Left.Resources[x].Producer == causal.Outside {
			left = append(left, &d.Left.Resources[x])
		}
	}
	for y := range d.Right.Resources {
		if !known[y] && d.Right.Resources[y].Producer == causal.Outside {
			right = append(right, &d.Right.Resources[y])
		}
	}
	return left, right
}

// Firsts returns the events of either side alone with causes that are all common: where
// the runs part.
func (d *Diff) Firsts() (left, right []causal.Event) {
	return firsts(d.Left, d.OnlyLeft), firsts(d.Right, d.OnlyRight)
}

func firsts(g *causal.Graph, only []causal.Event) []causal.Event {
	var out []causal.Event
	for _, e := range only {
		if !slices.ContainsFunc(g.Causes(e), func(c causal.Event) bool { return contains(only, c) }) {
			out = append(out, e)
		}
	}
	return out
}

// Mirrored returns the same, seen from the other side: with the right run on the left.
func (d *Diff) Mirrored() *Diff {
	return &Diff{
		Left: d.Right, Right: d.Left, OnlyLeft: d.OnlyRight, OnlyRight: d.OnlyLeft, Same: d.Same,
		Events: inverse(d.Events, d.Right.Len(), causal.Outside), Resources: inverse(d.Resources, len(d.Right.Resources), -1),
	}
}

// inverse returns the index of each of n numbers in a list, or none.
func inverse[N ~int](of []N, n int, none N) []N {
	out := slices.Repeat([]N{none}, n)
	for i, k := range of {
		if k != none {
			out[k] = N(i)
		}
	}
	return out
}

// Rivals returns the event of the right run that used up something that the left
// run's event uses, and that was there in both; [causal.Outside] and nil where there is none.
// [Diff.Mirrored] has the rivals of the right run's events.
func (d *Diff) Rivals(left causal.Event) (right causal.Event, over *causal.Resource) {
	s := d.Left.Step(left)
	for _, id := range slices.Concat(s.Consumes, s.Reads) {
		x := d.Left.Index(id)
		r, y := &d.Left.Resources[x], d.Resources[x]
		if y < 0 || r.Persistent {
			continue
		}
		if e := d.Right.Resources[y].Consumer; e != causal.Outside && contains(d.OnlyRight, e) {
			return e, r
		}
	}
	return causal.Outside, nil
}

// Renamed returns the right run with the left run's ids where they correspond, and
// ids of its own, higher ones, elsewhere.
func (d *Diff) Renamed() *trace.Trace {
	steps, resources := d.ids()
	out := &trace.Trace{Header: d.Right.Trace.Header}
	for _, r := range d.Right.Trace.Resources {
		r.ID, r.By = resources[r.ID], steps[r.By]
		out.Resources = append(out.Resources, r)
	}
	rename := func(ids []trace.ResourceID) []trace.ResourceID {
		named := make([]trace.ResourceID, len(ids))
		for i, id := range ids {
			named[i] = resources[id]
		}
		return named
	}
	for _, s := range d.Right.Trace.Steps {
		s.ID = steps[s.ID]
		s.Consumes, s.Reads, s.Produces = rename(s.Consumes), rename(s.Reads), rename(s.Produces)
		out.Steps = append(out.Steps, s)
	}
	return out
}

// Own returns the original ids of the steps and resources that only the right run has, by
// the ids that [Diff.Renamed] gives them.
func (d *Diff) Own() (map[trace.StepID]trace.StepID, map[trace.ResourceID]trace.ResourceID) {
	steps, resources := d.ids()
	ownSteps, ownResources := make(map[trace.StepID]trace.StepID), make(map[trace.ResourceID]trace.ResourceID)
	for own, id := range steps {
		if _, common := d.Left.Event(id); !common && own != 0 {
			ownSteps[id] = own
		}
	}
	for own, id := range resources {
		if d.Left.Index(id) < 0 {
			ownResources[id] = own
		}
	}
	return ownSteps, ownResources
}

// ids returns the new ids of the right run, by the old ones.
func (d *Diff) ids() (map[trace.StepID]trace.StepID, map[trace.ResourceID]trace.ResourceID) {
	steps, resources := map[trace.StepID]trace.StepID{0: 0}, make(map[trace.ResourceID]trace.ResourceID)
	for e, f := range d.Events {
		if f != causal.Outside {
			steps[d.Right.Step(f).ID] = d.Left.Step(causal.Event(e)).ID
		}
	}
	for x, y := range d.Resources {
		if y >= 0 {
			resources[d.Right.Resources[y].ID] = d.Left.Resources[x].ID
		}
	}
	addIDs(steps, d.Left.Trace.Steps, d.Right.Trace.Steps, func(s trace.Step) trace.StepID { return s.ID })
	addIDs(resources, d.Left.Trace.Resources, d.Right.Trace.Resources,
		func(r trace.Resource) trace.ResourceID { return r.ID })
	return steps, resources
}

// addIDs gives the right run's records that have no new id yet ids above all of the
// left run's.
func addIDs[R any, ID trace.StepID | trace.ResourceID](ids map[ID]ID, left, right []R, id func(R) ID) {
	var last ID
	for _, r := range left {
		last = max(last, id(r))
	}
	for _, r := range right {
		if _, known := ids[id(r)]; !known {
			last++
			ids[id(r)] = last
		}
	}
}

// contains reports whether an event is in an ascending list.
func contains(events []causal.Event, e causal.Event) bool {
	_, found := slices.BinarySearch(events, e)
	return found
}

// abreast is how many events are followed at a time, each by a bit.
const abreast = 64

// Followers returns for each event of a list how many events of another come causally after it. For
// each 64 of the list it takes one pass over the run.
func Followers(g *causal.Graph, of, among []causal.Event) []int {
	f := followers{Graph: g, after: make([]uint64, g.Len()), counted: make([]bool, g.Len())}
	for _, e := range among {
		f.counted[e] = true
	}
	counts := make([]int, len(of))
	for from := 0; from < len(of); from += abreast {
		to := min(from+abreast, len(of))
		f.count(of[from:to], counts[from:to])
	}
	return counts
}

// followers counts the events after a list of events.
type followers struct {
	*causal.Graph
	after   []uint64 // by event: a bit for each event of the list that it comes after, or is
	counted []bool   // by event
}

// count counts the events after each of up to 64 events.
func (f *followers) count(of []causal.Event, counts []int) {
	clear(f.after)
	for i, e := range of {
		f.after[e] |= 1 << i
	}
	for e := range causal.Event(f.Len()) { // causes fire first
		before := uint64(0)
		for _, c := range f.Causes(e) {
			before |= f.after[c]
		}
		f.after[e] |= before
		if !f.counted[e] {
			continue
		}
		for ; before != 0; before &= before - 1 {
			counts[bits.TrailingZeros64(before)]++
		}
	}
}
