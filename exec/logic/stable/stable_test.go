package stable

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/logic/stable/stabletest"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// All stable models are found, each once, and no others. Where there is none, the core has none either, and each of
// its rules is necessary.
func TestOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := stabletest.Programs(7, 10).Draw(t, "program")
		t.Log(stabletest.Text(p))
		seed := rapid.Uint64().Draw(t, "seed")
		models, core, err := Solve(context.Background(), p, seed, 1000)
		if Check(p) != nil {
			require.Error(t, err)
			t.Skip(err)
		}
		require.NoError(t, err)
		want := stabletest.Enumerate(p)
		require.Equal(t, want, stabletest.Bits(models))
		for most := range 3 {
			some, _, err := Solve(context.Background(), p, seed, most)
			require.NoError(t, err)
			require.Equal(t, len(some), min(most, len(models)))
			for i := range some {
				require.Equal(t, models[i], some[i])
			}
		}
		if len(want) > 0 {
			require.Empty(t, core)
			return
		}
		require.NotEmpty(t, core)
		all := len(stabletest.Enumerate(weaken(p, nil, false))) == 0
		require.Empty(t, stabletest.Enumerate(weaken(p, core, all)))
		for i := range core {
			require.NotEmpty(t, stabletest.Enumerate(weaken(p, slices.Delete(slices.Clone(core), i, i+1), all)))
		}
	})
}

// weaken returns a program in which rules that are not in a core demand nothing, and support their heads as before:
// constraints and bounds, or all rules.
func weaken(p *ground.Program, core []int, all bool) *ground.Program {
	out := *p
	out.Rules = nil
	for i, r := range p.Rules {
		if !slices.Contains(core, i) && (all || r.Choice != nil || len(r.Head) == 0) {
			r.Choice = &ground.Bounds{Lower: 0, Upper: len(r.Head)}
		}
		out.Rules = append(out.Rules, r)
	}
	return &out
}

// Atoms that support each other through sums alone are unfounded: x0 if one of x1 and x2, x1 if x0, and x2 at will.
func TestRecursiveSums(t *testing.T) {
	atLeastOne := func(atoms ...ground.Atom) []ground.Sum {
		s := ground.Sum{Lower: 1, Upper: math.MaxInt64}
		for _, a := range atoms {
			s.Elements = append(s.Elements, ground.Element{Weight: 1, Atom: a})
		}
		return []ground.Sum{s}
	}
	for seed := range uint64(10) {
		models, _, err := Solve(context.Background(), stabletest.Program(3,
			ground.Rule{Head: []ground.Atom{0}, Sums: atLeastOne(1, 2)},
			ground.Rule{Head: []ground.Atom{1}, Sums: atLeastOne(0)},
			ground.Rule{Head: []ground.Atom{2}, Choice: &ground.Bounds{Lower: 0, Upper: 1}},
		), seed, 10)
		require.NoError(t, err)
		require.Equal(t, []int{0b000, 0b111}, stabletest.Bits(models))
	}
}

// pigeons returns the program that puts each pigeon into one hole, no two into the same.
func pigeons(pigeons, holes int) *ground.Program {
	in := func(pigeon, hole int) ground.Atom { return ground.Atom(pigeon*holes + hole) }
	var rules []ground.Rule
	for i := range pigeons {
		r := ground.Rule{Choice: &ground.Bounds{Lower: 1, Upper: 1}}
		for h := range holes {
			r.Head = append(r.Head, in(i, h))
			for j := range i {
				rules = append(rules, ground.Rule{Pos: []ground.Atom{in(i, h), in(j, h)}})
			}
		}
		rules = append(rules, r)
	}
	return stabletest.Program(pigeons*holes, rules...)
}

// Seeds lead to different models, and each to the same model again.
func TestSeeds(t *testing.T) {
	p := pigeons(8, 10)
	different := make(map[string]bool)
	for seed := range uint64(20) {
		models, _, err := Solve(context.Background(), p, seed, 2)
		require.NoError(t, err)
		require.Len(t, models, 2)
		again, _, err := Solve(context.Background(), p, seed, 1)
		require.NoError(t, err)
		require.Equal(t, models[:1], again)
		different[fmt.Sprint(models[0])] = true
	}
	require.Greater(t, len(different), 18)
}

// A search that would take very long ends with its context.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	models, core, err := Solve(ctx, pigeons(16, 15), 1, 1)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Empty(t, models)
	require.Empty(t, core)
	require.Less(t, time.Since(start), 5*time.Second)
}

// Programs that Solve can not handle are refused at the place of a rule.
func TestRefused(t *testing.T) {
	source := &syntax.Source{Name: "game.lp", Text: []byte("a | b.\n")}
	at := &logic.Rule{Source: source, Span: syntax.Span{Start: source.Pos(0), End: source.Pos(6)}}
	both := ground.Sum{Lower: 1, Upper: math.MaxInt64,
		Elements: []ground.Element{{Weight: 1, Atom: 0}, {Weight: -1, Atom: 1}}}
	many := ground.Sum{Lower: 1 << 40, Upper: math.MaxInt64}
	for i := range 50 {
		many.Elements = append(many.Elements, ground.Element{Weight: 1<<35 + 1<<i, Atom: ground.Atom(i)})
	}
	choice := ground.Rule{Choice: &ground.Bounds{Lower: 0, Upper: 50}}
	for i := range 50 {
		choice.Head = append(choice.Head, ground.Atom(i))
	}
	for want, rules := range map[string][]ground.Rule{
		"game.lp:1:1: several heads of which one is chosen are not supported, but a choice is": {
			{Head: []ground.Atom{0, 1}, Origin: at}},
		"an atom depends on itself through a sum that has positive and negative weights": {
			{Head: []ground.Atom{1}, Pos: []ground.Atom{0}}, {Head: []ground.Atom{0}, Sums: []ground.Sum{both}}},
		"the sums of the program take more than 1048576 nodes in decision diagrams": {
			choice, {Head: []ground.Atom{50}, Sums: []ground.Sum{many}}},
	} {
		_, _, err := Solve(context.Background(), stabletest.Program(51, rules...), 0, 1)
		require.ErrorContains(t, err, want)
	}
}
