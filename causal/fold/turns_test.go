package fold

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// randomGame draws a game of two to four players. Each turn has some steps that use the fact
// of the turn, or what comes of such steps, and a last one that hands the turn on. A mood
// flips now and then, and coins are thrown that have nothing to do with the game. It returns
// the player of each step, too; 0 for throws.
func randomGame(t *rapid.T) (g *causal.Graph, players []int) {
	l := &long{}
	l.Format = trace.Format
	many := rapid.IntRange(2, 4).Draw(t, "players")
	name := func(p int) trace.Term { return trace.Const(fmt.Sprintf("p%d", p)) }
	turn, mood, coin := l.fact("m", 0, name(1)), l.fact("n", 0, name(0)), l.fact("o", 0, name(0))
	step := func(player int, s trace.Step) trace.StepID {
		s.ID = trace.StepID(len(l.Steps) + 1)
		l.Steps, players = append(l.Steps, s), append(players, player)
		return s.ID
	}
	flips := 0
	for i := range rapid.IntRange(2, 12).Draw(t, "rounds") * many {
		player := i%many + 1
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			s := trace.Step{Rule: "act", Reads: []trace.ResourceID{turn}}
			if rapid.IntRange(0, 5).Draw(t, "flip") == 0 {
				flips++
				s.Rule, s.Consumes, s.Produces = "flip", []trace.ResourceID{mood},
					[]trace.ResourceID{l.fact("n", len(l.Steps)+1, name(flips%2))}
				mood = s.Produces[0]
			} else {
				s.Produces = []trace.ResourceID{l.fact("point", len(l.Steps)+1, name(player))}
			}
			step(player, s)
		}
		for range rapid.IntRange(0, 1).Draw(t, "throws") {
			made := l.fact("o", len(l.Steps)+1, name(len(l.Steps)%2))
			step(0, trace.Step{Rule: "throw", Consumes: []trace.ResourceID{coin}, Produces: []trace.ResourceID{made}})
			coin = made
		}
		made := []trace.ResourceID{l.fact("m", len(l.Steps)+1, name(player%many+1)), l.fact("turns", len(l.Steps)+1)}
		step(player, trace.Step{Rule: "pass", Consumes: []trace.ResourceID{turn}, Produces: made})
		turn = made[0]
	}
	return causal.New(&l.Trace), players
}

// TestFitOfTurns: if a fact marks the turns of a game, boxes are within turns, or are rounds or
// parts of these, or, with little room, stretches of rounds; and they fill between a third and all
// of the room.
func TestFitOfTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, players := randomGame(t)
		requireValid(t, g.Trace)
		s, err := Select(g, Options{})
		require.NoError(t, err)
		require.True(t, s.turns().Facts)
		round := 0
		for i, e := range s.Events {
			if players[i] == 1 && last(players[:i]) != 1 {
				round++
			}
			if players[i] > 0 {
				require.Equal(t, fmt.Sprintf("m p%d", players[i]), s.turns().All[s.turns().At(e)].Mark)
			}
			if players[i] > 0 {
				require.Equal(t, round, s.turns().Round(e))
			}
		}
		most := rapid.IntRange(1, 80).Draw(t, "most")
		for _, f := range []*Folding{s.FitGroups(most), s.Fit(most)} {
			requireFolding(t, f)
			for i := range f.Groups {
				group := &f.Groups[i]
				mark, _ := f.Turn(group)
				require.True(t, mark != "" || f.Round(group) > 0 || group.Method == Spans)
			}
		}
		if f := s.FitGroups(most); len(s.Events) > most {
			require.LessOrEqual(t, len(f.Groups), most)
			require.GreaterOrEqual(t, 3*len(f.Groups), most)
		}
		if f := s.Fit(most); most >= 3 && nodes(s.single()) > most {
			require.LessOrEqual(t, nodes(f), max(most, nodes(s.single().fold(Spans, 1).bundled())))
		}
	})
}

// last returns the player of the last step that is one of the game.
func last(players []int) int {
	for i := len(players) - 1; i >= 0; i-- {
		if players[i] > 0 {
			return players[i]
		}
	}
	return 0
}

// Turns and rounds can be asked for, and groups are told to be such.
func TestFoldTurns(t *testing.T) {
	l := &long{}
	turn := l.fact("turn", 0, trace.Const("ann"))
	for i := range 12 {
		s := trace.Step{ID: trace.StepID(i + 1), Rule: "act", Reads: []trace.ResourceID{turn}}
		if i%2 == 1 {
			next := l.fact("turn", i+1, trace.Const([]string{"bea", "ann"}[i/2%2]))
			s.Rule, s.Reads, s.Consumes, s.Produces = "pass", nil, []trace.ResourceID{turn}, []trace.ResourceID{next}
			turn = next
		}
		l.Steps = append(l.Steps, s)
	}
	s, err := Select(causal.New(&l.Trace), Options{})
	require.NoError(t, err)
	f := s.Fold(Turns)
	require.Len(t, f.Groups, 6)
	mark, whole := f.Turn(&f.Groups[3])
	require.Equal(t, "turn bea", mark)
	require.True(t, whole)
	require.Equal(t, 2, f.Round(&f.Groups[3]))
	mark, whole = s.single().Turn(&s.single().Groups[3])
	require.Equal(t, "turn bea", mark)
	require.False(t, whole)
	f = f.fold(Rounds, 0)
	require.Len(t, f.Groups, 3)
	require.Equal(t, []string{"turn ann", "turn bea"}, f.Marks(&f.Groups[1]))
	require.Empty(t, f.RoundName(2))
	from, to := f.Rounds(&f.Groups[1])
	require.Equal(t, [2]int{2, 2}, [2]int{from, to})
}
