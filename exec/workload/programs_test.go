package workload

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// start loads a program, of which nothing is to be said, not even a warning.
func start(t *testing.T, text string) *lang.Program {
	p, errs := lang.Load("workload.cep", []byte(text))
	require.Empty(t, errs)
	return p
}

// finish runs a program and returns the record and the final facts, sorted.
func finish(t *testing.T, text string, o exec.Options) (*trace.Trace, string) {
	p := start(t, text)
	r, err := exec.Run(context.Background(), p, p.Traces[0], o)
	require.NoError(t, err)
	require.NoError(t, trace.Validate(r))
	var facts []string
	for _, x := range r.Final() {
		facts = append(facts, x.String())
	}
	slices.Sort(facts)
	return r, strings.Join(facts, ", ")
}

// Programs that end the same way whatever is chosen.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		steps            int
	}{
		{"primes", Primes(30), "num 11, num 13, num 17, num 19, num 2, num 23, num 29, num 3, num 5, num 7, stage main", 19},
		{"max", Max(12), "num 12, stage main", 11},
		{"ballots", Ballots(55), "elected c9, stage result", 55 + 9 + 2 + 1},
		{"counted ring", CountedRing(1, 7), "next p0 p0, stage main, tok p0, turns 0", 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(5) {
				r, end := finish(t, c.text, exec.Options{Seed: seed})
				require.Equal(t, trace.Quiescent, r.End.Why)
				require.Equal(t, c.want, end)
				require.Len(t, r.Steps, c.steps)
			}
		})
	}
}

// Programs that go on for ever, and how many transitions and facts they have: of
// the state with which they start, and whether it grows.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		name, text     string
		choices, facts int
		grows          bool
	}{
		{name: "ring", text: Ring(7), choices: 7, facts: 14},
		{name: "counted ring", text: CountedRing(7, 1000), choices: 7, facts: 15},
		// Two ways for each; i, i+3 and i+6 are at one place, so each is kind to one and jealous of one.
		{name: "village", text: Village(12), choices: 4 * 12, facts: 4 * 12},
		{name: "growing village", text: GrowingVillage(12), choices: 4 * 12, facts: 4 * 12, grows: true},
		{name: "blocks", text: Blocks(5), choices: 5, facts: 11},
		{name: "rules", text: Rules(12), choices: 12, facts: 22},
		{name: "tokens", text: Tokens(12), choices: 12, facts: 22},
		{name: "crowd", text: Crowd(6), choices: 6*6 - 6*2, facts: 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := finish(t, c.text, exec.Options{Limits: exec.Limits{Steps: 40}})
			require.Len(t, r.Steps, 40)
			require.Equal(t, c.choices, r.Steps[0].Choices)
			first := slices.IndexFunc(r.Resources, func(x trace.Resource) bool { return x.By > 0 })
			require.Equal(t, c.facts, first-1, "without the stage")
			require.Equal(t, c.grows, len(r.End.Alive)-1 > c.facts)
		})
	}
}

// By first choice nobody ever fights in the dungeon, so it can be measured for as long
// as one likes.
func TestDungeon(t *testing.T) {
	r, end := finish(t, dungeon(t), exec.Options{Chooser: exec.First(), Limits: exec.Limits{Steps: 500}})
	require.Equal(t, trace.LimitHit, r.End.Why)
	require.Contains(t, end, "lair rat hall 4")
}

// Whoever has four equal angers may murder.
func TestMurder(t *testing.T) {
	for seed := range uint64(100) {
		r, _ := finish(t, GrowingVillage(5), exec.Options{Seed: seed, Limits: exec.Limits{Steps: 60}})
		for _, s := range r.Steps {
			if s.Rule == "murder" {
				require.Len(t, s.Consumes, 5)
				return
			}
		}
	}
	t.Error("nobody did")
}

// Runs of a series go as they would by themselves, where plans are made anew, facts rest and
// have heirs, pairs are counted, and one run is longer than the next.
func TestSeries(t *testing.T) {
	for name, text := range map[string]string{
		"village": Village(20), "growing": GrowingVillage(12), "blocks": Blocks(60), "ring": Ring(30),
		"counted": CountedRing(20, 1000), "crowd": Crowd(40), "max": Max(80), "primes": Primes(60), "ballots": Ballots(300),
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, text)
			series := exec.NewSeries(p, p.Traces[0])
			for seed, steps := range []int{4000, 30, 9000, 1, 2000} {
				o := exec.Options{Seed: uint64(seed), Limits: exec.Limits{Steps: steps}}
				var alone, again bytes.Buffer
				require.NoError(t, exec.Record(context.Background(), p, p.Traces[0], o, compact.NewRecorder(&alone)))
				require.NoError(t, series.Record(context.Background(), o, compact.NewRecorder(&again)))
				require.Equal(t, alone.Bytes(), again.Bytes())
			}
		})
	}
}
