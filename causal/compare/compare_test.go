package compare

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// requireSound holds the correspondence of a diff against its definition.
func requireSound(t require.TestingT, d *Diff) {
	back := make(map[causal.Event]causal.Event)
	for e, f := range d.Events {
		if f == causal.Outside {
			require.Contains(t, d.OnlyLeft, causal.Event(e))
			continue
		}
		_, twice := back[f]
		require.False(t, twice)
		back[f] = causal.Event(e)
		a, b := d.Left.Step(causal.Event(e)), d.Right.Step(f)
		require.Equal(t, a.String(), b.String())
		requireTaken(t, d, a.Consumes, b.Consumes)
		requireTaken(t, d, a.Reads, b.Reads)
	}
	require.Equal(t, d.Right.Len(), len(back)+len(d.OnlyRight))
	for x, y := range d.Resources {
		if y >= 0 {
			require.Equal(t, d.Left.Resources[x].String(), d.Right.Resources[y].String())
		}
	}
}

// requireTaken says that what was taken corresponds, permanent facts by what they
// say, and was made by what corresponds.
func requireTaken(t require.TestingT, d *Diff, left, right []trace.ResourceID) {
	var want, got []string
	for _, id := range left {
		x := d.Left.Index(id)
		if r := d.Left.Resources[x]; r.Persistent {
			want = append(want, r.String())
		} else {
			require.GreaterOrEqual(t, d.Resources[x], 0)
			want = append(want, d.Right.Resources[d.Resources[x]].ID.String())
		}
		if p := d.Left.Resources[x].Producer; p != causal.Outside {
			require.NotEqual(t, causal.Outside, d.Events[p])
		}
	}
	for _, id := range right {
		if r := d.Right.Resource(id); r.Persistent {
			got = append(got, r.String())
		} else {
			got = append(got, id.String())
		}
	}
	require.ElementsMatch(t, want, got)
}

// What cannot correspond, or be more alike than another, need not be looked at.
func TestRunsAgainstAll(t *testing.T) {
	all := func(c *comparer) func(causal.Event) bool {
		return func(e causal.Event) bool { return c.pairBest(e, math.MaxInt) }
	}
	parted := 0
	rapid.Check(t, func(t *rapid.T) {
		g, h := causal.New(causaltest.Craft(t)), causal.New(causaltest.Craft(t))
		if rapid.Bool().Draw(t, "same run") {
			h = causal.New(causaltest.Reordered(g.Trace, causaltest.Linearize(t, g)))
		}
		got, want := compare(newRunOf(g), newRunOf(h)), newComparer(newRunOf(g), newRunOf(h))
		want.pairAll(all(want))
		want.pairRest()
		want.conclude()
		require.Equal(t, want.Diff, got)
		require.Equal(t, want.isWhole() || sameHash(g, h), got.Same)
		if !got.Same {
			parted++
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, parted)
}

// A run in another order, with other ids, is the same run; and of a part of it that
// happens first, all is found again.
func TestRunsFindWhatIsCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := causal.New(causaltest.Random(t))
		order := causaltest.Linearize(t, g)
		same := Runs(g, causal.New(causaltest.Reordered(g.Trace, order)))
		requireSound(t, same)
		require.True(t, same.Same)
		require.Empty(t, same.OnlyLeft)

		part := causaltest.Reordered(g.Trace, order[:rapid.IntRange(0, len(order)).Draw(t, "length")])
		d := Runs(g, causal.New(part))
		requireSound(t, d)
		if !hasTwins(g) {
			require.Empty(t, d.OnlyRight)
			require.Len(t, d.OnlyLeft, g.Len()-len(part.Steps))
		}
	})
}

// hasTwins reports whether there are equal linear resources with one maker, or events
// that did the same with the same: then it may be the future alone that says which
// of them is which.
func hasTwins(g *causal.Graph) bool {
	type origin struct {
		maker causal.Event
		fact  string
	}
	seen := make(map[origin]bool)
	for _, r := range g.Resources {
		o := origin{r.Producer, r.String()}
		if seen[o] {
			return true
		}
		seen[o] = !r.Persistent
	}
	histories := slices.Sorted(slices.Values(newRunOf(g).history))
	return len(slices.Compact(histories)) < g.Len()
}

// Two runs of any kind: what corresponds does, and where they part all that led to it
// is common.
func TestRunsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := causal.New(causaltest.Random(t)), causal.New(causaltest.Random(t))
		d := Runs(a, b)
		requireSound(t, d)
		if h, k := hash.Of(a), hash.Of(b); h.Exact && k.Exact {
			require.Equal(t, h == k, d.Same)
		}
		left, right := d.Firsts()
		require.Equal(t, len(d.OnlyLeft) > 0, len(left) > 0)
		require.Equal(t, len(d.OnlyRight) > 0, len(right) > 0)
		for _, e := range left {
			for _, c := range a.Causes(e) {
				require.NotContains(t, d.OnlyLeft, c)
			}
		}
		renamed := d.Renamed()
		require.Equal(t, hash.Of(b), hash.Of(causal.New(renamed)))
		steps, resources := d.Own()
		require.Len(t, steps, len(d.OnlyRight))
		for i, s := range renamed.Steps {
			if own, ok := steps[s.ID]; ok {
				require.Equal(t, d.Right.Trace.Steps[i].ID, own)
			}
		}
		for i, r := range renamed.Resources {
			own, ok := resources[r.ID]
			common := slices.ContainsFunc(a.Trace.Resources, func(left trace.Resource) bool { return left.ID == r.ID })
			require.NotEqual(t, common, ok, "the right run has it for itself")
			if ok {
				require.Equal(t, d.Right.Trace.Resources[i].ID, own)
			}
		}
		u := Unite(a.Trace, renamed)
		require.Equal(t, a.Len()+len(d.OnlyRight), u.Graph.Len())
		for _, e := range d.OnlyLeft {
			require.Equal(t, Left, u.Steps[a.Step(e).ID])
		}
	})
}

// It is all the same which of two runs is the left one, but for the sides: whether they
// have much in common or little, and whatever is alike in them.
func TestRunsAreTheSameFromBothSides(t *testing.T) {
	parted, mutual := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) *trace.Trace{causaltest.Craft, causaltest.Random}).Draw(t, "runs")
		a, b := causal.New(draw(t)), causal.New(draw(t))
		if rapid.Bool().Draw(t, "part of one run") {
			order := causaltest.Linearize(t, a)
			b = causal.New(causaltest.Reordered(a.Trace, order[:rapid.IntRange(0, len(order)).Draw(t, "length")]))
		}
		d, back := Runs(a, b), Runs(b, a)
		require.Equal(t, d.Same, back.Same)
		requireSound(t, d.Mirrored())
		require.Equal(t, d, d.Mirrored().Mirrored())
		if d.Same {
			return // resources alike in one run may correspond to any in the other
		}
		require.Equal(t, d, back.Mirrored())
		mutual += requireRivals(t, d) + requireRivals(t, d.Mirrored())
		parted++
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, parted)
	require.NotZero(t, mutual)
}

// requireRivals holds the rivals of the left run's events against their definition. It
// returns how many events took what their rivals took, which then have rivals, too.
func requireRivals(t require.TestingT, d *Diff) (mutual int) {
	for _, e := range d.OnlyLeft {
		f, over := d.Rivals(e)
		if f == causal.Outside {
			requireNoRival(t, d, e)
			continue
		}
		require.Contains(t, d.OnlyRight, f)
		s := d.Left.Step(e)
		require.Contains(t, slices.Concat(s.Consumes, s.Reads), over.ID)
		require.Same(t, d.Left.Resource(over.ID), over)
		require.Equal(t, f, d.Right.Resources[d.Resources[d.Left.Index(over.ID)]].Consumer)
		if over.Consumer == e {
			other, _ := d.Mirrored().Rivals(f)
			require.NotEqual(t, causal.Outside, other)
			mutual++
		}
	}
	return mutual
}

// requireNoRival says that no event which only the right run has took what one uses of
// the left run.
func requireNoRival(t require.TestingT, d *Diff, e causal.Event) {
	for _, f := range d.OnlyRight {
		for _, id := range d.Right.Step(f).Consumes {
			x := slices.Index(d.Resources, d.Right.Index(id))
			require.False(t, x >= 0 && slices.Contains(d.Left.Resources[x].Users(), e))
		}
	}
}

// A step that only reads what the other run's step took has a rival, and is none of
// that step: nothing kept that from happening.
func TestRivalsOfReaders(t *testing.T) {
	run := func(s trace.Step) *causal.Graph {
		return causal.New(&trace.Trace{Resources: []trace.Resource{{ID: 1, Pred: "here"}}, Steps: []trace.Step{s}})
	}
	here := []trace.ResourceID{1}
	d := Runs(run(trace.Step{ID: 1, Rule: "leave", Consumes: here}), run(trace.Step{ID: 1, Rule: "wave", Reads: here}))
	rival, _ := d.Rivals(0)
	require.Equal(t, causal.Outside, rival)
	rival, over := d.Mirrored().Rivals(0)
	require.Equal(t, causal.Event(0), rival)
	require.Equal(t, "here", over.String())
}

// Permanent facts correspond if steps made them that are common, whoever made them
// before.
func TestRunsWithPermanentFactsMadeTwice(t *testing.T) {
	law := func(id trace.ResourceID, by trace.StepID) trace.Resource {
		return trace.Resource{ID: id, Pred: "law", By: by, Persistent: true}
	}
	once := causal.New(&trace.Trace{Resources: []trace.Resource{law(1, 1)},
		Steps: []trace.Step{{ID: 1, Rule: "vote", Produces: []trace.ResourceID{1}}}})
	twice := causal.New(&trace.Trace{Resources: []trace.Resource{law(1, 1), law(2, 2)}, Steps: []trace.Step{
		{ID: 1, Rule: "seize", Produces: []trace.ResourceID{1}}, {ID: 2, Rule: "vote", Produces: []trace.ResourceID{2}},
	}})
	require.Equal(t, []int{1}, Runs(once, twice).Resources)
	require.Equal(t, []int{-1, 0}, Runs(twice, once).Resources)
}

// Two runs that begin alike part where one of two wins a thing, and what follows is
// told by side.
func TestRunsTellWhoWon(t *testing.T) {
	run := func(winner string) *trace.Trace {
		return &trace.Trace{
			Resources: []trace.Resource{
				{ID: 1, Pred: "crown"}, {ID: 2, Pred: "day"},
				{ID: 3, Pred: "night", By: 1}, {ID: 4, Pred: "king", Args: []trace.Term{trace.Const(winner)}, By: 2},
			},
			Steps: []trace.Step{
				{ID: 1, Rule: "dusk", Consumes: []trace.ResourceID{2}, Produces: []trace.ResourceID{3}},
				{ID: 2, Rule: "win", Args: []trace.Term{trace.Const(winner)}, Consumes: []trace.ResourceID{1},
					Produces: []trace.ResourceID{4}},
				{ID: 3, Rule: "feast", Reads: []trace.ResourceID{4}},
			},
		}
	}
	d := Runs(causal.New(run("ann")), causal.New(run("bob")))
	require.False(t, d.Same)
	require.Equal(t, []causal.Event{0, causal.Outside, causal.Outside}, d.Events)
	left, right := d.Firsts()
	require.Equal(t, []causal.Event{1}, left)
	require.Equal(t, []causal.Event{1}, right)
	rival, over := d.Rivals(1)
	require.Equal(t, causal.Event(1), rival)
	require.Equal(t, "crown", over.String())
	require.True(t, slices.Equal([]causal.Event{1, 2}, d.OnlyLeft))
}

// Two steps that tell the outside something else are not the same.
func TestDiffOfActions(t *testing.T) {
	said := func(word string) *causal.Graph {
		return causal.New(&trace.Trace{
			Header:    trace.Header{Format: trace.Format},
			Resources: []trace.Resource{{ID: 1, Pred: "tired"}},
			Steps: []trace.Step{
				{ID: 1, Rule: "sigh", Consumes: []trace.ResourceID{1},
					Acts: []trace.Fact{{Pred: "say", Args: []trace.Term{trace.Const(word)}}}},
			},
		})
	}
	require.True(t, Runs(said("ah"), said("ah")).Same)
	other := Runs(said("ah"), said("oh"))
	require.False(t, other.Same)
	require.Equal(t, []causal.Event{0}, other.OnlyLeft)
}

func TestFollowersAreThoseOfTheFuture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := causal.New(causaltest.Random(t))
		all := g.Events()
		some := func(label string) []causal.Event {
			return slices.DeleteFunc(slices.Clone(all), func(causal.Event) bool { return rapid.Bool().Draw(t, label) })
		}
		among := some("others")
		of := some("events")
		for len(of) > 0 && len(of) <= 2*abreast && rapid.Bool().Draw(t, "more") {
			of = append(of, of...) // than are followed at a time
		}
		want := make([]int, len(of))
		for i, e := range of {
			for _, f := range g.Future(e) {
				if slices.Contains(among, f) {
					want[i]++
				}
			}
		}
		require.Equal(t, want, Followers(g, of, among))
	})
}

// BenchmarkRuns compares a run with one that goes another way from the middle on.
func BenchmarkRuns(b *testing.B) {
	causaltest.Benchmark(b, causal.New, func(g *causal.Graph) {
		other := *g.Trace
		other.Steps = append([]trace.Step(nil), other.Steps...)
		for i := len(other.Steps) / 2; i < len(other.Steps); i += 7 {
			other.Steps[i].Rule = "elsewhere"
		}
		Runs(g, causal.New(&other))
	})
}
