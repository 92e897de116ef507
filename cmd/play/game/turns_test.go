package game

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Stages given as the player's replace those of the program; chance plays up to them, and leaves a
// stage for a player without another move.
func TestTurns(t *testing.T) {
	d := shifts(t)
	require.NoError(t, d.Act(func() error { return d.Proceed(ctx) }))
	require.Equal(t, "It is your turn in day.", d.TurnsText())
	require.NoError(t, d.TakeTurns(ctx, []string{"night"}))
	require.Equal(t, "night", d.Stage().Name)
	require.Equal(t, "dream", moves(&reply{View: view(t, d)}))
	require.NoError(t, d.Make(ctx, "dream"))
	require.Equal(t, "dream", moves(&reply{View: view(t, d)}), "chance has played the day")

	prog, _ := lang.Load("shift.cep", []byte(strings.Replace(shift, "#interactive day.\n", "", 1)))
	d, err := New(ctx, prog, prog.Traces[0], Options{})
	require.NoError(t, err)
	require.Equal(t, "It is your turn in all stages.", d.TurnsText())
	require.NoError(t, d.Make(ctx, "rest"))
	require.Equal(t, "dream", moves(&reply{View: view(t, d)}), "nobody is asked where there is but one way to leave")
}

// Stages are named in a list, or all at once, unless one is called so.
func TestTurnsIn(t *testing.T) {
	d := shifts(t)
	for text, want := range map[string][]string{"": {}, "night": {"night"}, " day,night ": {"day", "night"},
		"day night": {"day", "night"}, "all": {"day", "night"}} {
		got, err := d.TurnsIn(text)
		require.NoError(t, err)
		require.ElementsMatch(t, want, got, text)
	}
	_, err := d.TurnsIn("day, noon")
	require.EqualError(t, err, "there is no stage noon; the program has day, night")
	prog, _ := lang.Load("shift.cep", []byte(strings.ReplaceAll(shift, "night", "all")))
	d, err = New(ctx, prog, prog.Traces[0], Options{})
	require.NoError(t, err)
	got, err := d.TurnsIn("all")
	require.NoError(t, err)
	require.Equal(t, []string{"all"}, got)
}

// A page says in which stages the player chooses, keeps it when it opens the program again,
// and loses only what a changed program no longer has.
func TestRequestTurns(t *testing.T) {
	s := sitting(t, shift, nil)
	require.Equal(t, "night", asked(t, s, do{"do": "turns", "turns": []string{"night"}}).View.Stage)
	require.Equal(t, "there is no stage noon; the program has day, night",
		tried(t, s, do{"do": "turns", "turns": []string{"noon"}}).Error)
	for text, want := range map[string][]string{
		shift: {"night"},
		strings.ReplaceAll(shift, "night", "eve"): {"day"},
	} {
		require.Equal(t, want, asked(t, s, do{"do": "grow", "text": text}).Program.Turns)
		require.Equal(t, want,
			asked(t, new(Handler), do{"do": "open", "text": text, "turns": []string{"night"}}).Program.Turns)
		s = sitting(t, shift, do{"turns": []string{"night"}})
	}
}
