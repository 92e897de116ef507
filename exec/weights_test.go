package exec

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Weights are what adding up tells, whatever they were before.
func TestWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "rules")
		w, counts := newWeights(n), make([]int, n)
		for range rapid.IntRange(0, 60).Draw(t, "changes") {
			if rapid.IntRange(0, 20).Draw(t, "clear") == 0 {
				w.clear()
				clear(counts)
			}
			rule := rapid.IntRange(0, n-1).Draw(t, "rule")
			counts[rule] = rapid.IntRange(0, 3).Draw(t, "count")
			require.True(t, w.set(rule, counts[rule]))
		}
		require.Equal(t, counts, w.counts)
		total := 0
		for rule, count := range counts {
			for of := range count {
				at, left := w.find(total)
				require.Equal(t, [2]int{rule, of}, [2]int{at, left})
				total++
			}
		}
		require.Equal(t, total, w.total)
	})
}

// What might lead to a sum that is too large is refused.
func TestWeightsTooLarge(t *testing.T) {
	w := newWeights(3)
	require.True(t, w.set(0, math.MaxInt/3))
	require.False(t, w.set(1, math.MaxInt/3+1))
	require.Equal(t, math.MaxInt/3, w.total)
}

var stageText = regexp.MustCompile(`(?s)\bstage \S+ (= )?\{.*?\}`)

// padded returns the text of a program each stage of which has so many rules more that its
// transitions are counted where they have changed. None of them ever applies.
func padded(text string) string {
	rules := strings.Repeat("\n$padding -o ().", manyRules)
	return "padding : pred.\n" + stageText.ReplaceAllStringFunc(text, func(stage string) string {
		return strings.TrimSuffix(stage, "}") + rules + "\n}"
	})
}

// requirePadded requires that a program runs as it does with rules that never apply.
func requirePadded(t require.TestingT, text string) {
	for trace := range load(t, text).Traces {
		for seed := range uint64(4) {
			requireSameSteps(t, text, padded(text), trace, Options{Seed: seed, Limits: Limits{Steps: 300, MatchSteps: 20_000}})
		}
	}
}

// requireSameSteps requires that two programs run the same way from one of their traces.
func requireSameSteps(t require.TestingT, one, other string, start int, o Options) {
	var runs [2]*trace.Trace
	for i, text := range []string{one, other} {
		p := load(t, text)
		require.Len(t, p.Stages[0].Rules, len(load(t, one).Stages[0].Rules)+i*manyRules)
		o.Host = Silent(p)
		runs[i], _ = Run(context.Background(), p, p.Traces[start], o) // an error is in the record
	}
	require.Equal(t, runs[0].Steps, runs[1].Steps)
	require.Equal(t, runs[0].Resources, runs[1].Resources)
	require.Equal(t, runs[0].End, runs[1].End)
}

// Programs run the same way whether transitions are counted anew in each state, or where they
// have changed.
func TestManyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		requirePadded(t, rapid.OneOf(genProgram(), genRich(), genPairs(), genLasting(), genCalculating()).Draw(t, "program"))
	})
}

// What a stage asks for is kept as long, whichever way it is counted: else matches are found
// anew at other times, and drawn in another order.
func TestKeptAsLong(t *testing.T) {
	requirePadded(t, `n : type. #builtin NAT n. p n : pred. q n n : pred. v n : pred. g : pred. r : pred.
		stage one = {
			p X -o g * q 0 1 * v 2.
			p X * p Y * X < Y * q X Y * $p X -o ().
			p X * Y == (X + 1) mod 3 * $q Y _ * q X X -o ().
		}
		stage two = {
			p X -o g * q 0 1 * v 2.
			$q 0 1 * q X Y -o q Y ((X + 1) mod 3).
			v N * $v M * N <> M -o ().
		}
		qui * stage one -o stage two * p 0 * q 1 2.
		qui * stage two -o stage one * r * q 0 0 * v 0.
		#trace _ one { p 2, !q 2 1, p 4294967296, p 0, p 1, p 1 }.`)
}

func TestManyRulesOfExamples(t *testing.T) {
	files, err := filepath.Glob("../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if stageText.Match(text) {
			t.Run(filepath.Base(file), func(t *testing.T) { requirePadded(t, string(text)) })
		}
	}
}

// A rule whose ties have to be matched like everything else is counted anew, whoever found out.
func TestMergedWhileFollowed(t *testing.T) {
	p := load(t, padded(`n : type. #builtin NAT n. a n : pred. b n : pred. go : pred.
		stage s = { r : a N * b M * N < M -o (). grow : go -o b 5000000. }
		qui * stage s * $go -o stage s.
		#trace _ s { a 5, b 7, go }.`))
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	for tr := range e.All() {
		if tr.Rule.Name == "grow" {
			_, err = m.Fire(tr)
			require.NoError(t, err)
			break
		}
	}
	_, ok, err := m.Before(context.Background(), &p.Stages[0].Links[0].Rule)
	require.NoError(t, err)
	require.True(t, ok)
	e, err = m.Enabled(context.Background())
	require.NoError(t, err)
	require.Equal(t, 2, e.Len())
	require.Len(t, listed(e), 2)
}

// Of several rules that cannot be matched, the first is named, and sensors are not asked for
// those after it.
func TestFirstErrorOfMany(t *testing.T) {
	huge := " * p N -o p (N" + strings.Repeat(" * N", 20) + ")"
	text := `n : type. #builtin NAT n. p n : pred. t1 : pred. t2 : pred. go : pred. heard : sense. #sensor heard EAR.
		stage s = { r1 : t1` + huge + `. ask : $t2 * heard -o (). r2 : t2` + huge + `. begin : go -o t2 * t1. }
		#trace _ s { go, p ` + strings.Repeat("9", 4900) + ` }.`
	for _, text := range []string{text, padded(text)} {
		_, err := runText(t, text,
			Options{Host: Host{Sensors: map[string]Sensor{"EAR": func(context.Context, *lang.Pred) ([]lang.Fact, error) {
				t.Error("asked")
				return nil, nil
			}}}})
		require.ErrorContains(t, err, "r1: ")
	}
}

// A resource that becomes permanent changes what a group weighs, though each fact has as many.
func TestGroupWithMorePermanent(t *testing.T) {
	p := load(t, padded(`t : type. a : t. b : t. c : t. p t : pred. q t t : pred.
		stage s = { r : p X * p Y * p Z -o (). turn : q X Y * p X -o !p X. }
		#trace _ s { !p a, p a, p b, q b a, q b b, q b c }.`))
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	for range 2 {
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		require.Len(t, enabledInLoops(t, m), e.Len())
		for x := range e.All() {
			if x.Rule.Name == "turn" {
				_, err = m.Fire(x)
				require.NoError(t, err)
				break
			}
		}
	}
}

// What was enabled before a firing cannot be looked up after it.
func TestEnabledOfMuchIsGone(t *testing.T) {
	p := load(t, padded(`a : pred. stage s = { r : a -o (). } #trace _ s { a, a }.`))
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	_, err = m.Fire(e.At(0))
	require.NoError(t, err)
	_, err = m.Enabled(context.Background())
	require.NoError(t, err)
	require.PanicsWithValue(t, errFired, func() { e.At(1) })
}
