package cast

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// quest is a run of a game with one hero, in which this happens next to walking.
func quest(more ...string) *trace.Trace {
	steps := append([]string{"go hall : -hero gate, +hero hall", "go yard : -hero hall, +hero yard"}, more...)
	t := causaltest.Run("hero gate, turn me, foe rat 3, tired, friend gate", steps...)
	t.Program = &trace.Program{
		Types: []trace.Type{
			{Name: "room", Constants: []string{"gate", "hall", "yard"}},
			{Name: "beast", Constants: []string{"rat", "cat"}},
			{Name: "side", Constants: []string{"me", "them"}},
		},
		Predicates: []trace.Predicate{
			{Name: "turn", Args: []string{"side"}, Mode: trace.Linear},
			{Name: "hero", Args: []string{"room"}, Mode: trace.Linear},
			{Name: "foe", Args: []string{"beast", "nat"}, Mode: trace.Linear},
			{Name: "dark", Args: []string{"room"}, Mode: trace.Linear},
			{Name: "way", Args: []string{"room", "room"}, Mode: trace.Backward},
		},
	}
	return t
}

const rest, wake = "rest : -tired, +rested", "wake : -rested, +tired"

func TestFindOfOneHero(t *testing.T) {
	back := []string{"go hall : -hero yard, +hero hall", "go gate : -hero hall, +hero gate"}
	fight := slices.Repeat([]string{"watch rat : ?foe rat 3"}, 4)
	cases := []struct {
		steps  []string
		change func(*trace.Trace)
		hero   bool
		asked  bool // it is alone if it is asked for
		why    string
	}{
		{[]string{rest, wake, rest}, nil, true, true, "it walks, and most of what happens is of no place"},
		{back, nil, true, true, "from the hall ways lead to the yard and to the gate"},
		{nil, nil, false, true, "nothing tells it from a token that is passed on"},
		{
			append([]string{"go gate : -hero yard, +hero gate", "go hall : -hero gate, +hero hall"},
				slices.Repeat([]string{rest, wake}, 3)...), nil, false, true, "it goes the same way again, as turns do",
		},
		{append(fight[:3:3], rest), nil, true, true, "beasts are in half of it"},
		{fight, nil, false, false, "beasts are in two thirds"},
		{back, func(t *trace.Trace) {
			t.Program.Predicates = append(t.Program.Predicates,
				trace.Predicate{Name: "gold", Args: []string{"room", "nat"}, Mode: trace.Linear})
		}, false, false, "who has gold is no place"},
		{append(back, "call : +hero yard"), nil, false, false, "it is at two places at a time"},
		{back, func(t *trace.Trace) { t.Program.Predicates[1].Mode = trace.Persistent }, false, false, "it never moves"},
	}
	for _, c := range cases {
		tr := quest(c.steps...)
		if c.change != nil {
			c.change(tr)
		}
		cast, err := Find(causal.New(tr), Options{})
		require.NoError(t, err)
		if !c.hero {
			require.NotEqual(t, []string{"hero"}, cast.Names, c.why)
			require.False(t, cast.Lone, c.why)
			asked, err := Find(causal.New(tr), Options{By: "hero"})
			require.NoError(t, err)
			require.Equal(t, c.asked, asked.Lone, c.why)
			continue
		}
		require.Equal(t, causal.Cast{Predicates: []string{"hero"}, Names: []string{"hero"}, Lone: true,
			Location: causal.Location{Own: []string{"hero"}},
			Picked: "the character is the predicate hero: it has one fact at a time, which moves among the constants of the " +
				"type room"}, cast, c.why)
		asked, err := Find(causal.New(tr), Options{By: "hero"})
		require.NoError(t, err)
		require.True(t, asked.Lone, "it is the same one")
		rooms, err := Find(causal.New(tr), Options{By: "gate"})
		require.NoError(t, err)
		require.False(t, rooms.Lone, "there are others")
	}
}

// Whoever is alone is there whatever happens.
func TestThreadOfOneHero(t *testing.T) {
	g := causal.New(quest(rest, wake, rest))
	cast, err := Find(causal.New(g.Trace), Options{})
	require.NoError(t, err)
	require.Equal(t, []causal.Event{0, 1, 2, 3, 4}, g.Threads(cast)[0].Events)
	cast.Lone = false
	require.Equal(t, []causal.Event{0, 1}, g.Threads(cast)[0].Events)
}

// A character of a type of its own is alone, too, if it is somewhere.
func TestLoneConstant(t *testing.T) {
	for facts, lone := range map[string]bool{"at me gate": true, "has me gate, has me hall": false} {
		first, _, _ := strings.Cut(facts, ",")
		tr := causaltest.Run(facts, "go me : -"+first+", +"+strings.Replace(first, "gate", "yard", 1), "go me : -"+
			strings.Replace(first, "gate", "yard", 1)+", +"+first)
		tr.Program = &trace.Program{Types: []trace.Type{{Name: "player", Constants: []string{"me"}}}}
		cast, err := Find(causal.New(tr), Options{})
		require.NoError(t, err)
		require.Equal(t, []string{"me"}, cast.Names)
		require.Equal(t, lone, cast.Lone, facts)
	}
}

func TestFindPlaceOfPredicates(t *testing.T) {
	tr := causaltest.Run("tamara hall, luisa yard, aldo 3, emilia hall, emilia yard, !finzi attic",
		"go : -tamara hall, +tamara yard", "meet : ?tamara yard, ?luisa yard", "count : -aldo 3, +aldo 4")
	at := place(tr, causal.Cast{Predicates: []string{"aldo", "tamara", "emilia", "luisa", "finzi", "nobody"},
		Names: []string{"aldo", "tamara", "emilia", "luisa", "finzi", "nobody"}})
	require.Equal(t, causal.Location{Own: []string{"tamara", "luisa"}}, at,
		"numbers are no places, and nobody is at two or somewhere for good")
	require.True(t, at.Known())
	require.True(t, at.Tells("tamara"))
	require.False(t, at.Tells("aldo"))
	who, where, ok := at.Of(&tr.Resources[0])
	require.True(t, ok)
	require.Equal(t, "tamara at hall", who+" at "+where.String())
	_, _, ok = at.Of(&tr.Resources[2])
	require.False(t, ok)
	require.Empty(t, place(tr, causal.Cast{Predicates: []string{"tamara"}, Names: []string{"tamara"}}).Own,
		"alone she shows no signs of a place")
	require.False(t, place(tr, causal.Cast{Predicates: []string{"aldo"}, Names: []string{"aldo"}}).Known())
}

// A ghost among people is not alone, though it goes from place to place as they do.
func TestGhostAmongPeople(t *testing.T) {
	tr := causaltest.Run("hero gate, at ann gate", "go hall : -hero gate, +hero hall",
		"walk ann yard : -at ann gate, +at ann yard", "walk ann hall : -at ann yard, +at ann hall",
		"walk ann gate : -at ann hall, +at ann gate")
	tr.Program = quest().Program
	tr.Program.Types = append(tr.Program.Types, trace.Type{Name: "person", Constants: []string{"ann", "bob"}})
	tr.Program.Predicates = append(tr.Program.Predicates,
		trace.Predicate{Name: "at", Args: []string{"person", "room"}, Mode: trace.Linear})
	for _, by := range []string{"", "hero"} {
		cast, err := Find(causal.New(tr), Options{By: by})
		require.NoError(t, err)
		require.False(t, cast.Lone, by)
	}
	both, err := Find(causal.New(tr), Options{By: "person,hero"})
	require.NoError(t, err)
	require.Equal(t, causal.Cast{Names: []string{"ann", "bob", "hero"}, Predicates: []string{"hero"},
		Location: causal.Location{Pred: "at", Own: []string{"hero"}}}, both)
	require.Equal(t, causal.Location{Pred: "at", Own: []string{"hero"}}, place(tr, both))
	require.Equal(t, causal.Location{Pred: "at", Own: []string{"hero"}}, locationIn(tr, both, "at"))
	threads := causal.New(tr).Threads(both)
	require.Equal(t, []causal.Event{1, 2, 3}, threads[0].Events)
	require.Equal(t, []causal.Event{0}, threads[2].Events)

	tr.Program.Predicates[slices.IndexFunc(tr.Program.Predicates,
		func(p trace.Predicate) bool { return p.Name == "hero" })].Args = []string{"mood"}
	require.Empty(t, place(tr, both).Own, "moods are no places")
	tr.Program = nil
	require.Equal(t, []string{"hero"}, place(tr, both).Own, "others are where it is")
	require.Empty(t, place(causaltest.Run("hero attic, at ann gate, at bob gate"),
		causal.Cast{Names: []string{"ann", "bob", "hero"}, Predicates: []string{"hero"}}).Own, "nobody is ever there")
}

// Where each character has a predicate, all of them are characters, and none is alone.
func TestFindOfWalkers(t *testing.T) {
	tr := quest("go hall : -hero yard, +hero hall", "go gate : -hero hall, +hero gate",
		"follow : -friend gate, +friend yard")
	tr.Resources = append(tr.Resources, trace.Resource{ID: 99, Pred: "key", Args: []trace.Term{trace.Const("yard")}})
	tr.Program.Predicates = append(tr.Program.Predicates, trace.Predicate{Name: "friend", Args: []string{"room"},
		Mode: trace.Linear}, trace.Predicate{Name: "key", Args: []string{"room"}, Mode: trace.Linear})
	cast, err := Find(causal.New(tr), Options{})
	require.NoError(t, err)
	require.Equal(t, causal.Cast{Predicates: []string{"hero", "friend"}, Names: []string{"hero", "friend"},
		Location: causal.Location{Own: []string{"hero", "friend"}},
		Picked: "the characters are the predicates hero and friend: each has one fact at a time, which moves among the " +
			"constants of the type room"}, cast)
	asked, err := Find(causal.New(tr), Options{By: "hero"})
	require.NoError(t, err)
	require.False(t, asked.Lone)
}

// A hero that goes straight ahead is told from a token by the doors, which lead elsewhere, too. What
// parents leave to one of their children goes so as well, but people are no places.
func TestFindOfOneHeroOnAMap(t *testing.T) {
	run := causaltest.Run("here a, door a b, door b c, door b d",
		"go a b : -here a, ?door a b, +here b", "go b c : -here b, ?door b c, +here c")
	run.Program = &trace.Program{
		Types: []trace.Type{{Name: "room", Constants: []string{"a", "b", "c", "d"}}},
		Predicates: []trace.Predicate{
			{Name: "here", Args: []string{"room"}, Mode: trace.Linear},
			{Name: "door", Args: []string{"room", "room"}, Mode: trace.Linear},
		},
	}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, "characters: here (predicate); places: here L", cast.String())
	run.Program.Types[0].Name, run.Program.Predicates[0].Args[0] = "who", "who"
	cast, err = Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, "characters: a, b, c and d (type who); places: none", cast.String())
}

// In a game of tag the token goes from a child to one beside it.
func TestTokensAreNotAtPeople(t *testing.T) {
	run := causaltest.Run("it ann, beside ann bob, beside ann cyd, beside bob ann",
		"tag ann bob : -it ann, ?beside ann bob, +it bob", "tag bob ann : -it bob, ?beside bob ann, +it ann",
		"tag ann cyd : -it ann, ?beside ann cyd, +it cyd")
	run.Program = &trace.Program{
		Types: []trace.Type{{Name: "child", Constants: []string{"ann", "bob", "cyd"}}},
		Predicates: []trace.Predicate{
			{Name: "it", Args: []string{"child"}, Mode: trace.Linear},
			{Name: "beside", Args: []string{"child", "child"}, Mode: trace.Linear},
		},
	}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, "characters: ann, bob and cyd (type child); places: none", cast.String())
}
