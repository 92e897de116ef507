package sweep_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/sweeptest"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genWorld draws the text of a program of three stages, of which some are ordered, with
// links among them and out of them, and rules that want the same.
func genWorld() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("a : pred. b : pred. c : pred.\n")
		atoms := func(marks string, most int) string {
			out := []string{"()"}
			for range rapid.IntRange(0, most).Draw(t, "atoms") {
				mark := strings.TrimSpace(string(rapid.SampledFrom([]rune(marks)).Draw(t, "mark")))
				out = append(out, mark+rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "atom"))
			}
			return strings.Join(out, " * ")
		}
		stages := []string{"one", "two", "three"}
		for _, s := range stages {
			fmt.Fprintf(&b, "stage %s = {\n", s)
			for range rapid.IntRange(0, 3).Draw(t, "rules") {
				fmt.Fprintf(&b, "  %s * %s -o %s.\n", rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "takes"), atoms("  $!", 1),
					atoms("    !", 1))
			}
			b.WriteString("}\n")
			if rapid.IntRange(0, 2).Draw(t, "ordered") == 0 {
				fmt.Fprintf(&b, "#ordered %s.\n", s)
			}
			for range rapid.IntRange(0, 2).Draw(t, "links") {
				to := rapid.SampledFrom([]string{"stage one * a", "stage two", "stage three", "()"}).Draw(t, "to")
				fmt.Fprintf(&b, "qui * stage %s * %s -o %s.\n", s, atoms("  $", 1), to)
			}
		}
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "a", "b", "!a", "!c"}), 1, 7).Draw(t, "facts")
		fmt.Fprintf(&b, "#trace 15 one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// ledger counts chances and losses the slow way: a run is made again by its record, and
// all transitions of each state are listed.
type ledger struct {
	could  map[*lang.Rule]sweep.Chances
	times  map[[2]*lang.Rule]int
	took   map[[2]*lang.Rule]int
	winner *lang.Rule
	losers []*lang.Rule
}

func newLedger() *ledger {
	return &ledger{could: make(map[*lang.Rule]sweep.Chances), times: make(map[[2]*lang.Rule]int),
		took: make(map[[2]*lang.Rule]int)}
}

// enter replays a run.
func (l *ledger) enter(t require.TestingT, prog *lang.Program, tr *trace.Trace) {
	m, _ := exec.NewMachine(prog, prog.Traces[0], exec.Limits{})
	for i := range tr.Steps {
		counts, total := l.look(t, m)
		next := find(t, m, &tr.Steps[i])
		l.winner, l.losers = next.Rule, nil
		written := make(map[*lang.Rule]int) // transitions of the rules as written
		for rule, n := range counts {
			written[rule.Written] += n
		}
		for rule, n := range counts {
			c, expected := l.could[rule], float64(n)/float64(total)
			if prog.RuleFirst {
				expected = float64(n) / float64(written[rule.Written]) / float64(len(written))
			}
			l.could[rule] = sweep.Chances{States: c.States + 1, Expected: c.Expected + expected}
			if rule != next.Rule {
				l.losers = append(l.losers, rule)
				l.times[[2]*lang.Rule{rule, next.Rule}]++
			}
		}
		_, err := m.Fire(next)
		require.NoError(t, err)
	}
	if tr.End.Why == trace.Quiescent {
		l.look(t, m)
	}
	l.losers = nil
}

// look counts the transitions of a state, and the rules that have none any more.
func (l *ledger) look(t require.TestingT, m *exec.Machine) (counts map[*lang.Rule]int, total int) {
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	counts = make(map[*lang.Rule]int)
	for tr := range e.All() {
		counts[tr.Rule]++
		total++
	}
	for _, rule := range l.losers {
		if counts[rule] == 0 {
			l.took[[2]*lang.Rule{rule, l.winner}]++
		}
	}
	return counts, total
}

// find returns the transition that a step is the firing of.
func find(t require.TestingT, m *exec.Machine, s *trace.Step) exec.Transition {
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	for tr := range e.All() {
		consumes, reads := tr.Takes()
		whole := len(consumes)+len(reads)+1 == len(s.Consumes)+len(s.Reads) // with the stage token
		if tr.Rule.Name == s.Rule && whole && among(consumes, s.Consumes) && among(reads, s.Reads) {
			return tr
		}
	}
	require.FailNow(t, "no such transition", s.String())
	return exec.Transition{}
}

// among reports whether resources are all among those with some ids.
func among(resources []*exec.Resource, ids []trace.ResourceID) bool {
	return !slices.ContainsFunc(resources, func(r *exec.Resource) bool { return !slices.Contains(ids, r.ID) })
}

// What could have fired, and what it lost to, is what a plain look at each state of the
// runs with these seeds finds.
func TestChancesAgainstReplay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genWorld().Draw(rt, "program")
		prog, errs := lang.Load("world.cep", []byte(text))
		require.NotNil(rt, prog, "%v", errs)
		if prog.RuleFirst = rapid.Bool().Draw(rt, "rule first"); prog.RuleFirst {
			for _, stage := range prog.Stages {
				for _, r := range stage.Rules[min(1, len(stage.Rules)):] { // the second and third are often variants of the first
					if rapid.Bool().Draw(rt, "variant") {
						r.Written = stage.Rules[0]
					}
				}
			}
		}
		made, err := sweep.Run(context.Background(), prog, prog.Traces[0],
			sweep.Options{Runs: 4, NoHash: true, Chances: true})
		require.NoError(rt, err)
		all := newLedger()
		for seed := range uint64(4) {
			tr, err := exec.Run(context.Background(), prog, prog.Traces[0], exec.Options{Seed: seed})
			require.NoError(rt, err)
			all.enter(rt, prog, tr)
		}
		for i, rule := range made.Rules {
			could, _ := sweeptest.Could(made.Rows, i)
			require.Equal(rt, all.could[rule].States, could.States, "%s\n%s", rule.Name, text)
			require.InDelta(rt, all.could[rule].Expected, could.Expected, 1e-9, "%s\n%s", rule.Name, text)
			requireLosses(rt, all, made, i)
		}
	})
}

// In a run so long that what was seen is settled in between, and in which rules go on and off
// all the time, the same is found, to the last bit.
func TestLongChancesAgainstReplay(t *testing.T) {
	text := `a : pred. b : pred. c : pred.
stage main = {
  there : a -o b.
  back : b -o a.
  pair : a * a * c -o b * b.
  part : b * b -o a * a * c.
  idle : $c -o ().
}
#trace 40000 main { a, a, a }.`
	prog, errs := lang.Load("long.cep", []byte(text))
	require.NotNil(t, prog, "%v", errs)
	made := run(t, prog, sweep.Options{Runs: 1, NoHash: true, Chances: true})
	tr, err := exec.Run(context.Background(), prog, prog.Traces[0], exec.Options{})
	require.NoError(t, err)
	require.Len(t, tr.Steps, 40000)
	all := newLedger()
	all.enter(t, prog, tr)
	for i, rule := range made.Rules {
		require.Equal(t, all.could[rule], made.Rows[0].Could[i], rule.Name)
		requireLosses(t, all, made, i)
	}
}

func requireLosses(t require.TestingT, all *ledger, made *sweep.Sweep, loser int) {
	times := make(map[*lang.Rule]sweep.Loss)
	last := -1
	for _, l := range made.Losses[loser] {
		times[made.Rules[l.To]] = l
		require.True(t, last < 0 || l.Times <= last, "the most come first")
		last = l.Times
	}
	for _, winner := range made.Rules {
		pair := [2]*lang.Rule{made.Rules[loser], winner}
		require.Equal(t, all.times[pair], times[winner].Times)
		require.Equal(t, all.took[pair], times[winner].Took)
	}
}

// A sweep that counts chances has the runs that it has without, on any number of
// processors.
func TestChancesChangeNothing(t *testing.T) {
	for name, prog := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			bare := run(t, prog, sweep.Options{Runs: 6, Seed: 5})
			one := run(t, prog, sweep.Options{Runs: 6, Seed: 5, Jobs: 1, Chances: true})
			require.Equal(t, one, run(t, prog, sweep.Options{Runs: 6, Seed: 5, Jobs: 8, Chances: true}))
			for i, row := range one.Rows {
				require.Len(t, row.Could, len(one.Rules))
				row.Could, row.Ready = nil, nil
				require.Equal(t, bare.Rows[i], row)
			}
		})
	}
}

// interrupted returns what there is of a sweep of 60 runs that is interrupted after 10.
func interrupted(t *testing.T, prog *lang.Program, o sweep.Options) *sweep.Sweep {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var done atomic.Int64
	o.Runs, o.Jobs = 60, 3
	o.Done = func() {
		if done.Add(1) == 10 {
			cancel()
		}
	}
	made, err := sweep.Run(ctx, prog, prog.Traces[0], o)
	require.NoError(t, err)
	require.Less(t, len(made.Rows), 60)
	return made
}

// Where a sweep is interrupted, what was lost in runs that had not ended does not count.
func TestInterruptedChances(t *testing.T) {
	prog := load(t, "dungeon")
	made := interrupted(t, prog, sweep.Options{NoHash: true, Chances: true})
	for i, rule := range made.Rules {
		times, _ := sweeptest.Firings(made.Rows, i)
		could, _ := sweeptest.Could(made.Rows, i)
		for _, l := range made.Losses[i] {
			could.States -= l.Times
		}
		require.Equal(t, times.Total, could.States, rule.Name)
	}
}

// Whoever reads the records gets that of each run, and may end the sweep.
func TestRead(t *testing.T) {
	prog := load(t, "dungeon")
	read := make(chan *trace.Trace, 10)
	made := run(t, prog, sweep.Options{Runs: 10, NoHash: true, Read: func(tr *trace.Trace) error {
		read <- tr
		return nil
	}})
	close(read)
	steps := 0
	for tr := range read {
		require.NotNil(t, tr.End)
		steps += len(tr.Steps)
	}
	require.Equal(t, sweeptest.Lengths(made.Rows).Total, steps)
	require.Zero(t, made.Rows[0].Hash)

	_, err := sweep.Run(context.Background(), prog, prog.Traces[0],
		sweep.Options{Runs: 10, Read: func(*trace.Trace) error { return context.DeadlineExceeded }})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// TestChancesOfManyRulesTakeLittleRoom: losses take room in proportion to the rules that won, few
// in a short run, and not to all rules.
func TestChancesOfManyRulesTakeLittleRoom(t *testing.T) {
	taken := func(rules int) uint64 {
		prog := parse(t, strings.Replace(ring(rules), "#trace 10000", "#trace 10", 1))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		made := run(t, prog, sweep.Options{Runs: 3, Jobs: 1, NoHash: true, Chances: true})
		runtime.ReadMemStats(&after)
		require.Len(t, made.Rows, 3)
		require.Greater(t, len(made.Losses[0]), 10)
		return after.TotalAlloc - before.TotalAlloc
	}
	require.Less(t, taken(4000), 6*taken(1000))
}
