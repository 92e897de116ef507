package gdl

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// Moves have two notations, which may be mixed.
func TestParseMove(t *testing.T) {
	kif, ggdl := &Game{}, &Game{ggdl: true}
	for written, want := range map[string]string{
		"noop": "noop", "(noop)": "noop", " ( noop ) ": "noop", "(Mark 1 2)": "mark(1,2)", "Mark(1,2)": "mark(1,2)",
		"(move (pos a 1) pos( b , 2 ))": "move(pos(a,1),pos(b,2))", "f((g x),h)": "f(g(x),h)", "+1": "+1",
	} {
		m, err := kif.ParseMove(written)
		require.NoError(t, err, written)
		require.Equal(t, want, m.String(), written)
	}
	m, err := ggdl.ParseMove("(Mark A 1)")
	require.NoError(t, err)
	require.Equal(t, "Mark(A,1)", m.String())
	for written, want := range map[string]string{
		"":             "move:1:1: the text ends within a move",
		"(mark 1":      "move:1:8: the move `mark` is not closed: a `)` is missing",
		"mark(1,":      "move:1:8: the text ends within a move",
		"mark(1 2)":    "move:1:8: the move `mark` is not closed: a `)` is missing",
		"noop noop":    "move:1:6: there is more than one move",
		"((mark) 1)":   "move:1:2: the name of a move was expected, as in `(mark 1 1)` or `mark(1,1)`",
		"()":           "move:1:2: the name of a move was expected, as in `(mark 1 1)` or `mark(1,1)`",
		"mark(1,(2)),": "move:1:12: there is more than one move",
	} {
		_, err := kif.ParseMove(written)
		require.EqualError(t, err, want, written)
	}
}

// Records have a line a turn, and a move a role.
func TestParseRecord(t *testing.T) {
	game := &Game{Roles: []string{"ann", "bob"}}
	turns, errs := game.ParseRecord(&syntax.Source{Name: "r", Text: []byte(
		"; a match\n(mark 1 1) noop\r\n\n  noop, mark(2,2) // better\nnoop noop")})
	require.Empty(t, errs)
	var got [][]string
	for _, turn := range turns {
		got = append(got, []string{turn.Moves[0].String(), turn.Moves[1].String()})
	}
	require.Equal(t, [][]string{{"mark(1,1)", "noop"}, {"noop", "mark(2,2)"}, {"noop", "noop"}}, got)
	require.Equal(t, "4:3", turns[1].Start.String())
	_, errs = game.ParseRecord(&syntax.Source{Name: "r", Text: []byte("noop\nnoop noop noop\nnoop (mark\nnoop noop")})
	require.EqualError(t, errs, "r:1:1: this turn has 1 move, but the game has 2 roles\n"+
		"r:2:1: this turn has 3 moves, but the game has 2 roles\nr:3:11: the move `mark` is not closed: a `)` is missing")
}

// No record makes the reader panic.
func FuzzParseRecord(f *testing.F) {
	f.Add([]byte("(mark 1 1) noop\nnoop, mark(2,2) ; x"))
	f.Fuzz(func(t *testing.T, text []byte) {
		game := &Game{Roles: []string{"ann", "bob"}}
		turns, errs := game.ParseRecord(&syntax.Source{Name: "r", Text: text})
		require.True(t, turns == nil || errs == nil)
	})
}
