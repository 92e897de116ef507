package turns

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// runs returns runs of a game with several seeds.
func runs(t *testing.T, game string) []*causal.Graph {
	t.Helper()
	text, err := os.ReadFile("testdata/" + game + ".cep")
	require.NoError(t, err)
	p, errs := lang.Load(game+".cep", text)
	require.False(t, errs.Failed(), errs)
	var all []*causal.Graph
	for seed := range uint64(8) {
		tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Seed: seed})
		require.NoError(t, err)
		all = append(all, causal.New(tr))
	}
	return all
}

// Whatever the game does besides, the same fact marks its turns in all runs.
func TestGames(t *testing.T) {
	for game, want := range map[string]string{
		"two":     "turn ann, turn bea",
		"three":   "to_move ida, to_move jon, to_move kim",
		"phases":  "active north, active south", // each has three phases
		"days":    "day, night",
		"actions": "turn white _, turn black _", // with the number of the turn
		"moods":   "it one, it two",
		"queue":   "order [xi, yo, zu], order [yo, zu, xi], order [zu, xi, yo]",
		"flags":   "whites_move, blacks_move, checking",
		"staged":  ", lead w, lead n, lead e, lead s", // with stages before and after
		"walk":    "",
		"story":   "",
	} {
		t.Run(game, func(t *testing.T) {
			for _, g := range runs(t, game) {
				turns := Of(g)
				require.Equal(t, want != "", turns.Facts)
				if want == "" {
					require.Zero(t, turns.rounds())
					continue
				}
				require.Greater(t, turns.rounds(), 5)
				var marks []string
				for _, turn := range turns.All {
					if !slices.Contains(marks, turn.Mark) {
						marks = append(marks, turn.Mark)
					}
				}
				require.Equal(t, want, strings.Join(marks, ", "))
				requireRounds(t, g, turns)
			}
		})
	}
}

// requireRounds requires that turns and rounds follow each other, and that each event is in the
// round of its turn.
func requireRounds(t *testing.T, g *causal.Graph, turns *Turns) {
	t.Helper()
	for i, turn := range turns.All {
		require.Equal(t, i, turns.At(turn.First))
		require.Equal(t, turn.Round, turns.Round(end(turns.All, i, g.Len())-1))
		if i > 0 {
			require.Less(t, turns.All[i-1].First, turn.First)
			require.Contains(t, []int{turns.All[i-1].Round, turns.All[i-1].Round + 1, 0}, turn.Round)
		}
	}
}

// A number that counts the rounds marks them, and a score, a mood or the number of rounds
// that are left does not.
func TestCounterOfRounds(t *testing.T) {
	for _, g := range runs(t, "counter") {
		turns := Of(g)
		require.True(t, turns.Facts)
		for i, turn := range turns.All {
			require.Equal(t, fmt.Sprintf("round %d", i+1), turn.Mark)
			require.Equal(t, i+1, turn.Round)
			require.Equal(t, turn.Mark, turns.Name(i+1))
		}
	}
}

// A number that counts the rounds of a clock that goes round names them.
func TestNames(t *testing.T) {
	for _, g := range runs(t, "rounds") {
		turns := Of(g)
		require.Contains(t, []string{"on ann", "on bea"}, turns.All[0].Mark)
		for round := range turns.rounds() {
			require.Equal(t, fmt.Sprintf("lap %d", round), turns.Name(round+1))
		}
		require.Empty(t, turns.Name(turns.rounds()+1))
	}
	for _, game := range []string{"two", "days"} { // what counts down names nothing else
		for _, g := range runs(t, game) {
			require.Empty(t, Of(g).Name(1))
		}
	}
}

// A turn may go through several predicates, which hold one fact between them.
func TestTurnOfSeveralPredicates(t *testing.T) {
	for _, g := range runs(t, "duel") {
		turns := Of(g)
		require.True(t, turns.Facts)
		require.Greater(t, turns.rounds(), 5)
		for e := range causal.Event(g.Len()) {
			mark := turns.All[turns.At(e)].Mark
			require.Contains(t, consumed(g, e), mark)
		}
	}
}

// consumed returns the facts that an event uses up.
func consumed(g *causal.Graph, e causal.Event) []string {
	var facts []string
	for _, id := range g.Step(e).Consumes {
		facts = append(facts, g.Resource(id).String())
	}
	return facts
}

// turnsOf returns turns with a mark for each letter.
func turnsOf(word string) []Turn {
	var all []Turn
	for i, letter := range word {
		all = append(all, Turn{Mark: strings.TrimSpace(string(letter)), First: causal.Event(i)})
	}
	return all
}

func TestNumber(t *testing.T) {
	for word, want := range map[string]string{
		"":               "",
		"abc":            "000",
		"abab":           "1122",
		"sababz":         "011220",
		"abcabcabcbcbc":  "1112223334455", // a is out
		"abcabcbcbcacbz": "11122222223330",
		" ababab":        "0112233",
		"abcdabcd":       "11112222",
		"dplplrdplr":     "1111112222",
	} {
		turns := turnsOf(word)
		number(turns)
		got := ""
		for _, turn := range turns {
			got += fmt.Sprint(turn.Round)
		}
		require.Equal(t, want, got, "%q", word)
	}
}

func TestGoesRound(t *testing.T) {
	for word, want := range map[string]bool{
		"":                        false,
		"aba":                     false, // a whole round does not come again
		"abab":                    true,
		"abcabcabc":               true,
		"abcabcabcbcbcbc":         true, // a is out
		"abcabcabcacbacbacbacbac": true, // the other way round, from the middle on
		"abacbdabdcadbcdbacdabc":  false,
		"abcdefgha":               false,
		"abcde":                   false,
	} {
		require.Equal(t, want, goesRound(turnsOf(word)), "%q", word)
	}
}

// A run without steps, and one over which another lies, have no clock.
func TestNoClock(t *testing.T) {
	require.Empty(t, Of(causal.New(&trace.Trace{})).All)
	var two trace.Trace
	two.Resources = []trace.Resource{{ID: 1, Pred: "turn", Args: []trace.Term{trace.Const("a")}}}
	for i := range 8 {
		id := trace.StepID(i + 1)
		made := trace.ResourceID(i + 2)
		two.Resources = append(two.Resources,
			trace.Resource{ID: made, Pred: "turn", Args: []trace.Term{trace.Const([]string{"b", "a"}[i%2])}, By: id})
		two.Steps = append(two.Steps,
			trace.Step{ID: id, Rule: "go", Consumes: []trace.ResourceID{made - 1}, Produces: []trace.ResourceID{made}})
	}
	require.True(t, Of(causal.New(&two)).Facts)
	two.Steps = append(two.Steps, trace.Step{ID: 9, Rule: "go", Consumes: []trace.ResourceID{5}})
	require.False(t, Of(causal.New(&two)).Facts)
}

// Where a fact moves between very many predicates, no invariants are looked for.
func TestManyChanges(t *testing.T) {
	for many, want := range map[int]int{2: 1, 100: 1, maxChanges + 2: 0} {
		places := make([]*place, many)
		for i := range places {
			there := tick{causal.Event(i) - 1, new(causal.Resource)}
			places[i] = &place{preds: []string{fmt.Sprint("p", i)}, ticks: []tick{there}}
			if i < many-1 {
				places[i].ticks = append(places[i].ticks, tick{causal.Event(i), nil})
			}
		}
		require.Len(t, invariants(places), want, many)
	}
}
