package hash

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
)

func TestHashForgetsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := causal.New(causaltest.Random(t))
		h := Of(g)
		require.True(t, h.Exact)
		require.Equal(t, h, Of(causal.New(causaltest.Reordered(g.Trace, causaltest.Linearize(t, g)))))
	})
}

// TestHashOfAbsence: absent facts explain a step and are no part of what it did.
func TestHashOfAbsence(t *testing.T) {
	header := &trace.Header{Format: trace.Format, Program: &trace.Program{
		Predicates: []trace.Predicate{{Name: "p"}, {Name: "tree"}}, Rules: []trace.Rule{{Name: "r"}},
	}}
	sums := make(map[Sum]bool)
	for _, absent := range [][]trace.Atom{nil, {{Pred: 1}}} {
		b, h := trace.NewBuilder(), new(Recorder)
		for _, to := range []trace.Recorder{b, h} {
			require.NoError(t, to.Begin(header, nil, []trace.Made{{}}))
			require.NoError(t, to.Step(&trace.Event{Uses: []trace.ResourceID{1}, Consumes: 1, Absent: absent}))
			require.NoError(t, to.End(nil))
		}
		require.Len(t, b.Trace().Steps[0].Absent, len(absent))
		sums[h.Sum()], sums[Of(causal.New(b.Trace()))] = true, true
	}
	require.Len(t, sums, 1)
}

// Hashes are equal just where a search through all correspondences finds one.
// The traces have few rules and facts, so that many look nearly alike.
func TestHashTellsRunsApart(t *testing.T) {
	same, different := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a := causal.New(plainTrace(t))
		other := causaltest.Reordered(a.Trace, causaltest.Linearize(t, a))
		for range 4 {
			other = altered(t, other)
		}
		b := causal.New(other)
		want := correspond(a, b)
		require.Equal(t, want, Of(a) == Of(b))
		if want {
			same++
		} else {
			different++
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, same, 10, "the test draws runs that are alike")
	require.Greater(t, different, 10, "the test draws runs that are not")
}

// plainTrace draws a run in which things look alike.
func plainTrace(t *rapid.T) *trace.Trace {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	var alive []trace.ResourceID
	add := func(by trace.StepID) trace.ResourceID {
		id := trace.ResourceID(len(tr.Resources) + 1)
		tr.Resources = append(tr.Resources, trace.Resource{ID: id, Pred: "p", By: by})
		alive = append(alive, id)
		return id
	}
	for range rapid.IntRange(1, 4).Draw(t, "initial") {
		add(0)
	}
	for i := range rapid.IntRange(1, 6).Draw(t, "steps") {
		s := trace.Step{ID: trace.StepID(i + 1), Rule: rapid.SampledFrom([]string{"a", "a", "b"}).Draw(t, "rule")}
		for _, id := range slices.Clone(alive) {
			switch rapid.IntRange(0, 3).Draw(t, "use") {
			case 0:
				s.Reads = append(s.Reads, id)
			case 1:
				s.Consumes = append(s.Consumes, id)
				alive = slices.DeleteFunc(alive, func(x trace.ResourceID) bool { return x == id })
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "makes") {
			s.Produces = append(s.Produces, add(s.ID))
		}
		tr.Steps = append(tr.Steps, s)
	}
	return tr
}

// altered exchanges one use of a resource for one of another, or leaves a trace
// as it is.
func altered(t *rapid.T, tr *trace.Trace) *trace.Trace {
	s := &tr.Steps[rapid.IntRange(0, len(tr.Steps)-1).Draw(t, "step")]
	id := trace.ResourceID(rapid.IntRange(1, len(tr.Resources)).Draw(t, "resource"))
	uses := slices.Concat(s.Reads, s.Consumes)
	if len(uses) == 0 || slices.Contains(uses, id) {
		return tr
	}
	old := uses[0]
	exchange := func(ids []trace.ResourceID) []trace.ResourceID {
		out := slices.Clone(ids)
		for i, x := range out {
			if x == old {
				out[i] = id
			}
		}
		return out
	}
	before := *s
	s.Reads, s.Consumes = exchange(s.Reads), exchange(s.Consumes)
	if trace.Validate(tr) != nil {
		*s = before
	}
	return tr
}

// correspond looks for a correspondence of two runs with linear resources only.
func correspond(a, b *causal.Graph) bool {
	return a.Len() == b.Len() && len(a.Resources) == len(b.Resources) &&
		matchEvents(a, b, 0, make(map[trace.ResourceID]trace.ResourceID), make(map[causal.Event]bool))
}

// matchEvents finds for each event of a, from e on, one of b.
func matchEvents(a, b *causal.Graph, e causal.Event, to map[trace.ResourceID]trace.ResourceID,
	used map[causal.Event]bool) bool {
	if int(e) == a.Len() {
		return true
	}
	s := a.Step(e)
	for f := range causal.Event(b.Len()) {
		u := b.Step(f)
		if used[f] || s.Rule != u.Rule || len(s.Reads) != len(u.Reads) || len(s.Consumes) != len(u.Consumes) ||
			len(s.Produces) != len(u.Produces) {
			continue
		}
		used[f] = true
		ids := slices.Concat(s.Reads, s.Consumes, s.Produces)
		lists := [][]trace.ResourceID{u.Reads, u.Consumes, u.Produces}
		if matchResources(ids, lists, to, func() bool { return matchEvents(a, b, e+1, to, used) }) {
			return true
		}
		delete(used, f)
	}
	return false
}

// matchResources maps ids one-to-one to the resources in the lists, in every way that extends the
// mapping so far, until the rest can be matched, too.
func matchResources(ids []trace.ResourceID, lists [][]trace.ResourceID, to map[trace.ResourceID]trace.ResourceID,
	rest func() bool) bool {
	for len(lists) > 0 && len(lists[0]) == 0 {
		lists = lists[1:]
	}
	if len(ids) == 0 {
		return rest()
	}
	for i, id := range lists[0] {
		old, known := to[ids[0]]
		if known && old != id || !known && taken(to, id) {
			continue
		}
		to[ids[0]] = id
		left := slices.Delete(slices.Clone(lists[0]), i, i+1)
		if matchResources(ids[1:], append([][]trace.ResourceID{left}, lists[1:]...), to, rest) {
			return true
		}
		if !known {
			delete(to, ids[0])
		}
	}
	return false
}

func taken(to map[trace.ResourceID]trace.ResourceID, id trace.ResourceID) bool {
	for _, x := range to {
		if x == id {
			return true
		}
	}
	return false
}

func TestHashSettlesSymmetries(t *testing.T) {
	hashes := make(map[Sum]string)
	for _, lengths := range [][]int{{6}, {3, 3}, {12}, {6, 6}, {3, 3, 6}, {4, 4, 4}, {5, 7}, {3, 9}, {3, 3, 3, 3}, {100},
		{50, 50}} {
		h := Of(causal.New(causaltest.Rings(lengths...)))
		require.True(t, h.Exact, lengths)
		require.Empty(t, hashes[h], "%v", lengths)
		hashes[h] = fmt.Sprint(lengths)
		slices.Reverse(lengths)
		require.Equal(t, h, Of(causal.New(causaltest.Rings(lengths...))))
	}
}

// Hashes stay what they were: they stand in files, and are compared with those of other versions.
func TestHashStays(t *testing.T) {
	for _, c := range []struct {
		run  *trace.Trace
		hash string
	}{
		{causaltest.Rings(6), "5d1f250602f4605a0f92fd97fba34d17d1fc8d1b67fc9dd10a621a34e282ca8e"},
		{causaltest.Rings(3, 3), "70e9d4c01987b8de8c96d99166136fefd01e577d0d3168d41276d369c67b4b3c"},
		{causaltest.Rings(50, 50), "8ad79efcec2c270495d289408657f1532cd0376c74237bc960bf23da008362fa"},
		{causaltest.Rings(slices.Repeat([]int{3}, 200)...),
			"4778bcce663d7004478e98501688f794fc3459bdc09cf3694cfb95f18ccb5a68"},
		{causaltest.Rings(1500, 1499), "aa5b43b5096e7527cb143e19480bec372f0ffc8280adbc4d3b53828497294179"}, // not exact
	} {
		require.Equal(t, c.hash, Of(causal.New(c.run)).String())
	}
}

// A run that is hashed may go on.
func TestHashOfARunThatGoesOn(t *testing.T) {
	var s, again runStructure
	for i := range 3 {
		for _, run := range []*runStructure{&s, &again} {
			fact := run.resource(uint64(9-i), true, unmade)
			run.event(1, []vertex{run.resource(2, false, unmade), fact}, 1)
		}
		s.sum()
	}
	require.Equal(t, again.sum(), s.sum())
}

// What a hash needs of a long run is little more than two numbers a node, and of that one is had for
// the time of hashing alone.
func TestHashTakesLittleMemory(t *testing.T) {
	const steps = 100_000
	var s runStructure
	place := s.resource(2, false, unmade)
	last := place
	for range steps {
		last = s.resource(3, false, s.event(1, []vertex{last, place}, 1))
	}
	packed := 0
	for _, group := range s.full {
		packed += len(group)
	}
	require.Less(t, packed, 6*steps)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.True(t, s.sumOnce().Exact)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(10*s.size()))
}

// Arcs are unpacked as they were packed.
func TestArcs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var as arcs
		var want [][]arc
		for v := range rapid.SampledFrom([]int{0, 1, groupSize - 1, groupSize, groupSize + 1, 5 * groupSize}).Draw(t,
			"nodes") {
			into := []arc{}
			for range rapid.IntRange(0, min(3, v)).Draw(t, "arcs") {
				into = append(into, arc{int32(rapid.IntRange(0, v-1).Draw(t, "from")), uint8(rapid.IntRange(1, 3).Draw(t, "kind"))})
			}
			as.push(v, into)
			want = append(want, into)
		}
		var got [][]arc
		var b batch
		for g := range as.groups() {
			as.unpack(&b, g)
			for i := range b.nodes() {
				got = append(got, append([]arc{}, b.of(i)...))
			}
		}
		require.Equal(t, want, got)
	})
}

// Too many symmetries are flagged, and equal runs have equal hashes all the same.
func TestHashFlagsWhatItLeavesOpen(t *testing.T) {
	a, b := Of(causal.New(causaltest.Rings(1500, 1499))), Of(causal.New(causaltest.Rings(1499, 1500)))
	require.False(t, a.Exact)
	require.Equal(t, a, b)
}

// Many equal parts are no trouble.
func TestHashOfEqualParts(t *testing.T) {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	for i := range 5_000 {
		tr.Resources = append(tr.Resources, trace.Resource{ID: trace.ResourceID(i + 1), Pred: "tok"})
	}
	for i := range 5_000 {
		tr.Steps = append(tr.Steps,
			trace.Step{ID: trace.StepID(i + 1), Rule: "spend", Consumes: []trace.ResourceID{trace.ResourceID(i + 1)}})
	}
	require.True(t, Of(causal.New(tr)).Exact)
}

// Which of two steps that assert a permanent fact comes first makes no
// difference; what reads it does.
func TestHashOfPermanentFacts(t *testing.T) {
	run := func(rules [2]string, reads bool) Sum {
		tr := &trace.Trace{Header: trace.Header{Format: trace.Format},
			Resources: []trace.Resource{{ID: 1, Pred: "open", Persistent: true, By: 1}},
			Steps: []trace.Step{
				{ID: 1, Rule: rules[0], Produces: []trace.ResourceID{1}},
				{ID: 2, Rule: rules[1]},
				{ID: 3, Rule: "enter"},
			}}
		if reads {
			tr.Steps[2].Reads = []trace.ResourceID{1}
		}
		require.NoError(t, trace.Validate(tr))
		return Of(causal.New(tr))
	}
	require.Equal(t, run([2]string{"push", "pull"}, true), run([2]string{"pull", "push"}, true))
	require.NotEqual(t, run([2]string{"push", "pull"}, true), run([2]string{"push", "pull"}, false))
	require.NotEqual(t, run([2]string{"push", "pull"}, true), run([2]string{"push", "push"}, true))
}

// A run that is read record by record has the hash of its graph, whatever order and ids its
// records have.
func TestOfStream(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := causal.New(causaltest.Random(t))
		h, err := OfStream(g.Trace.Stream())
		require.NoError(t, err)
		require.Equal(t, Of(g), h)
		h, err = OfStream(causaltest.Reordered(g.Trace, causaltest.Linearize(t, g)).Stream())
		require.NoError(t, err)
		require.Equal(t, Of(g), h)
	})
	h, err := OfStream(new(trace.Trace).Stream())
	require.NoError(t, err)
	require.Equal(t, Of(causal.New(new(trace.Trace))), h)
}

// Of a stream that breaks off there is no hash.
func TestHashStreamErrors(t *testing.T) {
	s, err := tracefile.NewStream("cut.jsonl",
		strings.NewReader(`{"format":"ceptre-trace/1"}`+"\n"+`{"resource":{"id":"x1"`), nil)
	require.NoError(t, err)
	_, err = OfStream(s)
	require.ErrorContains(t, err, "cut.jsonl")
}

// Sizes of cells go by the numbers alone, whatever they are.
func TestCellSizes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64(),
			rapid.SampledFrom([]uint64{1 << 60, 1 << 61, 1 << 62, math.MaxUint64}))
		list := rapid.SliceOfN(number, 0, 40).Draw(t, "list")
		want := make(map[uint64]int32)
		for _, x := range list {
			want[x]++
		}
		slices.Sort(list)
		require.Equal(t, len(want), distinct(list))
		sizes := newCellSizes(list)
		for x, n := range want {
			require.Equal(t, n, sizes.of(x))
		}
	})
}

// Numbers are in order however many they are, and however they are spread.
func TestSortInto(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spread := rapid.SampledFrom([]uint64{0x9e3779b97f4a7c15, 1, 0, 1 << 56}).Draw(t, "spread")
		list := make([]uint64, rapid.SampledFrom([]int{0, 1, 2, 1023, 1024, 5000, 100_000}).Draw(t, "length"))
		for i := range list {
			list[i] = uint64(i%4097) * spread
		}
		got := make([]uint64, len(list))
		sortInto(got, list)
		require.Equal(t, slices.Sorted(slices.Values(list)), append([]uint64(nil), got...))
	})
}

// Sets are those that were joined, whatever else was.
func TestPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "size")
		p, label := newPartition(n), make([]int, n)
		for i := range label {
			label[i] = i
		}
		for range rapid.IntRange(0, n).Draw(t, "joins") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
			p.join(int32(a), int32(b))
			for i, from := 0, label[b]; i < n; i++ {
				if label[i] == from {
					label[i] = label[a]
				}
			}
		}
		var want [][]int32
		for i := range n {
			if slices.Index(label, label[i]) < i {
				continue
			}
			var set []int32
			for j := i; j < n; j++ {
				if label[j] == label[i] {
					set = append(set, int32(j))
				}
			}
			if len(set) != 2 {
				want = append(want, set)
			}
		}
		require.Equal(t, want, p.sets(func(set []int32) bool { return len(set) != 2 }))
	})
}

func BenchmarkOf(b *testing.B) { causaltest.Benchmark(b, causal.New, func(g *causal.Graph) { Of(g) }) }
