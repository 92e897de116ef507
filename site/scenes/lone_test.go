package scenes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// lonely returns a run of a game in which `hero` says where the only character is.
func lonely() *trace.Trace {
	h := sitetest.New(&trace.Program{
		Types: []trace.Type{{Name: "room", Constants: []string{"gate", "hall", "yard"}}},
		Predicates: []trace.Predicate{{Name: "hero", Args: []string{"room"}, Mode: trace.Linear},
			{Name: "tired", Mode: trace.Linear}, {Name: "rested", Mode: trace.Linear}},
	}).Set("hero gate", "tired", "stage day")
	h.Play("rest", "-tired", "+rested").Play("fall_asleep", "-stage day", "+stage night", "-rested",
		"+tired").Play("dream", "$stage night", "-tired", "+rested")
	h.Play("go", "-hero gate", "+hero hall", "$rested").Play("wake", "-rested", "+tired")
	h.Play("go", "-hero hall", "+hero yard", "$tired").Play("look", "$hero yard").Play("sigh", "-tired")
	return h.Finish(trace.Quiescent)
}

// Whoever is alone has a scene for each place, and changes of the stage are part of it.
func TestScenesOfOneHero(t *testing.T) {
	p := cut(t, causal.New(lonely()), "", cast.Options{})
	require.True(t, p.Cast.Lone)
	var got []string
	for _, s := range p.Scenes {
		require.Equal(t, []string{"hero"}, s.Cast)
		require.Len(t, s.Places, 1)
		line := s.Places[0].String() + ":"
		for _, e := range s.Events {
			line += " " + p.Graph.Step(e).Rule
		}
		got = append(got, line)
	}
	require.Equal(t, []string{"gate: rest fall_asleep dream", "hall: go wake", "yard: go look sigh"}, got)
	require.Equal(t, sitetest.Constants([]string{"gate"})[0], first(p.Start("hero")))
}

func first(place trace.Term, _ bool) trace.Term { return place }

// What nothing ties to a place is told where it happened.
func TestOneHeroInOrder(t *testing.T) {
	h := sitetest.New(lonely().Program).Set("hero gate", "tired", "rested")
	h.Play("go", "-hero gate", "+hero hall").Play("dream").Play("eat", "-tired").Play("go", "-hero hall",
		"+hero yard").Play("go", "-hero yard", "+hero gate").Play("eat", "-rested").Play("go", "-hero gate",
		"+hero hall").Play("dream").Play("dream")
	for method, want := range map[Method][][]causal.Event{
		Chain: {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}},
		Place: {{0, 1, 2}, {3}, {4, 5}, {6, 7, 8}},
		Step:  {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}},
	} {
		p := cut(t, causal.New(h.Finish(trace.Quiescent)), method, cast.Options{By: "hero"})
		require.True(t, p.Cast.Lone)
		var got [][]causal.Event
		for _, s := range p.Scenes {
			got = append(got, s.Events)
		}
		require.Equal(t, want, got, method)
	}
}

// By stages, each of them still has its own.
func TestStagesOfOneHero(t *testing.T) {
	p := cut(t, causal.New(lonely()), Stage, cast.Options{})
	require.Equal(t, []causal.Event{1}, p.Of(1).Events, "night falls")
}

// Of several characters that are predicates each is where its own fact says.
func TestScenesOfPredicates(t *testing.T) {
	h := sitetest.New(&trace.Program{}).Set("tamara hall", "luisa yard")
	h.Play("look", "$luisa yard").Play("go", "-tamara hall", "+tamara yard").Play("talk", "$tamara yard", "$luisa yard")
	p := cut(t, causal.New(h.Finish(trace.Quiescent)), "", cast.Options{By: "tamara,luisa"})
	require.False(t, p.Cast.Lone)
	last := p.Scenes[len(p.Scenes)-1]
	require.Equal(t, []string{"tamara", "luisa"}, last.Cast)
	require.Equal(t, sitetest.Constants([]string{"yard"}), last.Places)
	require.Equal(t, []string{"hall", "yard"},
		[]string{first(p.Start("tamara")).String(), first(p.Start("luisa")).String()})
}
