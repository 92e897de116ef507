package cast

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
)

func TestFindPicks(t *testing.T) {
	typed := func(tr *trace.Trace, types ...trace.Type) *trace.Trace {
		tr.Program = &trace.Program{Types: types}
		return tr
	}
	place := trace.Type{Name: "place", Constants: []string{"attic", "hall"}}
	idle := trace.Type{Name: "ghost", Constants: []string{"boo"}}
	turns := trace.Type{Name: "turn", Constants: []string{"one", "two"}}
	first := trace.Type{Name: "first", Constants: []string{"one"}}
	for _, c := range []struct {
		name string
		run  *trace.Trace
		want causal.Cast
	}{
		{"type", typed(causaltest.House(), idle, place), causal.Cast{Type: "place", Names: []string{"attic", "hall"},
			Picked: "the characters are the constants of the type place, which take part in 3 of 3 steps"}},
		{"first of two types", typed(causaltest.House(), place, turns),
			causal.Cast{Type: "place", Names: []string{"attic", "hall"},
				Picked: "the characters are the constants of the type place, which take part in 3 of 3 steps, as many as those " +
					"of other types that come later"}},
		{"type of one", typed(causaltest.House(), first, idle), causal.Cast{Type: "first", Names: []string{"one"},
			Picked: "the character is one of the type first, which takes part in 2 of 3 steps"}},
		{"busier type", typed(causaltest.House(), first, place), causal.Cast{Type: "place", Names: []string{"attic", "hall"},
			Picked: "the characters are the constants of the type place, which take part in 3 of 3 steps, more than those of " +
				"other types (2 at most)"}},
		{"predicates alike", causaltest.House(),
			causal.Cast{Predicates: []string{"luisa", "tamara"}, Names: []string{"luisa", "tamara"},
				Picked: "the characters are the predicates luisa and tamara: each has one fact at a time, which steps use up " +
					"and make anew, in 3 of 3 steps",
				Location: causal.Location{Own: []string{"luisa", "tamara"}}}},
		{"predicates where no type acts", typed(causaltest.House(), idle),
			causal.Cast{Predicates: []string{"luisa", "tamara"}, Names: []string{"luisa", "tamara"},
				Picked: "the characters are the predicates luisa and tamara: each has one fact at a time, which steps use up " +
					"and make anew, in 3 of 3 steps",
				Location: causal.Location{Own: []string{"luisa", "tamara"}}}},
		{"kind", causaltest.Run("at ann home, at bob well, !door home well, lucky bob",
			"walk ann : -at ann home, ?!door home well, +at ann well",
			"meet ann bob : ?at ann well, ?at bob well, -lucky bob",
			"walk bob : -at bob well, ?!door home well, +at bob home"),
			causal.Cast{Names: []string{"ann", "bob"},
				Picked: "the characters are ann and bob, which stand in the same places and take part in 3 of 3 steps, as many " +
					"as names in other places, but more predicates speak of them first",
				Location: causal.Location{Pred: "at"}}},
		{"kind, as predicates only count", causaltest.Run("gold 0, days 0, at ann",
			"earn ann : -gold 0, +gold 1, ?at ann", "rest ann : -days 0, +days 1, ?at ann", "rain : -days 1, +days 2"),
			causal.Cast{Names: []string{"ann"}, Picked: "the character is ann, which takes part in 2 of 3 steps"}},
		{"nobody recurs", causaltest.Run("at ann, at bob, wet well", "wave ann : ?at ann", "wave bob : -at bob",
			"dry : -wet well"),
			causal.Cast{Names: []string{"ann", "bob"},
				Picked: "the characters are ann and bob, which stand in the same places and take part in 2 of 3 steps"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cast, err := Find(causal.New(c.run), Options{})
			require.NoError(t, err)
			require.Equal(t, c.want, cast)
		})
	}
}

func TestFindOfAQuarrel(t *testing.T) {
	cast, err := Find(causal.New(causaltest.Quarrel()), Options{})
	require.NoError(t, err)
	require.Equal(t, "person", cast.Type)
	require.Equal(t, []string{"ann", "bob", "cyd"}, cast.Names)
}

// Counters are never characters, whether they count in numerals or in constructors.
func TestNumbersAreNoCharacters(t *testing.T) {
	for _, run := range []*trace.Trace{
		causaltest.Run("clock 0", "tick : -clock 0, +clock 1"),
		causaltest.Run("clock 0, hands 0 0", "tick : -clock 0, +clock 1", "turn : -hands 0 0, +hands 1 0",
			"tick : -clock 1, +clock 2"),
		causaltest.Run("hp s(s(z)), foe s(z)", "hit : -hp s(s(z)), +hp s(z)", "strike : -foe s(z), +foe z",
			"hit : -hp s(z), +hp z"),
	} {
		_, err := Find(causal.New(run), Options{})
		require.ErrorContains(t, err, "nothing in it behaves like a character")
	}
	typed := causaltest.Run("hp s(z), purse ann s(z)", "pay ann z : -purse ann s(z), +purse ann z",
		"hit z : -hp s(z), +hp z")
	typed.Program = &trace.Program{Types: []trace.Type{{Name: "nat", Constants: []string{"z"}},
		{Name: "who", Constants: []string{"ann"}}},
		Predicates: []trace.Predicate{{Name: "hp", Args: []string{"nat"}, Mode: trace.Linear},
			{Name: "purse", Args: []string{"who", "nat"}, Mode: trace.Linear}}}
	cast, err := Find(causal.New(typed), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"ann"}, cast.Names)
	cast, err = Find(causal.New(typed), Options{By: "nat"})
	require.NoError(t, err, "the word of whoever asks wins")
	require.Equal(t, []string{"z"}, cast.Names)
}

// What a list ends in stands in every fact of it, and is no character.
func TestEndsOfListsAreNoCharacters(t *testing.T) {
	run := causaltest.Run("deck cons(ace,cons(king,nil)), turn ann",
		"draw ann ace : -turn ann, -deck cons(ace,cons(king,nil)), +hand ann ace, +deck cons(king,nil), +turn bob",
		"draw bob king : -turn bob, -deck cons(king,nil), +hand bob king, +deck nil, +turn ann",
		"shuffle nil : -deck nil, +deck nil")
	run.Program = &trace.Program{
		Types: []trace.Type{
			{Name: "list", Constants: []string{"nil"}},
			{Name: "card", Constants: []string{"ace", "king"}},
			{Name: "player", Constants: []string{"ann", "bob"}},
		},
		Predicates: []trace.Predicate{
			{Name: "deck", Args: []string{"list"}, Mode: trace.Linear},
			{Name: "hand", Args: []string{"player", "card"}, Mode: trace.Linear},
			{Name: "turn", Args: []string{"player"}, Mode: trace.Linear},
		},
	}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"ann", "bob"}, cast.Names)
}

// A fact without arguments is a state, and no character.
func TestStatesAreNoCharacters(t *testing.T) {
	_, err := Find(causal.New(causaltest.Run("odd, left", "turn : -odd, +odd", "stop : -left")), Options{})
	require.EqualError(t, err, "the trace names no types, and nothing in it behaves like a character")
}

// Goods are in more steps than traders, who have several of them at a time.
func TestFindOfTraders(t *testing.T) {
	run := causaltest.Run("stock mo iron 1, stock mo wheat 1, purse mo 3, price iron 2, price wheat 1",
		"sell mo iron : -stock mo iron 1, -purse mo 3, ?price iron 2, +stock mo iron 0, +purse mo 5",
		"slump iron : -price iron 2, +price iron 1", "rest mo : ?purse mo 5",
		"slump wheat : -price wheat 1, +price wheat 0", "slump iron : -price iron 1, +price iron 0")
	run.Program = &trace.Program{
		Types: []trace.Type{
			{Name: "good", Constants: []string{"iron", "wheat"}},
			{Name: "trader", Constants: []string{"mo", "nan"}},
		},
		Predicates: []trace.Predicate{
			{Name: "stock", Args: []string{"trader", "good", "n"}, Mode: trace.Linear},
			{Name: "purse", Args: []string{"trader", "n"}, Mode: trace.Linear},
			{Name: "price", Args: []string{"good", "n"}, Mode: trace.Linear},
		},
	}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, "the characters are the constants of the type trader, which take part in 2 of 5 steps, "+
		"while those of the type good, which take part in more, are what they have to do with (stock)", cast.Picked)
	run.Program.Predicates[0].Args = []string{"good", "trader", "n"}
	cast, err = Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, "good", cast.Type, "facts speak of goods first")
}

// A phase takes part in every step of a game, but is a character only where no other type acts.
func TestFindWithPhases(t *testing.T) {
	run := causaltest.Run("now roll, turn ann",
		"throw roll : -now roll, +now move", "go move ann bob : -now move, -turn ann, +now roll, +turn bob",
		"throw roll : -now roll, +now move")
	phases := trace.Type{Name: "phase", Constants: []string{"roll", "move"}}
	run.Program = &trace.Program{Types: []trace.Type{phases, {Name: "player", Constants: []string{"ann", "bob"}}}}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, "player", cast.Type)
	run.Program.Types = run.Program.Types[:1]
	cast, err = Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, "phase", cast.Type)
}

// Places and turns take part in as many steps as people, and are declared before
// them, but most facts are about people first.
func TestFindOfEquals(t *testing.T) {
	constants := func(names ...string) []string { return names }
	tr := &trace.Trace{
		Header: trace.Header{Program: &trace.Program{
			Types: []trace.Type{
				{Name: "place", Constants: constants("inn", "well")},
				{Name: "turn", Constants: constants("one", "two")},
				{Name: "person", Constants: constants("ann", "bob")},
			},
			Predicates: []trace.Predicate{
				{Name: "near", Args: constants("place", "place"), Mode: trace.Backward},
				{Name: "far", Args: constants("place", "place"), Mode: trace.Backward},
				{Name: "cue", Args: constants("turn", "person"), Mode: trace.Linear},
				{Name: "at", Args: constants("person", "place"), Mode: trace.Linear},
				{Name: "kin", Args: constants("person", "person"), Mode: trace.Persistent},
				{Name: "over", Mode: trace.Linear},
			},
		}},
		Steps: []trace.Step{
			{ID: 1, Rule: "walk", Args: []trace.Term{trace.Const("one"), trace.Const("inn"), trace.Const("ann")}},
		},
	}
	cast, err := Find(causal.New(tr), Options{})
	require.NoError(t, err)
	require.Equal(t, "person", cast.Type)
	require.Equal(t, "the characters are the constants of the type person, which take part in 1 of 1 step, "+
		"as many as those of other types, but more predicates speak of them first", cast.Picked)
}

// Cooks are at no onion, but it is they who chop it.
func TestFindWithThings(t *testing.T) {
	run := causaltest.Run("have leek", "chop ann onion : +chops ann onion",
		"finish ann onion : -chops ann onion, +have onion", "cook leek : -have leek", "cook onion : -have onion")
	run.Program = &trace.Program{
		Types: []trace.Type{{Name: "food", Constants: []string{"leek", "onion"}},
			{Name: "cook", Constants: []string{"ann", "bob"}}},
		Predicates: []trace.Predicate{{Name: "have", Args: []string{"food"}},
			{Name: "chops", Args: []string{"cook", "food"}}},
	}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, causal.Cast{Type: "cook", Names: []string{"ann", "bob"},
		Picked: "the characters are the constants of the type cook, which take part in 2 of 4 steps, " +
			"while those of the type food, which take part in more, are what they have to do with (chops)"}, cast)
	require.False(t, place(run, cast).Known())
}

// A potion is on the shelf of one brewer at a time, but it is the brewers who act.
func TestFindOfThingsThatSomeoneHas(t *testing.T) {
	run := causaltest.Run("rested ann, rested bob", "gather ann : -rested ann, +tired ann",
		"sleep ann : -tired ann, +rested ann", "gather bob : -rested bob, +tired bob",
		"brew tonic bob : +shelf tonic bob", "sell tonic bob : -shelf tonic bob")
	run.Program = &trace.Program{
		Types: []trace.Type{{Name: "brewer", Constants: []string{"ann", "bob"}},
			{Name: "potion", Constants: []string{"tonic"}}},
		Predicates: []trace.Predicate{{Name: "rested", Args: []string{"brewer"}}, {Name: "tired", Args: []string{"brewer"}},
			{Name: "shelf", Args: []string{"potion", "brewer"}}},
	}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, causal.Cast{Type: "brewer", Names: []string{"ann", "bob"},
		Picked: "the characters are the constants of the type brewer, which take part in 5 of 5 steps, " +
			"more than those of other types (2 at most)"}, cast)
}

// Grass grows in more steps than hares act in, but the hares are at the places where it does.
func TestFindAtPlaces(t *testing.T) {
	run := causaltest.Run("at lop heath, at pip bog, wet heath, wet bog",
		"sprout heath : -wet heath, +grass heath", "sprout bog : -wet bog, +grass bog",
		"graze lop heath : ?at lop heath, -grass heath", "hop pip bog heath : -at pip bog, +at pip heath")
	run.Program = &trace.Program{
		Types: []trace.Type{{Name: "place", Constants: []string{"heath", "bog"}},
			{Name: "hare", Constants: []string{"lop", "pip"}}},
		Predicates: []trace.Predicate{{Name: "wet", Args: []string{"place"}}, {Name: "at", Args: []string{"hare", "place"}},
			{Name: "grass", Args: []string{"place"}}},
	}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, causal.Cast{Type: "hare", Names: []string{"lop", "pip"}, Location: causal.Location{Pred: "at"},
		Picked: "the characters are the constants of the type hare, which take part in 2 of 4 steps, " +
			"while those of the type place, which take part in more, are where they are (at)"}, cast)
	// The same where hares are of one of several kinds of animals.
	for i := range run.Resources {
		if r := &run.Resources[i]; r.Pred == "at" {
			r.Args[0] = trace.Term{Head: "a", Args: []trace.Term{r.Args[0]}}
		}
	}
	run.Program.Predicates[1].Args[0] = "animal"
	run.Program.Types = append(run.Program.Types, trace.Type{Name: "animal"})
	again, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.Equal(t, cast, again)
}

func TestFindBy(t *testing.T) {
	run := causaltest.Quarrel()
	run.Program.Predicates = []trace.Predicate{{Name: "sad", Mode: trace.Linear}, {Name: "near", Mode: trace.Backward}}
	run.Resources[1].Pred = "odd,one"
	for by, want := range map[string]causal.Cast{
		"place":          {Type: "place", Names: []string{"home"}},
		"at":             {Predicates: []string{"at"}, Names: []string{"at"}},
		"sulk, at,sulk":  {Predicates: []string{"sulk", "at"}, Names: []string{"sulk", "at"}},
		"sad":            {Predicates: []string{"sad"}, Names: []string{"sad"}},
		"odd,one":        {Predicates: []string{"odd,one"}, Names: []string{"odd,one"}},
		"cyd,ann":        {Names: []string{"cyd", "ann"}},
		"bob,place":      {Names: []string{"bob", "home"}},
		"bob,person,ann": {Names: []string{"bob", "ann", "cyd"}},
		"at,bob":         {Names: []string{"at", "bob"}, Predicates: []string{"at"}},
		"place,at,sulk":  {Names: []string{"home", "at", "sulk"}, Predicates: []string{"at", "sulk"}},
	} {
		cast, err := Find(causal.New(run), Options{By: by})
		require.NoError(t, err, by)
		cast.Location = causal.Location{}
		require.Equal(t, want, cast, by)
	}
	for by, want := range map[string]string{
		"persons":  `no type, predicate or constant "persons" in the trace; did you mean person?`,
		"sulk,bop": `no type, predicate or constant "bop" in the trace; did you mean bob?`,
		"near":     `no type, predicate or constant "near" in the trace; there is place, person, mood, sad, at and 4 more`,
		"stage":    `no type, predicate or constant "stage" in the trace; there is place, person, mood, sad, at and 4 more`,
	} {
		_, err := Find(causal.New(run), Options{By: by})
		require.EqualError(t, err, want, by)
	}
}

func TestFindErrors(t *testing.T) {
	_, err := Find(causal.New(&trace.Trace{}), Options{By: "person"})
	require.EqualError(t, err, `no type, predicate or constant "person" in the trace, which has neither types nor facts`)
	_, err = Find(causal.New(&trace.Trace{}), Options{})
	require.EqualError(t, err, "the trace names no types, and nothing in it behaves like a character")
	none, err := Optional(Find(causal.New(&trace.Trace{}), Options{}))
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = Optional(Find(causal.New(causaltest.Quarrel()), Options{By: "charakter"}))
	require.ErrorContains(t, err, "charakter")
	still := causaltest.Quarrel()
	still.Steps, still.Resources = nil, nil
	_, err = Find(causal.New(still), Options{})
	require.EqualError(t, err,
		"no constant of the trace's types takes part in a step, numbers aside, and no predicate behaves like a character")
}

// TestFindTakesTheBusiest counts for each type the steps it takes part in.
func TestFindTakesTheBusiest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		steps, most := make(map[string]int), 0
		for _, typ := range tr.Program.Types {
			if zeros, _ := shape.Ends(tr); hasAny(typ.Constants, zeros) {
				continue
			}
			for i := range tr.Steps {
				if slices.ContainsFunc(typ.Constants, func(c string) bool { return mentioned(tr, &tr.Steps[i], c) }) {
					steps[typ.Name]++
				}
			}
			most = max(most, steps[typ.Name])
		}
		cast, err := Find(causal.New(tr), Options{})
		require.Equal(t, most, steps[cast.Type])
		if most > 0 {
			require.NoError(t, err)
			require.NotEmpty(t, cast.Type)
		}
	})
}

// mentioned reports whether a step, or a fact that it touches, has a name in its arguments.
func mentioned(t *trace.Trace, s *trace.Step, name string) bool {
	terms := slices.Clone(s.Args)
	for _, id := range slices.Concat(s.Consumes, s.Reads, s.Produces) {
		if r := t.Resources[id-1]; r.Pred != trace.StagePred {
			terms = append(terms, r.Args...)
		}
	}
	var in func(trace.Term) bool
	in = func(t trace.Term) bool { return t.Head == name || slices.ContainsFunc(t.Args, in) }
	return slices.ContainsFunc(terms, in)
}

// TestLanes looks into all states that any order of the steps leads to.
func TestLanes(t *testing.T) {
	found := 0
	for range 10 { // they are rare
		rapid.Check(t, func(t *rapid.T) {
			tr := causaltest.Random(t)
			var want []string
			for _, pred := range []string{"p", "q", "r"} {
				if passes(tr, pred) && mostFacts(tr, pred) == 1 {
					want = append(want, pred)
				}
			}
			found += len(want)
			require.Equal(t, want, newFinder(causal.New(tr)).survey().lanes)
		})
	}
	require.NotZero(t, found)
}

// passes reports whether none of a predicate's facts is permanent, and some
// step uses up one and makes one.
func passes(t *trace.Trace, pred string) bool {
	is := func(id trace.ResourceID) bool { return t.Resources[id-1].Pred == pred }
	return !slices.ContainsFunc(t.Resources, func(r trace.Resource) bool { return r.Pred == pred && r.Persistent }) &&
		slices.ContainsFunc(t.Steps, func(s trace.Step) bool {
			return slices.ContainsFunc(s.Consumes, is) && slices.ContainsFunc(s.Produces, is)
		})
}

// mostFacts returns the most facts of a predicate in a state. A state is a set of
// events that holds all that precedes them.
func mostFacts(t *trace.Trace, pred string) int {
	g, most := causal.New(t), 0
	var visit func(done []bool, e int)
	visit = func(done []bool, e int) {
		if e == len(done) {
			n := 0
			for _, r := range t.Resources {
				used := slices.IndexFunc(t.Steps, func(s trace.Step) bool { return slices.Contains(s.Consumes, r.ID) })
				if r.Pred == pred && (r.By == 0 || done[r.By-1]) && (used < 0 || !done[used]) {
					n++
				}
			}
			most = max(most, n)
			return
		}
		visit(done, e+1)
		for c := range e {
			if g.Before(causal.Event(c), causal.Event(e)) && !done[c] {
				return
			}
		}
		done[e] = true
		visit(done, e+1)
		done[e] = false
	}
	visit(make([]bool, len(t.Steps)), 0)
	return most
}

// TestKinds joins kinds until nothing is left to join.
func TestKinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		k := newKinds(tr)
		kind := make(map[string]int) // by constant or place
		for changed := true; changed; {
			changed = false
			eachPlace(tr, func(place, name string) {
				for _, x := range []string{place, "constant " + name} {
					if kind[x] == 0 {
						kind[x] = len(kind) + 1
					}
				}
				if a, b := kind[place], kind["constant "+name]; a != b {
					kind[place], kind["constant "+name], changed = min(a, b), min(a, b), true
				}
			})
		}
		for a := range k.constants {
			for b := range k.constants {
				require.Equal(t, kind["constant "+a] == kind["constant "+b], k.ofName(a) == k.ofName(b))
			}
		}
	})
}

// eachPlace calls f with all that stands anywhere.
func eachPlace(t *trace.Trace, f func(place, name string)) {
	var visit func(of string, terms []trace.Term)
	visit = func(of string, terms []trace.Term) {
		for i, u := range terms {
			f(of+string(rune('0'+i)), u.Head)
			visit("constructor "+u.Head, u.Args)
		}
	}
	for _, r := range t.Resources {
		if r.Pred != trace.StagePred {
			visit("predicate "+r.Pred, r.Args)
		}
	}
	for _, s := range t.Steps {
		visit("rule "+s.Rule, s.Args)
	}
}

// A text names characters by constants and predicates, also where the run says nothing of its program. A name
// that is not in the run leaves the choice to others.
func TestNamedCharacters(t *testing.T) {
	for names, want := range map[string]string{
		"ann":      "ann",
		"hero bob": "hero,bob",
		"ann zoe":  "",
		"":         "",
	} {
		tr := causaltest.Run("at ann home, at bob home, hero home")
		require.Equal(t, want, newFinder(causal.New(tr)).named(strings.Fields(names), causal.Cast{}), names)
	}
}
