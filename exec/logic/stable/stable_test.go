package stable

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// program returns a program over the atoms x0, x1, …
func program(atoms int, rules ...ground.Rule) *ground.Program {
	p := &ground.Program{Terms: new(ground.Table), Atoms: new(ground.Atoms), Rules: rules}
	for i := range atoms {
		p.Atoms.Intern(logic.Predicate{Name: fmt.Sprint("x", i)}, nil)
	}
	return p
}

// bodyHolds reports whether a body holds in a part of a model, by the definition of the reduct: positive literals are
// looked up in the part, and negative literals and negated sums in the model. Sums have to be met in both.
func bodyHolds(r *ground.Rule, part, model int) bool {
	has := func(set int, a ground.Atom) bool { return set>>a&1 == 1 }
	for _, a := range r.Pos {
		if !has(part, a) || !has(model, a) {
			return false
		}
	}
	for _, a := range r.Not {
		if has(model, a) {
			return false
		}
	}
	met := func(s *ground.Sum, set int) bool {
		total := int64(0)
		for _, e := range s.Elements {
			if e.Not && !has(model, e.Atom) || !e.Not && has(set, e.Atom) {
				total += e.Weight
			}
		}
		return s.Lower <= total && total <= s.Upper
	}
	for i := range r.Sums {
		s := &r.Sums[i]
		if s.Negated == met(s, model) || !s.Negated && !met(s, part) {
			return false
		}
	}
	return true
}

// reductHolds reports whether a part of a model satisfies the reduct of all rules.
func reductHolds(p *ground.Program, part, model int) bool {
	for i := range p.Rules {
		r := &p.Rules[i]
		if !bodyHolds(r, part, model) {
			continue
		}
		if r.Choice == nil && (len(r.Head) == 0 || part>>r.Head[0]&1 == 0) {
			return false
		}
		if r.Choice != nil {
			heads := 0
			for _, h := range r.Head {
				heads |= 1 << h
			}
			count := 0
			for a := range 64 {
				count += (heads & model) >> a & 1
			}
			if count < r.Choice.Lower || count > r.Choice.Upper || heads&model&^part != 0 {
				return false
			}
		}
	}
	return true
}

// enumerate returns all stable models of a program as sets of bits, by the definition: models of which no smaller part
// satisfies the reduct.
func enumerate(p *ground.Program) []int {
	var out []int
	for model := range 1 << p.Atoms.Len() {
		stable := reductHolds(p, model, model)
		for part := range model {
			stable = stable && (part&^model != 0 || !reductHolds(p, part, model))
		}
		if stable {
			out = append(out, model)
		}
	}
	return out
}

func bits(models [][]bool) []int {
	var out []int
	for _, m := range models {
		set := 0
		for a, holds := range m {
			if holds {
				set |= 1 << a
			}
		}
		out = append(out, set)
	}
	slices.Sort(out)
	return out
}

// programs generates programs with a few atoms, with cycles of all kinds.
func programs() *rapid.Generator[*ground.Program] {
	return rapid.Custom(func(t *rapid.T) *ground.Program {
		n := rapid.IntRange(1, 7).Draw(t, "atoms")
		atom := rapid.Map(rapid.IntRange(0, n-1), func(i int) ground.Atom { return ground.Atom(i) })
		atoms := func(most int, name string) []ground.Atom { return rapid.SliceOfN(atom, 0, most).Draw(t, name) }
		var rules []ground.Rule
		for range rapid.IntRange(1, 10).Draw(t, "rules") {
			r := ground.Rule{Pos: atoms(2, "pos"), Not: atoms(2, "not")}
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
			case 1, 2, 3:
				r.Head = atoms(4, "heads")
				lower := rapid.IntRange(-1, 2).Draw(t, "lower")
				r.Choice = &ground.Bounds{Lower: lower, Upper: lower + rapid.IntRange(0, 4).Draw(t, "more")}
			default:
				r.Head = []ground.Atom{atom.Draw(t, "head")}
			}
			if rapid.IntRange(0, 3).Draw(t, "summing") == 0 {
				r.Sums = rapid.SliceOfN(sums(atom), 1, 2).Draw(t, "sums")
			}
			rules = append(rules, r)
		}
		return program(n, rules...)
	})
}

func sums(atom *rapid.Generator[ground.Atom]) *rapid.Generator[ground.Sum] {
	return rapid.Custom(func(t *rapid.T) ground.Sum {
		s := ground.Sum{Negated: rapid.Bool().Draw(t, "negated")}
		least := rapid.SampledFrom([]int{-3, 1, 1}).Draw(t, "least")
		for range rapid.IntRange(0, 5).Draw(t, "elements") {
			s.Elements = append(s.Elements, ground.Element{
				Weight: int64(rapid.IntRange(least, 3).Draw(t, "weight")),
				Atom:   atom.Draw(t, "atom"),
				Not:    rapid.Bool().Draw(t, "not"),
			})
		}
		s.Lower = rapid.SampledFrom([]int64{math.MinInt64, -2, 0, 1, 2, 3}).Draw(t, "lower")
		s.Upper = rapid.SampledFrom([]int64{math.MaxInt64, 0, 2, 4}).Draw(t, "upper")
		return s
	})
}

// All stable models are found, each once, and no others. Where there is none, the core has none either, and each of
// its rules is necessary.
func TestOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := programs().Draw(t, "program")
		seed := rapid.Uint64().Draw(t, "seed")
		models, core, err := Solve(context.Background(), p, seed, 1000)
		if Check(p) != nil {
			require.Error(t, err)
			t.Skip(err)
		}
		require.NoError(t, err)
		want := enumerate(p)
		require.Equal(t, want, bits(models))
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
		all := len(enumerate(weaken(p, nil, false))) == 0
		require.Empty(t, enumerate(weaken(p, core, all)))
		for i := range core {
			require.NotEmpty(t, enumerate(weaken(p, slices.Delete(slices.Clone(core), i, i+1), all)))
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
	return program(pigeons*holes, rules...)
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

// Programs that are no input of Solve are refused with the number of the rule.
func TestRefused(t *testing.T) {
	both := ground.Sum{Lower: 1, Upper: math.MaxInt64,
		Elements: []ground.Element{{Weight: 1, Atom: 0}, {Weight: -1, Atom: 1}}}
	for want, rules := range map[string][]ground.Rule{
		"rule 0: a disjunction, which is not supported": {{Head: []ground.Atom{0, 1}}},
		"rule 1: a recursive sum with positive and negative weights is not supported": {
			{Head: []ground.Atom{1}, Pos: []ground.Atom{0}}, {Head: []ground.Atom{0}, Sums: []ground.Sum{both}}},
	} {
		_, _, err := Solve(context.Background(), program(2, rules...), 0, 1)
		require.EqualError(t, err, want)
	}
}
