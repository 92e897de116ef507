package sweep_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/sweeptest"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// idle returns the rules that were never enabled.
func idle(s *sweep.Sweep) (rules []int) {
	for i := range s.Rules {
		if could, _ := sweeptest.Could(s.Rows, i); could.States == 0 {
			rules = append(rules, i)
		}
	}
	return rules
}

// visited returns a sweep from the first trace of a program, with the visits of its rows.
func visited(prog *lang.Program, made *sweep.Sweep, o sweep.Options) []sweep.Visited {
	return []sweep.Visited{{
		Made: sweep.Made{Options: o, Program: prog, Start: prog.Traces[0]},
		First: func(at sweep.Place) (first []mergeable.SeedCount) {
			for _, r := range made.Rows {
				if n := r.Visits(made.Rules)[at]; n > 0 {
					first = append(first, mergeable.SeedCount{Seed: r.Seed, Count: n})
				}
			}
			return first
		},
	}}
}

// missing counts what rules lack in all states of a run, made again by its record, as text.
func missing(t require.TestingT, prog *lang.Program, tr *trace.Trace, counts map[string]int) {
	m, _ := exec.NewMachine(prog, prog.Traces[0], exec.Limits{})
	for i := range tr.Steps {
		lackNow(t, prog, m, counts)
		_, err := m.Fire(find(t, m, &tr.Steps[i]))
		require.NoError(t, err)
	}
	if tr.End.Why == trace.Quiescent {
		lackNow(t, prog, m, counts)
	}
}

func lackNow(t require.TestingT, prog *lang.Program, m *exec.Machine, counts map[string]int) {
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	atRest := e.Len() == 0 || e.At(0).Link != nil
	for _, r := range prog.Rules() {
		if r.Stage != m.Stage() || r.Link() != nil && !atRest {
			continue
		}
		miss, err := m.Miss(context.Background(), r, nil, nil)
		require.NoError(t, err)
		var short [][]int
		for _, s := range miss.Short {
			short = append(short, s.Premises)
		}
		counts[lackKey(r, short, miss.Apart, miss.Fails, miss.NoResult)]++
	}
}

// lackKey is what a rule lacks, as text.
func lackKey(r *lang.Rule, short [][]int, apart []lang.Variable, fails []int, noResult bool) string {
	return fmt.Sprintf("%s: %v %v %v %v", r.Name, short, apart, fails, noResult)
}

// Where there are few states, what rules lacked is counted in all of them.
func TestAbsencesAgainstReplay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genWorld().Draw(rt, "program")
		prog, errs := lang.Load("world.cep", []byte(text))
		require.NotNil(rt, prog, "%v", errs)
		o := sweep.Options{Runs: 3, NoHash: true, Chances: true}
		made, err := sweep.Run(context.Background(), prog, prog.Traces[0], o)
		require.NoError(rt, err)
		want := make(map[string]int)
		for seed := range uint64(3) {
			tr, err := exec.Run(context.Background(), prog, prog.Traces[0], exec.Options{Seed: seed})
			require.NoError(rt, err)
			missing(rt, prog, tr, want)
		}
		got, err := sweep.Absences(context.Background(),
			visited(prog, made, o), idle(made))
		require.NoError(rt, err)
		for _, i := range idle(made) {
			all, last := 0, -1
			for _, l := range got[i].Lacks {
				var short [][]int
				for _, s := range l.Short {
					short = append(short, s.Premises)
				}
				require.Equal(rt, want[lackKey(made.Rules[i], short, l.Apart, l.Fails, l.NoResult)], l.States, text)
				require.True(rt, last < 0 || l.States <= last, "the most come first")
				all, last = all+l.States, l.States
			}
			require.Equal(rt, all, got[i].States)
			for key, n := range want {
				if strings.HasPrefix(key, made.Rules[i].Name+": ") {
					all -= n
				}
			}
			require.Zero(rt, all, "%s\n%s", made.Rules[i].Name, text)
		}
	})
}

// Of long runs, and of many, it looks at some states, the same on any number of processors.
func TestAbsencesAreSampled(t *testing.T) {
	prog := parse(t, `
a : pred. b : pred. c : pred. d : pred.
stage go = {
  on : a -o a.
  never : $b * $c * $d -o ().
}
#trace 1000 go { a, b, d }.`)
	for _, runs := range []int{1, 7, 60} {
		var last map[int]sweep.Absence
		for _, jobs := range []int{1, 8} {
			o := sweep.Options{Runs: runs, Jobs: jobs, NoHash: true}
			made, err := sweep.Run(context.Background(), prog, prog.Traces[0], o)
			require.NoError(t, err)
			got, err := sweep.Absences(context.Background(),
				visited(prog, made, o), []int{1})
			require.NoError(t, err)
			require.InDelta(t, 200, got[1].States, 20, "of %d runs", runs)
			require.Equal(t, []sweep.Lack{{Short: []sweep.Short{{Premises: []int{1}}}, States: got[1].States}}, got[1].Lacks)
			require.True(t, last == nil || fmt.Sprint(last) == fmt.Sprint(got))
			last = got
		}
	}
}

// Of facts of which there are too few it is known how many there were.
func TestAbsencesCount(t *testing.T) {
	prog := parse(t, `
seat : pred.
stage go = {
  leave : seat -o ().
  full : seat * seat * seat -o ().
}
#trace _ go { seat, seat }.`)
	o := sweep.Options{Runs: 1, NoHash: true}
	made, err := sweep.Run(context.Background(), prog, prog.Traces[0], o)
	require.NoError(t, err)
	got, err := sweep.Absences(context.Background(),
		visited(prog, made, o), []int{1})
	require.NoError(t, err)
	require.Equal(t, []sweep.Lack{{Short: []sweep.Short{{Premises: []int{0, 1, 2}, Least: 0, Most: 2}}, States: 3}},
		got[1].Lacks)
}

// A rule that is enabled where a limit ends the run is known.
func TestReadyWhereALimitEnds(t *testing.T) {
	prog := parse(t, "a : pred. b : pred. stage go = { x : a -o b. y : b -o a. } #trace 1 go { a }.")
	made, err := sweep.Run(context.Background(), prog, prog.Traces[0], sweep.Options{Runs: 1, NoHash: true, Chances: true})
	require.NoError(t, err)
	require.Zero(t, made.Rows[0].Could[1].States)
	require.Equal(t, []int{1}, made.Rows[0].Ready)
}

// Rules that ask sensors are not looked at, and an interrupt is an error.
func TestAbsencesWithoutAnswers(t *testing.T) {
	prog := parse(t, `
a : pred. hear string : sense.
#sensor hear LINE.
stage go = {
  on : a -o a.
  heard : hear S * a -o ().
}
#trace 9 go { a }.`)
	o := sweep.Options{Runs: 1, Set: func(seed uint64) exec.Options {
		return exec.Options{Seed: seed, Host: exec.Silent(prog)}
	}}
	made, err := sweep.Run(context.Background(), prog, prog.Traces[0], o)
	require.NoError(t, err)
	of := visited(prog, made, o)
	got, err := sweep.Absences(context.Background(), of, []int{1})
	require.NoError(t, err)
	require.Empty(t, got)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = sweep.Absences(ctx, of, []int{0})
	require.ErrorIs(t, err, context.Canceled)
}

// A sweep whose rows are handed on keeps none, and counts the same losses.
func TestEach(t *testing.T) {
	prog := load(t, "dungeon")
	whole := run(t, prog, sweep.Options{Runs: 10, Chances: true})
	var rows sweep.Rows
	handed := run(t, prog, sweep.Options{Runs: 10, Chances: true, Each: func(r *sweep.Row) { rows = append(rows, r) }})
	require.Nil(t, handed.Rows)
	slices.SortFunc(rows, func(a, b *sweep.Row) int { return cmp.Compare(a.Seed, b.Seed) })
	handed.Rows = rows
	require.Equal(t, whole, handed)
	require.NotEmpty(t, slices.Concat(whole.Losses...))
}
