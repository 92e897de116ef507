package metric

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"sync"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// world is a program of people who talk, pay and die; several events are concurrent in most runs.
const world = `
nat : type.  #builtin NAT nat.
person : type.  ann : person.  bob : person.  cyd : person.
free person : pred.  coin person nat : pred.  dead person : pred.  done : pred.
stage play = {
  talk : $free A * free B * A <> B -o free B.
  pay  : coin A (N + 1) * coin B M * A <> B -o coin A N * coin B (M + 1).
  die  : free A * coin A N -o dead A.
  rest : $free A -o ().
}
over : qui * stage play * dead A * dead B -o done.
#trace STEPS play { free ann, free bob, free cyd, coin ann 2, coin bob 0, coin cyd 1 }.
`

func worldOf(t require.TestingT, steps int) *lang.Program {
	prog, errs := lang.Load("world.cep", []byte(strings.Replace(world, "STEPS", fmt.Sprint(steps), 1)))
	require.Empty(t, errs)
	return prog
}

// people are the characters of the world.
var people = causal.Cast{Type: "person", Names: []string{"ann", "bob", "cyd"}}

// measured makes runs and measures them, and returns them with the traces by seed.
func measured(t require.TestingT, prog *lang.Program, seed uint64, runs int, texts ...string) (
	*sweep.Sweep, map[uint64]*trace.Trace) {
	m := NewMeter(prog)
	m.Cast, m.Scenes = people, func(g *causal.Graph, _ causal.Cast) int { return g.Len() / 2 }
	for _, text := range texts {
		_, err := m.Parse(text)
		require.NoError(t, err)
	}
	o := m.Options(sweep.Options{Seed: seed, Runs: runs})
	traces, read, lock := make(map[uint64]*trace.Trace), o.Read, sync.Mutex{}
	o.Read = func(t *trace.Trace) error {
		lock.Lock()
		traces[t.Run.Seed] = t
		lock.Unlock()
		if read == nil {
			return nil
		}
		return read(t)
	}
	made, err := sweep.Run(context.Background(), prog, prog.Traces[0], o)
	require.NoError(t, err)
	m.Measure(made.Rows)
	return made, traces
}

// Metrics are what plain recomputation from the traces says.
func TestAgainstRecomputation(t *testing.T) {
	texts := []string{
		"steps", "depth", "width", "concurrency", "scenes", "cast", "meetings", "rules", "share", "entropy", "surprise",
		"count dead", "sum 'coin _ N'", "max \"coin _ N\"", "min coin", "fired pay", "count 'dead A, dead B'",
	}
	rapid.Check(t, func(t *rapid.T) {
		prog := worldOf(t, rapid.IntRange(1, 12).Draw(t, "steps"))
		made, traces := measured(t, prog, rapid.Uint64Range(1, 1000).Draw(t, "seed"), 4, texts...)
		all, total := make(map[string]float64), 0.0
		for _, run := range traces {
			for i := range run.Steps {
				all[run.Steps[i].Rule]++
				total++
			}
		}
		for _, row := range made.Rows {
			want := recomputed(traces[row.Seed], all, total, len(made.Rules))
			require.Len(t, row.Values, len(texts))
			for k, text := range texts {
				if math.IsNaN(want[k]) {
					require.True(t, math.IsNaN(row.Values[k]), text)
					continue
				}
				require.InDelta(t, want[k], row.Values[k], 1e-9, "%s of seed %d", text, row.Seed)
			}
		}
	})
}

// recomputed returns the values of the expressions of the test, read off a trace.
func recomputed(run *trace.Trace, all map[string]float64, total float64, rules int) []float64 {
	n := len(run.Steps)
	before := causesOf(run)
	depth, longest := make([]int, n), 0
	for e := range n {
		depth[e] = 1
		for c := range e {
			if before[e]&(1<<c) != 0 {
				depth[e] = max(depth[e], depth[c]+1)
			}
		}
		longest = max(longest, depth[e])
	}
	fired, surprise := make(map[string]float64), 0.0
	acting, meetings := make(map[string]bool), 0
	for i := range run.Steps {
		s := &run.Steps[i]
		fired[s.Rule]++
		surprise -= math.Log2(all[s.Rule] / total)
		who := make(map[string]bool)
		for _, name := range people.Names {
			if strings.Contains(mentions(run, s), name) {
				who[name], acting[name] = true, true
			}
		}
		if len(who) > 1 {
			meetings++
		}
	}
	entropy := 0.0
	for _, times := range fired {
		entropy -= times / float64(n) * math.Log2(times/float64(n))
	}
	dead, sum, least, greatest := 0.0, 0.0, math.NaN(), math.NaN()
	for _, r := range run.Final() {
		switch r.Pred {
		case "dead":
			dead++
		case "coin":
			var v float64
			_, _ = fmt.Sscan(r.Args[1].String(), &v)
			sum += v
			if !(least <= v) {
				least = v
			}
			if !(greatest >= v) {
				greatest = v
			}
		}
	}
	if n == 0 {
		entropy, surprise = math.NaN(), math.NaN()
	}
	return []float64{
		float64(n), float64(longest), float64(antichain(before)), float64(n) / float64(longest), float64(n / 2),
		float64(len(acting)), float64(meetings), float64(len(fired)), float64(len(fired)) / float64(rules), entropy,
		surprise / float64(n), dead, sum, greatest, least, fired["pay"], dead * (dead - 1) / 2,
	}
}

// causesOf returns the direct causes of each step, as sets of bits.
func causesOf(run *trace.Trace) []uint64 {
	before := make([]uint64, len(run.Steps))
	for i := range run.Steps {
		s := &run.Steps[i]
		for _, id := range append(append([]trace.ResourceID{}, s.Consumes...), s.Reads...) {
			for j := range i {
				for _, made := range run.Steps[j].Produces {
					if made == id {
						before[i] |= 1 << j
					}
				}
			}
		}
		for _, id := range s.Consumes {
			for j := range i {
				for _, read := range run.Steps[j].Reads {
					if read == id {
						before[i] |= 1 << j
					}
				}
			}
		}
	}
	return before
}

// antichain returns the size of the largest set of steps none of which leads to another, by trying
// all sets.
func antichain(direct []uint64) (most int) {
	n := len(direct)
	past := make([]uint64, n)
	for e := range n {
		past[e] = direct[e]
		for c := range e {
			if direct[e]&(1<<c) != 0 {
				past[e] |= past[c]
			}
		}
	}
	for set := range uint64(1) << n {
		apart := true
		for e := range n {
			apart = apart && (set&(1<<e) == 0 || past[e]&set == 0)
		}
		if apart {
			most = max(most, bits.OnesCount64(set))
		}
	}
	return most
}

// mentions returns the arguments of a step and the facts that it touches, as text.
func mentions(run *trace.Trace, s *trace.Step) string {
	text := fmt.Sprint(s.Args)
	for _, ids := range [][]trace.ResourceID{s.Consumes, s.Reads, s.Produces} {
		for _, id := range ids {
			text += run.Resources[id-1].String()
		}
	}
	return text
}

// Of any trace the depth is the length of the longest chain of causes, and the width the size of the
// largest set of concurrent steps.
func TestShapesOfRandomTraces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := causaltest.Random(t)
		run.Run = &trace.Run{Seed: 7}
		m := NewMeter(nil)
		m.needs = needs{depth: true, width: true}
		require.NoError(t, m.read(run))
		before := causesOf(run)
		longest, depth := 0, make([]int, len(before))
		for e := range before {
			depth[e] = 1
			for c := range e {
				if before[e]&(1<<c) != 0 {
					depth[e] = max(depth[e], depth[c]+1)
				}
			}
			longest = max(longest, depth[e])
		}
		require.Equal(t, shape{depth: longest, width: antichain(before)}, m.shapes[7])
	})
}

// Expressions are calculated as written on paper.
func TestArithmetic(t *testing.T) {
	made, _ := measured(t, worldOf(t, 9), 5, 3, "1 + 2 * 3 - 4 / 2", "(1 + 2) * -3", "10 - 4 - 3", "8 / 4 / 2",
		"fired talk + fired pay - ( count dead ) * 2", "1 / 0", "ending", "2.5*steps")
	for _, row := range made.Rows {
		require.Equal(t, []float64{5, -9, 3, 1, float64(row.Fired[0] + row.Fired[1] - 2*row.Facts[0].Copies)}, row.Values[:5])
		require.True(t, math.IsNaN(row.Values[5]))
		require.True(t, math.IsNaN(row.Values[6]))
		require.Equal(t, 2.5*float64(row.Steps), row.Values[7])
	}
}

// Errors say where in the text something is wrong, and what may have been meant.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `"", column 1: want a number or the name of a metric; there are steps, `,
		"stepz":                  `"stepz", column 1: there is no metric stepz; did you mean steps?`,
		"1 + widht":              `column 5: there is no metric widht; did you mean width?`,
		"steps steps":            `column 7: want +, -, * or /, but not "steps"`,
		"(steps":                 `column 1: the parenthesis is not closed`,
		"1..2":                   `column 1: 1..2 is no number`,
		"count":                  `column 6: count needs facts: count 'dead _'`,
		"fired":                  `column 6: fired needs a rule: fired do/slay`,
		"count 'dead _":          `column 7: the quotation mark is not closed`,
		"count 'dad _'":          `column 8: no state has a fact of dad; did you mean dead?`,
		"1 - count dad":          `column 11: no state has a fact of dad; did you mean dead?`,
		"fired pax":              `column 7: there is no rule pax; did you mean pay?`,
		"fired dead":             `column 7: dead is a fact, not a rule; count dead counts it at the end`,
		"dead":                   `column 1: there is no metric dead; for the facts of that name, say count dead`,
		"pay * 2":                `column 1: there is no metric pay; for the rule of that name, say fired pay`,
		"ending + 1":             `column 1: ending is a name and no number, so it stands alone`,
		"max dead":               `column 5: max wants an open number, and there is none in dead`,
		"sum 'coin ann 2'":       `column 6: sum wants an open number, and there is none in coin ann 2`,
		"sum 'coin A, coin B'":   `column 6: sum wants the numbers of one fact, not of coin A, coin B together`,
		"é + $":                  `column 1: there is no metric é`,
		"steps + $":              `column 9: want a number or the name of a metric, but not "$"`,
		strings.Repeat("(", 2e5): "too many parentheses",
	} {
		_, err := NewMeter(worldOf(t, 1)).Parse(text)
		require.ErrorContains(t, err, want)
	}
}

// Any text gives an expression or an error.
func TestAnyText(t *testing.T) {
	prog := worldOf(t, 1)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.SampledFrom(
			[]string{"steps", "count", "'dead _'", "fired", "pay", "(", ")", "+", "-", "*", "/", " ", "2", "'", "\""})))
		text := strings.Join(words.Draw(t, "words"), "")
		e, err := NewMeter(prog).Parse(text)
		require.Equal(t, e == nil, err != nil)
	})
}

// Traces are read only where the causal order is asked for.
func TestNeeds(t *testing.T) {
	m := NewMeter(worldOf(t, 1))
	_, err := m.Parse("steps + entropy")
	require.NoError(t, err)
	require.Nil(t, m.Options(sweep.Options{}).Read)
	_, err = m.Parse("meetings")
	require.NoError(t, err)
	require.True(t, m.NeedsCast())
	require.NotNil(t, m.Options(sweep.Options{}).Read)
	require.False(t, m.NeedsAll())
	_, err = m.Parse("1 - surprise / steps")
	require.NoError(t, err)
	require.True(t, m.NeedsAll())
	_, err = m.Parse(" ending ")
	require.NoError(t, err)
	require.Equal(t, []total.Metric{{Text: "steps + entropy"}, {Text: "meetings"}, {Text: "1 - surprise / steps"},
		{Text: "ending", Names: true}}, m.Metrics())
}
