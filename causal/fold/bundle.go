package fold

import (
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Bundle is facts that are shown as one node: those with the same producer,
// consumers and readers, if one of these is a group of several events; otherwise a
// single fact.
//
// Consumers and readers are ascending. A group that produces the facts is not among
// them, and one that consumes some of them is no reader.
type Bundle struct {
	Resources []*causal.Resource
	// Producer is the group that made the facts; -1 where they come from outside:
	// from the start of the run, or from an event that is left out.
	Producer           int
	Consumers, Readers []int
}

// touch is a fact that is shown, with the positions of the selected events around it.
type touch struct {
	resource           *causal.Resource
	producer           int32 // -1 for outside
	consumers, readers []int32
}

// findTouched returns the facts that are shown, in the order in which selected
// events first touch them.
func (s *Selection) findTouched() []touch {
	t := &toucher{selection: s, index: make(map[trace.ResourceID]int)}
	for i, e := range s.Events {
		step := s.Graph.Step(e)
		t.touch(step.Consumes, func(f *touch) { f.consumers = append(f.consumers, int32(i)) })
		t.touch(step.Reads, func(f *touch) { f.readers = append(f.readers, int32(i)) })
		t.touch(step.Produces, func(f *touch) { f.producer = int32(i) })
	}
	return t.all
}

// toucher collects the facts that events touch. It does not go by the consumers and
// readers of the graph: of two runs over each other, both may use up a fact.
type toucher struct {
	selection *Selection
	all       []touch
	index     map[trace.ResourceID]int // index is -1 for hidden resources
}

// touch calls note with those facts that are shown.
func (t *toucher) touch(ids []trace.ResourceID, note func(*touch)) {
	for _, id := range ids {
		i, known := t.index[id]
		if !known {
			i = -1
			if r := t.selection.Graph.Resource(id); t.selection.Shows(r) {
				i = len(t.all)
				t.all = append(t.all, touch{resource: r, producer: -1})
			}
			t.index[id] = i
		}
		if i >= 0 {
			note(&t.all[i])
		}
	}
}

// Bundles returns the facts that are shown, in the order in which the selected events
// first touch them. Facts that are made and used within one group only are not among
// them. The result is not to be changed.
func (f *Folding) Bundles() []Bundle { return f.bundles() }

func (f *Folding) findBundles() []Bundle {
	var bundles []Bundle
	index := make(map[string]int)
	var key []byte
	for _, t := range f.Selection.touched() {
		b, inside := f.around(&t)
		if inside {
			continue
		}
		alone := f.single(&b)
		if alone && !f.together {
			bundles = append(bundles, b)
			continue
		}
		key = b.key(key[:0])
		i, known := index[string(key)]
		switch {
		case alone && f.apart[string(key)]:
			bundles = append(bundles, b)
		case known:
			bundles[i].Resources = append(bundles[i].Resources, t.resource)
		default:
			index[string(key)] = len(bundles)
			bundles = append(bundles, b)
		}
	}
	return bundles
}

// around returns the bundle of a fact, which is inside where it is made and used within one
// group.
func (f *Folding) around(t *touch) (b Bundle, inside bool) {
	b = Bundle{Resources: []*causal.Resource{t.resource}, Producer: -1}
	if t.producer >= 0 {
		b.Producer = int(f.of[t.producer])
	}
	b.Consumers = f.groups(t.consumers, func(g int) bool { return g == b.Producer })
	b.Readers = f.groups(t.readers, func(g int) bool {
		_, consumes := slices.BinarySearch(b.Consumers, g)
		return consumes || g == b.Producer
	})
	return b, len(t.consumers)+len(t.readers) > 0 && len(b.Consumers)+len(b.Readers) == 0
}

// single reports whether all groups around a bundle are single events.
func (f *Folding) single(b *Bundle) bool {
	several := func(g int) bool { return g >= 0 && len(f.Groups[g].Events) > 1 }
	return !several(b.Producer) && !slices.ContainsFunc(b.Consumers, several) && !slices.ContainsFunc(b.Readers, several)
}

// groups returns the groups of events, ascending, without some; nil if there are none.
func (f *Folding) groups(positions []int32, not func(int) bool) []int {
	var groups []int
	for _, p := range positions {
		g := int(f.of[p])
		if n := len(groups); (n == 0 || groups[n-1] != g) && !not(g) {
			groups = append(groups, g)
		}
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// key appends the properties that all facts of a bundle share.
func (b *Bundle) key(key []byte) []byte {
	key = binary.AppendVarint(key, int64(b.Producer))
	key = binary.AppendVarint(key, int64(len(b.Consumers)))
	for _, groups := range [][]int{b.Consumers, b.Readers} {
		for _, g := range groups {
			key = binary.AppendVarint(key, int64(g))
		}
	}
	return key
}
