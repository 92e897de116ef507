package session

import (
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A run that can only go round is known to; one that makes more and more, that may go another
// way, or that asks, is not.
func TestRound(t *testing.T) {
	for text, want := range map[string]int{
		"a : pred. stage s = { spin : a -o a. } #trace _ s { a }.":                                                  1,
		"a : pred. b : pred. stage s = { go : a -o b. back : b -o a. } #trace _ s { a }.":                           2,
		"a : pred. stage s = {} stage r = {} qui * stage s -o stage r. qui * stage r -o stage s. #trace _ s { a }.": 2,
		"a : pred. b : pred. stage s = { spin : a -o a * b. } #trace _ s { a }.":                                    0,
		"a : pred. stage s = { spin : a -o a. turn : a -o a. } #trace _ s { a }.":                                   0,
		"w : type. x : w. hear w : sense. #sensor hear WORD. a : pred. stage s = { spin : a * hear W -o a. } " +
			"#trace _ s { a }.": 0,
		"a : pred. b : pred. c : pred. stage s = { in : c -o a. go : a -o b. back : b -o a. } #trace _ s { c }.": 2,
		"n : type. z : n. s n : n. a n : pred. b n : pred. stage t = { up : a N -o b (s N). down : b (s N) -o a N. } " +
			"#trace _ t { a z }.": 2,
		"n : type. z : n. s n : n. a n : pred. stage t = { up : a N -o a (s N). } #trace _ t { a z }.":  0,
		"a : pred. stage s = { spin : a -o a. } stage r = {} qui * stage s -o stage r. #trace _ s { }.": 0,
	} {
		p := begin(t, load(t, "round", text), 1, 99)
		_, err := p.Run(ctx, Until{Steps: 9})
		require.NoError(t, err)
		require.Equal(t, want, p.Round(), text)
	}
}

// A state that was there before is known by the facts alone, on the way to the present point
// only.
func TestAgain(t *testing.T) {
	p := begin(t, load(t, "again", `a : pred. b : pred. c : pred.
stage s = { go : a -o b. back : b -o a. more : a -o a * c. }
#trace _ s { a }.
`), 1, 99)
	first := func() int {
		if after, ok := p.Again(); ok {
			return after
		}
		return -1
	}
	for _, step := range []struct {
		rule  string
		after int
	}{{"go", -1}, {"back", 0}, {"go", 1}, {"back", 0}, {"more", -1}, {"go", -1}, {"back", 5}} {
		require.NoError(t, p.Follow(ctx, []trace.Step{{Rule: step.rule}}))
		require.Equal(t, step.after, first(), p.Path())
	}
	p.Go(2)
	require.Equal(t, 0, first())
	p.Go(Start)
	require.Equal(t, -1, first(), "what comes later was not before")
}

// seen holds what a play says of its state against the facts of all states on the way.
func seen(rt *rapid.T, p *Session) {
	way := slices.Clone(p.Path())
	last := len(way) - 1
	now := factsAt(p, way[last])
	first := slices.IndexFunc(way, func(at Point) bool { return factsAt(p, at) == now })
	p.Go(way[last])
	after, again := p.Again()
	require.Equal(rt, first, after)
	require.Equal(rt, first < last, again)
}

// factsAt goes to a point, and returns its facts and its stage as text.
func factsAt(p *Session, at Point) string {
	p.Go(at)
	var facts []string
	for _, r := range p.machine.Resources() {
		facts = append(facts, r.String())
	}
	slices.Sort(facts)
	if stage := p.Stage(); stage != nil {
		facts = append(facts, "in "+stage.Name)
	}
	return strings.Join(facts, "\n")
}

// A game ends where a state violates a statement. It can be taken back, and goes on in another way.
func TestViolation(t *testing.T) {
	p := begin(t, load(t, "p.cep", `
coin : pred. tea : pred. cake : pred.
stage shop = { tea : coin -o tea. cake : coin -o cake. }
#never feast in shop : tea * cake.
#trace _ shop { coin, coin, coin }.`), 1, 10)
	choose(t, p, "tea")
	choose(t, p, "cake")
	for range 2 {
		_, err := p.Enabled(ctx)
		require.EqualError(t, err, "feast is violated: tea and cake are there together")
		require.EqualError(t, p.Draw(ctx), err.Error())
		require.Equal(t, 2, p.Depth())
		end := p.Trace(ctx).End
		require.Equal(t, trace.Failed, end.Why)
		require.Equal(t, err.Error(), end.Message)
		require.True(t, p.Undo())
		require.Equal(t, trace.Stopped, p.Trace(ctx).End.Why)
		require.True(t, p.Redo())
	}
	other := beside(t, p)
	require.Empty(t, other.Grow(ctx, p.Tree()))
	_, err := other.Enabled(ctx)
	require.Error(t, err)
	require.True(t, p.Undo())
	choose(t, p, "tea")
	choose(t, p, "tea")
	require.Equal(t, trace.Quiescent, p.Trace(ctx).End.Why)
}
