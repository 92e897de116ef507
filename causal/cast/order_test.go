package cast

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// threadCast draws a cast of constants, of predicates, or of both.
func threadCast(t *rapid.T) causal.Cast {
	predicates, constants := []string{"p", "q", "r", "none"}, []string{"ann", "bob", "cyd", "cup"}
	switch rapid.IntRange(0, 2).Draw(t, "predicates") {
	case 0:
		return causal.Cast{Names: constants}
	case 1:
		return causal.Cast{Predicates: predicates, Names: predicates}
	}
	return causal.Cast{Predicates: predicates, Names: slices.Concat(constants[:2], predicates, constants[2:])}
}

// reorder returns the same run with its steps in another order that respects the
// causal one.
func reorder(t *rapid.T, tr *trace.Trace) *trace.Trace {
	other := *tr
	other.Steps = nil
	for _, e := range causaltest.Linearize(t, causal.New(tr)) {
		other.Steps = append(other.Steps, tr.Steps[e])
	}
	return &other
}

// threadIDs names events by their steps, in whatever order.
func threadIDs(g *causal.Graph, events []causal.Event) []trace.StepID {
	ids := make([]trace.StepID, len(events))
	for i, e := range events {
		ids[i] = g.Step(e).ID
	}
	slices.Sort(ids)
	return ids
}

// TestThreadsIgnoreTheOrder says what site and pictures rely on: threads and all
// that is told from them, the choice of characters included, do not depend on
// the order of concurrent steps.
func TestThreadsIgnoreTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		if rapid.Bool().Draw(t, "no types") {
			tr.Program = nil
		}
		other := reorder(t, tr)
		cast, err := Find(causal.New(tr), Options{})
		otherCast, otherErr := Find(causal.New(other), Options{})
		require.Equal(t, cast, otherCast)
		require.Equal(t, err, otherErr)
		drawn := threadCast(t)
		require.Equal(t, threadReport(causal.New(tr), cast), threadReport(causal.New(other), cast))
		require.Equal(t, threadReport(causal.New(tr), drawn), threadReport(causal.New(other), drawn))
	})
}

type threadsByID struct {
	groups       [][][]trace.StepID
	meetings     map[trace.StepID][]string
	separations  map[string][][]string // by the steps after which
	births, ends [][]trace.StepID
}

func threadReport(g *causal.Graph, cast causal.Cast) threadsByID {
	threads := g.Threads(cast)
	r := threadsByID{meetings: make(map[trace.StepID][]string), separations: make(map[string][][]string)}
	for _, t := range threads {
		var groups [][]trace.StepID
		for _, group := range t.Groups {
			groups = append(groups, threadIDs(g, group))
		}
		r.groups = append(r.groups, groups)
	}
	for _, m := range causal.Meetings(threads) {
		r.meetings[g.Step(m.Event).ID] = m.Who
	}
	for _, s := range causal.Separations(threads) {
		key := ""
		for _, id := range threadIDs(g, s.After) {
			key += id.String() + " "
		}
		r.separations[key] = s.Ways
	}
	for _, l := range g.Lives(cast, threads) {
		r.births = append(r.births, threadIDs(g, l.Born))
		r.ends = append(r.ends, threadIDs(g, l.Died))
	}
	return r
}
