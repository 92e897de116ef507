package presence

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Who attends the last event of short stories.
func TestWhoIsThere(t *testing.T) {
	const begin = "at ann hall, at bob hall, at cyd road, fears ann bob, fears ann cyd, fears bob cyd, ill ann, ill " +
		"dot, at stone road"
	for name, c := range map[string]struct {
		firing  string
		changes []string
		want    string
	}{
		"met": {"greet ann bob", []string{"$at ann hall", "$at bob hall"}, "ann bob"},
		"thought of": {"leave ann bob cyd", []string{"-at ann hall", "$fears ann cyd", "$fears ann bob"},
			"ann bob"},
		"far from all":            {"leave cyd ann bob", []string{"-at cyd road", "$fears ann cyd", "$fears bob cyd"}, "cyd"},
		"elsewhere by the facts":  {"brood", []string{"$at ann hall", "$at cyd road"}, "ann"},
		"left out":                {"sigh ann", []string{"$at ann hall", "$fears ann bob"}, "ann"},
		"nobody named":            {"sigh", []string{"$at ann hall", "$fears ann bob"}, "ann bob"},
		"no person named":         {"sigh noon", []string{"$at ann hall", "$fears ann bob"}, "ann bob"},
		"always there":            {"nurse ann", []string{"$at ann hall", "$ill dot"}, "ann dot"},
		"named first":             {"dream bob cyd", []string{"$fears bob cyd"}, "bob"},
		"not named, and apart":    {"storm", []string{"$fears bob cyd"}, "bob cyd"},
		"not named, at one place": {"storm", []string{"$fears ann bob"}, "ann bob"},
		"nobody of them named":    {"storm dot", []string{"$fears bob cyd"}, "bob cyd dot"},
		"goes to another":         {"visit ann cyd", []string{"-at ann hall", "+at ann road", "$at cyd road"}, "ann cyd"},
		"sees off":                {"leave ann bob", []string{"-at ann hall", "+at ann cell", "$at bob hall"}, "ann bob"},
		"sees off who meets": {"visit ann bob cyd",
			[]string{"-at ann hall", "+at ann road", "$at bob hall", "$at cyd road"}, "ann cyd"},
		"sees off who kills": {"stab ann bob cyd", []string{"-at ann hall", "+at ann road", "$at bob hall", "-at cyd road"},
			"ann cyd"},
		"sees off who is met": {"call ann bob dot", []string{"-at ann hall", "+at ann road", "$at bob hall", "+at dot road"},
			"ann dot"},
		"travel together": {"lead ann", []string{"-at ann hall", "-at bob hall", "+at bob road", "+at ann road"},
			"ann bob"},
		"sent elsewhere": {"part", []string{"-at ann hall", "-at cyd road", "+at cyd attic", "+at ann cell"}, "ann"},
		"ways part": {"scatter", []string{"-at ann hall", "-at bob hall", "+at ann cell", "+at bob road"},
			"ann bob"},
		"stays, another goes": {"renew", []string{"-at ann hall", "+at ann hall", "-at cyd road", "+at cyd attic"}, "cyd"},
		"not followed":        {"see bob", []string{"$at stone road", "$at bob hall"}, "bob"},
		"nobody":              {"toll", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, []string{c.want}, attending(t, newHand(begin).play(c.firing, c.changes...), Options{}))
		})
	}
}

// TestParts: a character that travels alone leaves no one behind.
func TestParts(t *testing.T) {
	h := newHand("at ann hall, at bob hall").play("go", "-at ann hall", "+at ann cell").play("wait", "$at bob hall")
	h.play("return", "-at ann cell", "$at bob hall", "+at ann hall").play("leave", "-at ann hall", "$at bob hall",
		"+at ann cell")
	var parts []bool
	for e := range causal.Event(4) {
		parts = append(parts, read(t, &h.Trace).Spot(e).Parts())
	}
	require.Equal(t, []bool{false, false, false, true}, parts)
}

// Without farewells a journey is where it ends.
func TestNoFarewells(t *testing.T) {
	h := newHand("at ann hall, at bob hall").play("leave", "-at ann hall", "+at ann cell", "$at bob hall")
	require.Equal(t, []string{"ann bob"}, attending(t, h, Options{}))
	require.Equal(t, []string{"ann"}, attending(t, h, Options{NoFarewells: true}))
}

// The dead do not act, even where they are named first; who comes later is nowhere before.
func TestTheDeadAndTheUnborn(t *testing.T) {
	h := newHand("at ann cell, at bob road, heart ann, heart bob")
	h.play("die", "-at ann cell").play("remember ann bob", "$heart ann", "$heart bob").play("expect cyd", "$at bob road")
	h.play("rise ann cyd", "+at ann road", "+at cyd road").play("pass", "$heart ann").play("die", "-at ann road")
	h.play("haunt ann", "$heart ann", "$heart bob").play("moan ann", "$heart ann").play("go cyd", "-at cyd road",
		"+at cyd hall")
	h.play("haunt ann cyd bob", "$heart ann", "$heart bob")
	require.Equal(t, []string{"ann", "bob", "bob", "ann cyd", "ann", "ann", "bob", "ann", "cyd", "cyd"},
		attending(t, h, Options{}),
		"whoever moans alone is there all the same")
}

// TestWildcardsNameNobody: a wildcard of a rule names no character.
func TestWildcardsNameNobody(t *testing.T) {
	h := newHand("at ann hall, at bob hall, fears ann bob").play("calm ann bob", "$at ann hall", "$fears ann bob")
	for second, want := range map[string]string{"C'": "ann bob", "_1": "ann"} {
		h.Program = &trace.Program{Rules: []trace.Rule{{Name: "calm", Params: []trace.Param{{Name: "C"}, {Name: second}}}}}
		require.Equal(t, []string{want}, attending(t, h, Options{}), second)
	}
}

// Names may stand within terms.
func TestNamesWithinTerms(t *testing.T) {
	h := newHand("at ann hall, at bob hall, fears ann bob").play("sigh ann", "$at ann hall", "$fears ann bob")
	h.Steps[0].Args = append(h.Steps[0].Args, trace.Term{Head: "friend", Args: terms([]string{"bob"})})
	require.Equal(t, []string{"ann bob"}, attending(t, h, Options{}))
}

// Where nothing says where people are, all are at what mentions them.
func TestWithoutPlaces(t *testing.T) {
	h := newHand("at ann hall, at cyd road").play("sigh ann cyd", "$at ann hall")
	g := causal.New(&h.Trace)
	told := New(g, g.Threads(causal.Cast{Names: people}), causal.Location{}).Tell(Options{})
	require.Equal(t, []int{0, 2}, told.Attend(0))
	require.Empty(t, told.Settle(0))
	require.False(t, told.Placed(0))
	require.True(t, told.Spot(0).Nowhere())
}

func TestPlaces(t *testing.T) {
	h := newHand("at ann hall, at bob hall").play("send", "-at ann hall", "$at bob hall", "+at ann cell", "+at cyd road")
	p := read(t, &h.Trace)
	ann, ok := p.Who("ann")
	require.True(t, ok)
	_, ok = p.Who("hall")
	require.False(t, ok)
	hall, cell, road := p.Start(ann), p.Spot(0).To, p.Spot(0).Stays[3].Place
	require.Equal(t, "hall cell road", p.Place(hall).String()+" "+p.Place(cell).String()+" "+p.Place(road).String())
	require.Equal(t, Spot{From: hall, To: cell, Stays: []Stay{{0, hall}, {1, hall}, {0, cell}, {2, road}}}, *p.Spot(0))
	require.True(t, p.Spot(0).Journey() && p.Spot(0).Parts() && p.Spot(0).Has(ann))
	require.Equal(t, []int{0, 1, 2}, p.Involved(0))
	require.True(t, p.Placed(2) && !p.Placed(3))
	require.Zero(t, p.Start(2))

	told := p.Tell(Options{})
	require.Equal(t, hall, told.Whereabouts([]int{0, 1, 3}))
	require.ElementsMatch(t, []int{0, 0, 2}, told.Settle(0))
	require.Equal(t, []int{cell, hall, road, 0}, told.At)
	require.Zero(t, told.Whereabouts([]int{0, 1}))
	require.Equal(t, hall, p.Tell(Options{}).At[ann], "another telling begins anew")
}
