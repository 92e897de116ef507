package game

import (
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const shift = `
coin : pred. tired : pred. rested : pred.
stage day = { earn : $rested -o coin. rest : rested -o tired. }
stage night = { dream : tired -o rested. }
#interactive day.
qui * stage day * $tired -o stage night.
qui * stage night -o stage day.
#trace 50 day { rested }.
`

func shifts(t require.TestingT) *Game {
	prog, errs := lang.Load("shift.cep", []byte(shift))
	require.Empty(t, errs)
	d, err := New(ctx, prog, prog.Traces[0], Options{})
	require.NoError(t, err)
	return d
}

// A condition names a rule, a fact, or a stage of the program.
func TestAwaited(t *testing.T) {
	d := shifts(t)
	for text, want := range map[string]string{
		"": "name is missing", "nix": "there is no rule and no predicate nix", "ern 3": "did you mean earn?",
		"stage noon": "there is no stage noon; the program has day, night",
		"0":          "0 is not a number of steps", "-1": "-1 is not a number",
		"0 steps": "0 is not a number of steps", "1 stage": "no predicate 1", "1 step on": "no predicate 1",
		"coin, ern": "did you mean earn?", "coin,": "name is missing", "coin, 0": "0 is not a number",
		"!coin": "no rule makes a permanent coin", "!earn": "no rule makes a permanent earn", "!nix": "no predicate nix",
	} {
		_, err := d.Awaited(text)
		if strings.ContainsAny(text, "01,") {
			_, err = d.Until(text)
		}
		require.ErrorContains(t, err, want)
	}
	for text, want := range map[string]Awaited{"earn": {Rule: true}, "stage night": {Fact: true},
		"stage _": {Fact: true}} {
		a, err := d.Awaited(text)
		require.NoError(t, err)
		require.Equal(t, want.Rule, a.Rule)
		require.Equal(t, want.Fact, a.Fact)
	}
	for text, want := range map[string]session.Until{"": {Turn: true}, " turn ": {Turn: true}, "end": {}, "7": {Steps: 7},
		"10 steps": {Steps: 10}, "1 step": {Steps: 1}, "turn, 7": {Turn: true, Steps: 7}} {
		u, err := d.Until(text)
		require.NoError(t, err)
		require.Equal(t, want, u)
	}
	u, err := d.Until("earn, stage night , coin")
	require.NoError(t, err)
	require.Equal(t, []string{"earn"}, texts(u.Rules))
	require.Equal(t, []string{"stage night", "coin"}, goals(u))
	require.Equal(t, []string{`said "a, \", b"`, "tired"}, d.items(`said "a, \", b" ,tired`))
}

func texts(patterns []goal.Pattern) (out []string) {
	for _, p := range patterns {
		out = append(out, p.String())
	}
	return out
}

func goals(u session.Until) (out []string) {
	for _, g := range u.Goals {
		out = append(out, g.String())
	}
	return out
}

// A run says why it stopped: the condition that came true or, if none did, the other reason.
func TestStopText(t *testing.T) {
	d := shifts(t)
	runs := func(text string) string {
		u, err := d.Until(text)
		require.NoError(t, err)
		_, err = d.Run(ctx, u)
		require.NoError(t, err)
		return d.StopText()
	}
	require.Equal(t, "rest happened", runs("rest"))
	require.Equal(t, "stage night is there", runs("coin; stage night"))
	require.Equal(t, "it is your turn, and earn did not come", runs("turn, earn"))
	require.Equal(t, "the steps are taken, and none of dream, night/to-day and stage night came",
		runs("1, dream, night/to-day, stage night"))
	require.Equal(t, "coin and rested are there", runs("coin, rested"))
	require.Equal(t, "the steps are taken, and coin, coin and tired together did not come", runs("1; coin, coin, tired"))
	require.Empty(t, runs("turn"))
	require.NoError(t, d.Make(ctx, "rest"))
	require.Empty(t, d.StopText())
}

// An exclamation mark is for permanent facts, as in programs; once they are there, it is said
// that they do not come again.
func TestLasting(t *testing.T) {
	d, _ := sit(t, "verona", 2)
	for _, c := range []struct{ until, want string }{
		{"! dead _", "!dead _ is there"},
		{"!dead _", "nothing can happen any more, and !dead _, which is there already, did not come again"},
	} {
		u, err := d.Until(c.until)
		require.NoError(t, err)
		_, err = d.Run(ctx, u)
		require.NoError(t, err)
		require.Equal(t, c.want, d.StopText())
	}
	_, err := d.Until("!word romeo")
	require.EqualError(t, err, "no rule makes a permanent word, and ! means that, not “no more”: for a fact that goes, "+
		"name the rules that use it up")
}

// Breakpoints stop runs, what chance does between the moves of the player, and these, too.
func TestBreaks(t *testing.T) {
	d := shifts(t)
	breakAt := func(text string) Awaited {
		a, err := d.Awaited(text)
		require.NoError(t, err)
		require.True(t, d.Break(a))
		require.False(t, d.Break(a))
		return a
	}
	dream := breakAt("dream")
	require.NoError(t, d.Make(ctx, "rest"))
	require.Equal(t, "dream", d.Step(d.At()).Rule)
	require.Equal(t, session.AtRule, d.Stopped().Why)
	require.Equal(t, Chance, view(t, d).Status)
	require.NoError(t, d.Act(func() error { return d.Proceed(ctx) }))
	require.Equal(t, session.AtTurn, d.Stopped().Why)
	require.True(t, d.Unbreak(dream))
	require.False(t, d.Unbreak(dream))
	breakAt("tired")
	require.NoError(t, d.Make(ctx, "rest"))
	require.Equal(t, "rest", d.Step(d.At()).Rule)
	require.Equal(t, session.AtFact, d.Stopped().Why)
	require.Len(t, d.Breaks(), 1)
	stop, err := d.Run(ctx, session.Until{Steps: 40})
	require.NoError(t, err)
	require.Equal(t, "tired", stop.What)
}

// All points stand in the list once, each below the one from which it was found, and those
// of the way to the present point are as far left as the start.
func TestHistory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d, _ := sit(rt, "workshop", 1)
		for range rapid.IntRange(1, 8).Draw(rt, "acts") {
			act(rt, d)
		}
		at := make(map[session.Point]int)
		for i, p := range d.History() {
			at[p.Point] = i
			parent := d.Parent(p.Point)
			require.LessOrEqual(rt, at[parent], i)
			require.GreaterOrEqual(rt, p.Indent, d.History()[at[parent]].Indent)
			require.Equal(rt, p.Passed, p.Indent == 0 && int(d.depthOf(p.Point)) <= d.Depth())
			require.Equal(rt, p.Here, p.Point == d.At())
		}
		require.Len(rt, at, d.Len())
	})
}

// depthOf counts the steps to a point.
func (g *Game) depthOf(p session.Point) int {
	n := 0
	for ; p != session.Start; p = g.Parent(p) {
		n++
	}
	return n
}

// A filter keeps the moves of the menu that contain it in their texts, with their numbers.
func TestFilter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d, _ := sit(rt, "verona", 1)
		_, err := d.Run(ctx, session.Until{Steps: rapid.IntRange(1, 20).Draw(rt, "steps")})
		require.NoError(rt, err)
		most := Most{Moves: rapid.IntRange(0, 5).Draw(rt, "moves"),
			Filter: rapid.SampledFrom([]string{"", "Romeo", "zz", "a", "sword"}).Draw(rt, "filter")}
		found, whole, err := d.Menu(ctx, most)
		require.NoError(rt, err)
		want := 0
		for _, r := range view(rt, d).Menu {
			kept := 0
			for _, m := range r.Moves {
				if strings.Contains(strings.ToLower(m.Text+"\n"+m.Title+"\n"+m.Prose), strings.ToLower(most.Filter)) {
					kept++
				}
			}
			if most.Moves > 0 {
				require.True(rt, !whole || kept <= most.Moves)
				kept = min(kept, most.Moves)
			}
			want += kept
		}
		got := 0
		for _, r := range found {
			for _, m := range r.Moves {
				got++
				require.Equal(rt, got, m.Number)
			}
		}
		require.Equal(rt, want, got)
		if got > 0 {
			last, depth := found[len(found)-1].Moves, d.Depth()
			require.NoError(rt, d.Choose(ctx, got, most))
			require.Contains(rt, last[len(last)-1].Text, d.Step(d.Path()[depth+1]).Rule)
		}
	})
}

// A list that was interrupted is not taken for a whole one.
func TestFilterInterrupted(t *testing.T) {
	d, _ := sit(t, "verona", 1)
	done, cancel := context.WithCancel(ctx)
	_, err := d.Enabled(done)
	require.NoError(t, err)
	cancel()
	_, _, err = d.Menu(done, Most{})
	require.Error(t, err)
	menu, _, err := d.Menu(ctx, Most{})
	require.NoError(t, err)
	require.NotEmpty(t, menu)
}

// Chance is counted while it goes on.
func TestEach(t *testing.T) {
	prog, _ := lang.Load("shift.cep", []byte(shift))
	n := 0
	d, err := New(ctx, prog, prog.Traces[0], Options{Run: exec.Options{Seed: 1}, Each: func() { n++ }})
	require.NoError(t, err)
	_, err = d.Run(ctx, session.Until{Steps: 9})
	require.NoError(t, err)
	require.Equal(t, 9, n)
}
