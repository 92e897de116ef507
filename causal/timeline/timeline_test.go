package timeline

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A timeline says what a count by hand finds at each time.
func TestTimeline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		g := causal.New(tr)
		var events []causal.Event
		for e := range tr.Steps {
			if rapid.IntRange(0, 3).Draw(t, "left out") > 0 {
				events = append(events, causal.Event(e))
			}
		}
		most := rapid.IntRange(1, 6).Draw(t, "spans")
		c := Of(g, events, most, kinds.Table{})
		if len(events) == 0 {
			require.Equal(t, &Timeline{}, c)
			return
		}
		first, last := events[0], events[len(events)-1]
		require.Len(t, c.Spans, min(most, int(last-first)+1))
		require.Equal(t, first, c.Spans[0].From)
		require.Equal(t, last+1, c.Spans[len(c.Spans)-1].To)
		count := 0
		for i, span := range c.Spans {
			require.Less(t, span.From, span.To)
			if i > 0 {
				require.Equal(t, c.Spans[i-1].To, span.From)
			}
			for _, r := range c.Rules {
				require.Equal(t, firings(g, events, span, func(s *trace.Step) bool { return s.Rule == r.Rule }), r.Firings[i])
				count += r.Firings[i]
			}
			for _, st := range c.Stages {
				require.Equal(t, firings(g, events, span, func(s *trace.Step) bool { return s.Stage == st.Stage }), st.Events[i])
			}
			for _, f := range c.Facts {
				peak := 0
				for e := span.From - 1; e < span.To; e++ {
					peak = max(peak, present(g, f.Kind, e))
				}
				require.Equal(t, peak, f.Peaks[i])
			}
		}
		require.Equal(t, len(events), count)
		requireRange(t, g, c, first, last)
	})
}

// firings counts the events of a span that are of some sort.
func firings(g *causal.Graph, events []causal.Event, span Span, of func(*trace.Step) bool) (n int) {
	for _, e := range events {
		if e >= span.From && e < span.To && of(g.Step(e)) {
			n++
		}
	}
	return n
}

// kindOf returns the kind of a fact by its predicate.
func kindOf(r *causal.Resource) string {
	if r.Persistent {
		return "!" + r.Pred
	}
	return r.Pred
}

// present counts those of a kind that are there after an event.
func present(g *causal.Graph, kind string, e causal.Event) (n int) {
	for i := range g.Resources {
		r := &g.Resources[i]
		if kindOf(r) == kind && r.Producer <= e && (r.Consumer == causal.Outside || r.Consumer > e) {
			n++
		}
	}
	return n
}

// requireRange looks at all times for how many facts there are, of each kind.
func requireRange(t *rapid.T, g *causal.Graph, c *Timeline, first, last causal.Event) {
	for i := range g.Resources {
		if g.Resources[i].StageToken() {
			continue
		}
		kind := kindOf(&g.Resources[i])
		var there []int
		for e := first - 1; e <= last; e++ {
			there = append(there, present(g, kind, e))
		}
		k := slices.IndexFunc(c.Facts, func(f Fact) bool { return f.Kind == kind })
		require.Equal(t, slices.Min(there) < slices.Max(there), k >= 0, "%s: %v", kind, there)
		if k >= 0 {
			f := c.Facts[k]
			require.Equal(t, []int{there[0], there[len(there)-1], slices.Min(there), slices.Max(there)},
				[]int{f.Start, f.End, f.Least, f.Most}, "%s: %v", kind, there)
		}
	}
}
