package story

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

type ids = []trace.ResourceID

// drawEvent draws an event of a run that has any.
func drawEvent(t *rapid.T, g *causal.Graph) causal.Event {
	if g.Len() == 0 {
		t.Skip("nothing happened")
	}
	return causal.Event(rapid.IntRange(0, g.Len()-1).Draw(t, "event"))
}

// happens reports whether events can happen in their order by their facts, and
// otherwise the first that cannot. It counts facts anew for each event.
func happens(g *causal.Graph, part []causal.Event) (failed causal.Event, ok bool) {
	stock := make(map[string]int)
	for _, r := range g.Trace.Resources {
		if r.By == 0 {
			stock[r.String()]++
		}
	}
	for _, e := range part {
		s, need := g.Step(e), make(map[string]int)
		for _, id := range slices.Concat(s.Consumes, s.Reads) {
			need[g.Resource(id).String()]++
		}
		for fact, n := range need {
			if stock[fact] < n {
				return e, false
			}
		}
		for _, id := range s.Consumes {
			stock[g.Resource(id).String()]--
		}
		for _, id := range s.Produces {
			stock[g.Resource(id).String()]++
		}
	}
	return 0, true
}

// eventsOf returns the events of a story in the run that it is part of.
func eventsOf(g *causal.Graph, s *Story) []causal.Event {
	var part []causal.Event
	for _, step := range s.Trace.Steps {
		e, _ := g.Event(step.ID)
		part = append(part, e)
	}
	return part
}

// Stories are valid runs of the same events by the same facts, to which nothing
// smaller leads.
func TestStoriesAreMinimal(t *testing.T) {
	shorter := 0
	for range 3 { // few can be shortened
		rapid.Check(t, func(t *rapid.T) {
			g := causal.New(causaltest.Random(t))
			e := drawEvent(t, g)
			s := NewFinder(g).Of(e)
			require.NoError(t, trace.Validate(s.Trace))
			part := eventsOf(g, s)
			require.Equal(t, e, part[len(part)-1])
			require.True(t, s.Proved)
			for _, step := range s.Trace.Steps {
				original, _ := g.Event(step.ID)
				requireSameFacts(t, causal.New(s.Trace), &step, g, g.Step(original))
			}
			for mask := range 1<<(len(part)-1) - 1 {
				var less []causal.Event
				for i, e := range part {
					if i == len(part)-1 || mask&(1<<i) != 0 {
						less = append(less, e)
					}
				}
				_, ok := happens(g, less)
				require.False(t, ok, "%v of %v", less, part)
			}
			if len(part) < len(g.Why([]causal.Target{{Event: e}}, causal.Reach{Stages: true}).Events) {
				shorter++
			}
		})
	}
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, shorter, 3, "the test draws runs with something to leave out")
}

// requireSameFacts checks that two steps take and make equal facts.
func requireSameFacts(t require.TestingT, g *causal.Graph, a *trace.Step, h *causal.Graph, b *trace.Step) {
	facts := func(g *causal.Graph, ids []trace.ResourceID) (out []string) {
		for _, id := range ids {
			out = append(out, g.Resource(id).String())
		}
		return out
	}
	require.Equal(t, facts(h, b.Consumes), facts(g, a.Consumes))
	require.Equal(t, facts(h, b.Reads), facts(g, a.Reads))
	require.Equal(t, b.Produces, a.Produces)
}

// Each need is what fails first when its event is left out.
func TestNeedsAreWhatFails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := causal.New(causaltest.Random(t))
		s := NewFinder(g).Of(drawEvent(t, g))
		part := eventsOf(g, s)
		require.Len(t, s.Needs, len(part)-1)
		for i, n := range s.Needs {
			failed, ok := happens(g, slices.Delete(slices.Clone(part), i, i+1))
			require.False(t, ok)
			require.Equal(t, s.Trace.Steps[i].ID, n.Step)
			require.Equal(t, g.Step(failed).ID, n.For)
		}
	})
}

// Large stories are certified event by event.
func TestLargeStories(t *testing.T) {
	g := causal.New(braid(1_000))
	stories := NewFinder(g)
	large := 0
	for e := causal.Event(100); e < 1_000; e += 90 {
		s := stories.Of(e)
		require.NoError(t, trace.Validate(s.Trace))
		if s.Proved {
			continue
		}
		large++
		part := eventsOf(g, s)
		require.Len(t, s.Needs, len(part)-1)
		for i := range s.Needs {
			_, ok := happens(g, slices.Delete(slices.Clone(part), i, i+1))
			require.False(t, ok)
		}
	}
	require.Positive(t, large)
}

// braid returns a run in which no two facts are equal: each step takes two and
// makes two others.
func braid(steps int) *trace.Trace {
	random := rand.New(rand.NewPCG(5, 6))
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	var alive []trace.ResourceID
	add := func(by int) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: "p" + strconv.Itoa(int(id)), By: trace.StepID(by)})
		alive = append(alive, id)
		return id
	}
	for range 50 {
		add(0)
	}
	for i := 1; i <= steps; i++ {
		s := trace.Step{ID: trace.StepID(i), Rule: "weave"}
		for range 2 {
			k := random.IntN(len(alive))
			s.Consumes = append(s.Consumes, alive[k])
			alive = slices.Delete(alive, k, k+1)
		}
		s.Produces = ids{add(i), add(i)}
		t.Steps = append(t.Steps, s)
	}
	return t
}

// crowd returns a run of many steps in which much goes on at once: people who
// wander about, each mostly for themselves, and now and then give something away.
func crowd(steps int) *trace.Trace {
	random := rand.New(rand.NewPCG(3, 4))
	people := max(1, steps/100)
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	at, mood := make([]trace.ResourceID, people), make([]trace.ResourceID, people)
	add := func(pred string, by, who, what int) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		args := []trace.Term{{Head: "p" + strconv.Itoa(who)}, {Head: "q" + strconv.Itoa(what)}}
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: pred, Args: args, By: trace.StepID(by)})
		return id
	}
	for p := range people {
		at[p], mood[p] = add("at", 0, p, 0), add("mood", 0, p, 0)
	}
	for i := 1; i <= steps; i++ {
		p := random.IntN(people)
		s := trace.Step{ID: trace.StepID(i), Rule: "go", Consumes: ids{at[p]}, Reads: ids{mood[p]}}
		if i%7 == 0 {
			q := random.IntN(people)
			s = trace.Step{ID: s.ID, Rule: "talk", Consumes: ids{mood[p]}, Reads: ids{at[p]}}
			if q != p {
				s.Reads = append(s.Reads, at[q])
			}
			mood[p] = add("mood", i, p, random.IntN(4))
			s.Produces = ids{mood[p]}
		} else {
			at[p] = add("at", i, p, random.IntN(5))
			s.Produces = ids{at[p]}
		}
		t.Steps = append(t.Steps, s)
	}
	return t
}

// BenchmarkStories explains 500 events of a run of 200,000, from the trace in
// memory to minimal stories.
func BenchmarkStories(b *testing.B) {
	const steps = 200_000
	t := crowd(steps)
	b.ReportAllocs()
	for range b.N {
		g := causal.New(t)
		stories, events := NewFinder(g), 0
		for i := range 500 {
			events += len(stories.Of(causal.Event(steps - 1 - i*7)).Trace.Steps)
		}
		b.ReportMetric(float64(events)/500, "events/story")
	}
}
