package clingo

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/logic/stable"
	"github.com/ceptre-graph/ceptre/exec/logic/stable/stabletest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func skipWithoutClingo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("clingo"); err != nil {
		t.Skip("clingo is not installed")
	}
}

// The models of clingo are those by definition, for the ground program as it is written here and for its text, which
// clingo grounds and translates itself.
func TestOracle(t *testing.T) {
	skipWithoutClingo(t)
	rapid.Check(t, func(t *rapid.T) {
		p := stabletest.Programs(7, 10).Draw(t, "program")
		text := stabletest.Text(p)
		t.Log(text)
		want := stabletest.Enumerate(p)
		cmd := exec.Command("clingo", "--outf=0", "--verbose=0", "--warn=none", "--models=0")
		cmd.Stdin = strings.NewReader(text)
		out, err := cmd.Output()
		require.IsType(t, (*exec.ExitError)(nil), err)
		out = bytes.ReplaceAll(out, []byte("x"), nil)
		models, _, err := read(bytes.NewBuffer(out), p.Atoms.Len())
		require.NoError(t, err)
		require.Equal(t, want, stabletest.Bits(models))
		models, core, err := Solve(context.Background(), p, 1, 1000)
		if stable.Check(p) != nil {
			require.Error(t, err)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, stabletest.Bits(models))
		require.Equal(t, len(want) == 0, len(core) > 0)
	})
}

// Larger programs have the same models here and there.
func TestLarger(t *testing.T) {
	skipWithoutClingo(t)
	rapid.Check(t, func(t *rapid.T) {
		requireEqual(t, stabletest.Programs(20, 40).Filter(func(p *ground.Program) bool { return stable.Check(p) == nil }).
			Draw(t, "program"))
	})
}

// Programs that clingo's own grounder has made have the same models here and there.
func TestGrounded(t *testing.T) {
	skipWithoutClingo(t)
	const text = `
		node(1..4). edge(1,2). edge(2,3). edge(3,1). edge(3,4). edge(4,1). edge(2,4).
		{ in(X,Y) : edge(X,Y) }.
		:- node(X), #count { Y : in(X,Y) } != 1.
		reached(1). reached(Y) :- reached(X), in(X,Y).
		:- node(X), not reached(X).
		{ mark(X) : node(X) }. :- #sum { X,X : mark(X) } < 8.`
	grounder := exec.Command("clingo", "--mode=gringo")
	grounder.Stdin = strings.NewReader(text)
	out, err := grounder.Output()
	require.NoError(t, err)
	p, err := stabletest.ReadAspif(bytes.NewReader(out))
	require.NoError(t, err)
	require.NotZero(t, requireEqual(t, p))
}

// requireEqual compares the models of a program that are found here with those of clingo, and returns their number. Of
// many models it only checks one.
func requireEqual(t require.TestingT, p *ground.Program) int {
	const most = 300
	ours, _, err := stable.Solve(context.Background(), p, 1, most)
	require.NoError(t, err)
	theirs, _, err := Solve(context.Background(), p, 1, most)
	require.NoError(t, err)
	if len(ours) == most || len(theirs) == most {
		require.Equal(t, len(theirs), len(ours))
		forced := *p
		forced.Rules = slices.Clone(p.Rules)
		for a, holds := range ours[0] {
			if holds {
				forced.Rules = append(forced.Rules, ground.Rule{Not: []ground.Atom{ground.Atom(a)}})
			} else {
				forced.Rules = append(forced.Rules, ground.Rule{Pos: []ground.Atom{ground.Atom(a)}})
			}
		}
		theirs, _, err := Solve(context.Background(), &forced, 1, 2)
		require.NoError(t, err)
		require.Equal(t, ours[:1], theirs)
		return most
	}
	sets := func(models [][]bool) []string {
		var out []string
		for _, m := range models {
			out = append(out, fmt.Sprint(m))
		}
		slices.Sort(out)
		return out
	}
	require.Equal(t, sets(theirs), sets(ours))
	return len(ours)
}

// The process ends with the context, and its messages are in the error.
func TestEnds(t *testing.T) {
	skipWithoutClingo(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := Solve(ctx, stabletest.Program(1), 1, 1)
	require.ErrorIs(t, err, context.Canceled)
	_, _, err = read(bytes.NewBufferString("1 2\nSATISFIABLE\n"), 2)
	require.EqualError(t, err, `unexpected line "1 2"`)
}

// FuzzRead reads any output: models have the atoms that were asked for, and a result comes after them or is missing.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", "\nSATISFIABLE\n",
		"0 1\n1\nSATISFIABLE\n", "UNSATISFIABLE", "-1\n", "2\n", "UNKNOWN\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		models, result, err := read(bytes.NewBuffer(text), 2)
		for _, m := range models {
			require.Len(t, m, 2)
		}
		if err == nil && result == "" {
			require.NotContains(t, strings.Split(string(text), "\n"), "SATISFIABLE")
		}
	})
}
