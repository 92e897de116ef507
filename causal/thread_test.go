package causal

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

func TestQuarrelThreads(t *testing.T) {
	cast := Cast{Type: "person", Names: []string{"ann", "bob", "cyd"}}
	require.Equal(t, []Thread{
		{Character: "ann", Events: []Event{0, 1, 2}, Groups: [][]Event{{0, 1}, {2}}},
		{Character: "bob", Events: []Event{0, 1, 3}, Groups: [][]Event{{0, 1}, {3}}},
		{Character: "cyd"},
	}, New(quarrel()).Threads(cast))
}

func TestThreadsOfPredicates(t *testing.T) {
	g := New(causaltest.House())
	cast := Cast{Predicates: []string{"luisa", "tamara", "turn"}, Names: []string{"luisa", "tamara", "turn"}}
	require.Equal(t, []Thread{
		{Character: "luisa", Events: []Event{0, 1}, Groups: [][]Event{{0}, {1}}},
		{Character: "tamara", Events: []Event{1, 2}, Groups: [][]Event{{1}, {2}}},
		{Character: "turn", Events: []Event{0, 1, 2}, Groups: [][]Event{{0}, {1}, {2}}},
	}, g.Threads(cast))
}

// threadCast draws a cast of constants, of predicates, or of both.
func threadCast(t *rapid.T) Cast {
	predicates, constants := []string{"p", "q", "r", "none"}, []string{"ann", "bob", "cyd", "cup"}
	switch rapid.IntRange(0, 2).Draw(t, "predicates") {
	case 0:
		return Cast{Names: constants}
	case 1:
		return Cast{Predicates: predicates, Names: predicates}
	}
	return Cast{Predicates: predicates, Names: slices.Concat(constants[:2], predicates, constants[2:])}
}

// TestThreads takes the events in which a character takes part one by one, and
// divides them by taking away those that follow none that is left.
func TestThreads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr, cast := randomTrace(t), threadCast(t)
		before := closure(tr)
		threads := New(tr).Threads(cast)
		require.Len(t, threads, len(cast.Names))
		for i, thread := range threads {
			require.Equal(t, cast.Names[i], thread.Character)
			var want []Event
			for e := range tr.Steps {
				if takesPart(tr, &tr.Steps[e], cast, thread.Character) {
					want = append(want, Event(e))
				}
			}
			require.Equal(t, want, thread.Events)
			require.Equal(t, peel(want, before), thread.Groups)
		}
	})
}

func peel(events []Event, before [][]bool) [][]Event {
	var groups [][]Event
	for left := events; len(left) > 0; {
		var group, rest []Event
		for _, e := range left {
			if slices.ContainsFunc(left, func(c Event) bool { return before[c][e] }) {
				rest = append(rest, e)
			} else {
				group = append(group, e)
			}
		}
		groups, left = append(groups, group), rest
	}
	return groups
}

// takesPart looks for a character wherever the step could have it.
func takesPart(t *trace.Trace, s *trace.Step, cast Cast, name string) bool {
	facts := factsOfStep(t, s)
	if cast.IsPredicate(name) {
		return slices.ContainsFunc(facts, func(r trace.Resource) bool { return r.Pred == name })
	}
	terms := slices.Clone(s.Args)
	for _, r := range facts {
		terms = append(terms, r.Args...)
	}
	return mentionsName(trace.Term{Args: terms}, name)
}

func factsOfStep(t *trace.Trace, s *trace.Step) []trace.Resource {
	var facts []trace.Resource
	for _, id := range slices.Concat(s.Consumes, s.Reads, s.Produces) {
		if r := t.Resources[id-1]; r.Pred != trace.StagePred {
			facts = append(facts, r)
		}
	}
	return facts
}

func mentionsName(t trace.Term, name string) bool {
	return t.Head == name || slices.ContainsFunc(t.Args, func(u trace.Term) bool { return mentionsName(u, name) })
}

// TestFewTies: a thread of events that directly follow each other has no ties.
func TestFewTies(t *testing.T) {
	g := New(causaltest.Run("p 0", "a : -p 0, +p 1", "b : ?p 1", "c : -p 1, +p 2"))
	threads := g.Threads(Cast{Predicates: []string{"p"}, Names: []string{"p"}})
	require.Equal(t, [][]Event{{0}, {1}, {2}}, threads[0].Groups)
}

// Places are of the type that a program gives to where they stand in facts.
func TestPlacesOfALocation(t *testing.T) {
	rooms := trace.Type{Name: "room", Constants: []string{"hall"}}
	program := &trace.Program{
		Types: []trace.Type{{Name: "person", Constants: []string{"ann"}}, rooms},
		Predicates: []trace.Predicate{{Name: "at", Args: []string{"person", "room"}},
			{Name: "inside", Args: []string{"room", "person"}}, {Name: "ghost", Args: []string{"room"}}},
	}
	for _, l := range []Location{{Pred: "at"}, {Pred: "inside", Who: 1}, {Own: []string{"ghost"}},
		{Pred: "unknown", Who: 1, Own: []string{"ghost"}}} {
		require.Equal(t, rooms, l.Places(program), "%+v", l)
	}
	require.Zero(t, Location{}.Places(program))
	require.Zero(t, Location{Pred: "at"}.Places(nil))
	program.Types = nil
	require.Equal(t, trace.Type{Name: "room"}, Location{Pred: "at"}.Places(program))
}
