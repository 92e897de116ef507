package causal

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// precedencePlainly compares two kinds of events pair by pair.
func precedencePlainly(g *Graph, left, right []Event) *Precedence {
	k := &Precedence{Left: left, Right: right}
	led := func(a, b Event) bool {
		return a != b && slices.Contains(g.Why([]Target{{Event: b}}, Reach{}).Events, a)
	}
	count := func(events, others []Event, lies func(e, o Event) bool) (n int) {
		for _, e := range events {
			if slices.ContainsFunc(others, func(o Event) bool { return lies(e, o) }) {
				n++
			}
		}
		return n
	}
	between := func(before func(a, b Event) bool) Between {
		after := func(a, b Event) bool { return before(b, a) }
		return Between{count(left, right, before), count(right, left, after), count(right, left, before),
			count(left, right, after)}
	}
	k.Led, k.Order = between(led), between(g.Before)
	k.Pairs = new(Pairs)
	seen := make(map[[2]Event]bool)
	for _, l := range left {
		for _, r := range right {
			pair := [2]Event{min(l, r), max(l, r)}
			if l == r || seen[pair] {
				continue
			}
			seen[pair] = true
			k.Pairs.All++
			both := func(e Event) bool { return slices.Contains(left, e) && slices.Contains(right, e) }
			switch {
			case g.Concurrent(l, r):
				k.Pairs.Concurrent++
			case both(l) && both(r):
				k.Pairs.Either++
			case g.Before(l, r):
				k.Pairs.LeftFirst++
			default:
				k.Pairs.RightFirst++
			}
		}
	}
	return k
}

// How kinds lie to each other is what comparing each with each says.
func TestPrecedence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		drawn := func(label string) []Event {
			return slices.DeleteFunc(g.Events(), func(Event) bool { return rapid.IntRange(0, 2).Draw(t, label) == 0 })
		}
		left, right := drawn("left"), drawn("right")
		require.Equal(t, precedencePlainly(g, left, right), g.Precedence(left, right))
	})
}

// longRun is a long run of people who each go on by themselves, and now and then meet.
func longRun(people, steps int) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	last := make([]trace.ResourceID, people)
	make := func(by trace.StepID) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: "p", By: by})
		return id
	}
	for i := range last {
		last[i] = make(0)
	}
	random := uint64(1)
	draw := func(n int) int {
		random = random*6364136223846793005 + 1442695040888963407
		return int(random>>33) % n
	}
	for i := range steps {
		id := trace.StepID(i + 1)
		a, b := draw(people), draw(people)
		s := trace.Step{ID: id, Rule: []string{"mock", "hit", "walk"}[draw(3)], Consumes: []trace.ResourceID{last[a]}}
		last[a] = make(id)
		s.Produces = append(s.Produces, last[a])
		if draw(10) == 0 && a != b {
			s.Consumes = append(s.Consumes, last[b])
			last[b] = make(id)
			s.Produces = append(s.Produces, last[b])
		}
		t.Steps = append(t.Steps, s)
	}
	return t
}

// allFired returns the events of a rule.
func allFired(g *Graph, rule string) []Event {
	return slices.DeleteFunc(g.Events(), func(e Event) bool { return g.Step(e).Rule != rule })
}

// The pairs of runs with several blocks of events are those that their pasts say.
func TestPrecedenceInBlocks(t *testing.T) {
	for _, people := range []int{1, 2, 5, 40, 400} {
		g := New(longRun(people, 2_000))
		mock, hit, all := allFired(g, "mock"), allFired(g, "hit"), g.Events()
		for _, kinds := range [][2][]Event{{mock, hit}, {hit[:100], mock}, {all, mock}, {all, all}} {
			left, right := kinds[0], kinds[1]
			isLeft, isRight := g.among(left), g.among(right)
			want := new(Pairs)
			for e := range all {
				for _, p := range g.Past(Event(e)) {
					switch leftFirst, rightFirst := isLeft[p] && isRight[e], isRight[p] && isLeft[e]; {
					case leftFirst && rightFirst:
						want.Either++
					case leftFirst:
						want.LeftFirst++
					case rightFirst:
						want.RightFirst++
					}
				}
			}
			got := g.Precedence(left, right).Pairs
			require.Equal(t, []int{want.LeftFirst, want.RightFirst, want.Either},
				[]int{got.LeftFirst, got.RightFirst, got.Either})
		}
	}
}

// Counting goes on for no longer than until all that follows comes after all sources of a block, so that a long
// thread takes no more than a few looks at each cause.
func TestPrecedenceEndsEarly(t *testing.T) {
	const n = 5_000
	g := New(longRun(1, n))
	budget := 4 * n
	require.Equal(t, n*(n-1)/2, g.pairs(g.Events(), g.Events(), &budget))
	require.Positive(t, budget)
}

func BenchmarkPrecedence(b *testing.B) {
	for _, people := range []int{1, 10, 1000} {
		g := New(longRun(people, 100_000))
		mock, hit := allFired(g, "mock"), allFired(g, "hit")
		b.Run(fmt.Sprint(people), func(b *testing.B) {
			for b.Loop() {
				require.NotNil(b, g.Precedence(mock, hit).Pairs)
			}
		})
	}
}
