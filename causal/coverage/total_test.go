package coverage

import (
	"cmp"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/sweeptest"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// island has stages, losses, runs that come to rest, runs that a limit ends, and rules that never fire.
const island = `
coin : pred. ship : pred. storm : pred. gold : pred. map : pred.
stage shore = {
  pay : coin * ship -o ship.
  drop : coin * $storm -o ().
  calm : storm -o ().
  brew : coin -o storm.
  dig : ship * $ship -o gold.
}
qui * stage shore * $ship -o stage sea * coin.
stage sea = {
  sail : coin -o storm.
  sink : $storm * $storm * ship -o ().
  find : $gold * ship -o map.
}
qui * stage sea * $ship -o stage shore * coin * coin.
qui * stage sea * gold -o ().
#trace 40 shore { coin, coin, ship }.
#trace 9 sea { coin, storm, ship }.
`

// planned returns a batch without runs for each start.
func planned(t require.TestingT, runs int) (from []*Batch) {
	prog, errs := lang.Load("island.cep", []byte(island))
	require.False(t, errs.Failed(), "%v", errs)
	for i, start := range prog.Traces {
		o := sweep.Options{Runs: runs, Seed: 1, NoHash: true, Chances: true, Set: func(seed uint64) exec.Options {
			return exec.Options{Seed: seed}
		}}
		from = append(from, Runs(sweep.Made{Options: o, Program: prog, Start: start}, i+1))
	}
	return from
}

// words returns a prose of three variants, one of them about a rule that never fires.
func words() *Prose {
	return &Prose{File: "island.md", Untold: []int{1, 2}, Variants: []Variant{
		{Heading: "pay", At: "island.md:1", Rule: "pay", Conditional: true},
		{Heading: "sea", At: "island.md:3", Place: "sea"},
		{Heading: "find", At: "island.md:5", Rule: "find"},
	}}
}

// subject is the subject of all totals in the tests.
var subject = total.Subject{Report: total.Coverage, Program: "island", Stage: "shore", Seed: 1, Runs: 30,
	Choose: "random"}

// made makes some of the runs from all starts, and returns their total. A function gets the rows of each start.
func made(t require.TestingT, first, runs int, see func(start int, r *sweep.Row)) *Total {
	from := planned(t, runs)
	told := words()
	for i, b := range from {
		o := b.Planned.Options
		o.Seed, o.Runs = uint64(first), runs
		o.Each = func(r *sweep.Row) {
			b.Add(r)
			told.Count([]int{r.Fired[0], r.Fired[5], 0})
			see(i, r)
		}
		all, err := sweep.Run(context.Background(), b.Planned.Program, b.Planned.Start, o)
		require.NoError(t, err)
		b.AddLosses(all.Losses)
	}
	return NewTotal(subject, from, told)
}

func unseen(int, *sweep.Row) {}

func form(t require.TestingT, of *Total) []byte {
	data, err := of.MarshalBinary()
	require.NoError(t, err)
	return data
}

// again returns the total that is read from a form.
func again(t require.TestingT, data []byte) *Total {
	read, err := Decode(data)
	require.NoError(t, err)
	require.Equal(t, data, form(t, read))
	return read
}

// TestLaws checks that parts are merged in any order and grouping to the same bytes as the total of all runs.
func TestLaws(t *testing.T) {
	const runs = 30
	want := form(t, made(t, 1, runs, unseen))
	ones := [][]byte{form(t, made(t, 1, 0, unseen))}
	for i := range runs {
		ones = append(ones, form(t, made(t, 1+i, 1, unseen)))
	}
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 1))
		parts := make([]*Total, 1+random.IntN(6))
		for i := range parts {
			parts[i] = again(t, ones[0])
			if random.IntN(2) == 0 {
				parts[i] = &Total{Subject: subject}
			}
		}
		for _, i := range random.Perm(runs) {
			one := again(t, ones[1+i])
			require.NoError(t, parts[random.IntN(len(parts))].Merge(one))
			require.Equal(t, ones[1+i], form(t, one), "what is merged does not change")
		}
		for len(parts) > 1 {
			last := len(parts) - 1
			before := form(t, parts[last])
			require.NoError(t, parts[random.IntN(last)].Merge(parts[last]))
			require.Equal(t, before, form(t, parts[last]), "what is merged does not change")
			parts = parts[:last]
			random.Shuffle(last, func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		}
		require.Equal(t, want, form(t, parts[0]))
	})
}

// TestCounts compares the counts with counts over all rows.
func TestCounts(t *testing.T) {
	rows := make([]sweep.Rows, 2)
	all := made(t, 1, 30, func(start int, r *sweep.Row) { rows[start] = append(rows[start], r) })
	from := planned(t, 30)
	_, err := all.Fill(from)
	require.NoError(t, err)
	ended := make(map[trace.Why]int)
	for i, b := range from {
		slices.SortFunc(rows[i], func(a, b *sweep.Row) int { return cmp.Compare(a.Seed, b.Seed) })
		for rule := range b.of.rules {
			f := &b.counts.rules[rule]
			fired, runs := sweeptest.Firings(rows[i], rule)
			could, enabling := sweeptest.Could(rows[i], rule)
			ready := 0
			for _, r := range rows[i] {
				if slices.Contains(r.Ready, rule) {
					ready++
				}
			}
			require.Equal(t, []int{fired.Total, runs, could.States, enabling, ready},
				[]int{f.fired, f.runs, f.enabled, f.enabling, f.ready})
			require.InDelta(t, could.Expected, f.expected.Float64(), 1e-9)
			lost := 0
			for _, l := range f.lost {
				lost += l.Times
			}
			require.Equal(t, f.enabled, f.fired+lost, "a rule fires where it is enabled, or another does")
		}
		for at, s := range b.of.stages {
			v := &b.counts.stages[at]
			var entered, runs, rests int
			var states, resting []mergeable.SeedCount
			for _, r := range rows[i] {
				n, leaves, steps := 0, 0, 0
				if b.Planned.Start.Stage == s {
					n++
				}
				for rule, to := range b.of.rules {
					if to.Stage == s {
						steps += r.Fired[rule]
					}
					if link := to.Link(); link != nil && link.To == s {
						n += r.Fired[rule]
					}
					if to.Stage == s && to.Link() != nil {
						leaves += r.Fired[rule]
					}
				}
				entered, runs = entered+n, runs+min(n, 1)
				if r.Why == trace.Quiescent && r.Stage == s.Name {
					rests, leaves, steps = rests+1, leaves+1, steps+1
				}
				states, resting = note(states, r.Seed, steps), note(resting, r.Seed, leaves)
				ended[r.Why]++
			}
			require.Equal(t, []int{entered, runs, rests}, []int{v.times, v.runs, v.rests})
			require.Equal(t, states, v.firstCounts(false).Runs)
			require.Equal(t, resting, v.firstCounts(true).Runs)
		}
	}
	require.Positive(t, ended[trace.Quiescent])
	require.Positive(t, ended[trace.LimitHit])
}

// note adds a run with a number other than 0 to the first 20.
func note(all []mergeable.SeedCount, seed uint64, n int) []mergeable.SeedCount {
	if n > 0 && len(all) < 20 {
		all = append(all, mergeable.SeedCount{Seed: seed, Count: n})
	}
	return all
}

// TestReportOfTotal compares the report of parts that were written and read with the report of the runs themselves.
func TestReportOfTotal(t *testing.T) {
	told := func(from []*Batch, prose *Prose) []string {
		c, err := New(context.Background(), from, Options{Seed: 1, Choose: "random", Prose: prose})
		require.NoError(t, err)
		b := report.Text{All: true}
		c.Print(&b)
		data, err := json.Marshal(c)
		require.NoError(t, err)
		return []string{b.String(), string(data)}
	}
	from := planned(t, 30)
	prose, err := made(t, 1, 30, unseen).Fill(from)
	require.NoError(t, err)
	want := told(from, prose)
	for _, text := range []string{"Never fired:", "looked at", "Prose never told", "from #trace 2"} {
		require.Contains(t, want[0], text)
	}
	all := again(t, form(t, made(t, 19, 12, unseen)))
	for _, first := range []int{8, 1} {
		require.NoError(t, all.Merge(again(t, form(t, made(t, first, 7+first/2, unseen)))))
	}
	from = planned(t, 30)
	prose, err = all.Fill(from)
	require.NoError(t, err)
	require.Equal(t, want, told(from, prose))
}

// TestForeign checks that other runs are refused.
func TestForeign(t *testing.T) {
	all, other := made(t, 1, 2, unseen), made(t, 3, 2, unseen)
	other.Seed = 5
	require.EqualError(t, all.Merge(other), "these are other runs: they have another seed, 5 instead of 1")
	other.Seed, other.prose.File = 1, "draft.md"
	require.EqualError(t, all.Merge(other), "these are other runs: they have other stages, starts or prose")
	from := planned(t, 30)
	_, err := all.Fill(from[:1])
	require.ErrorIs(t, err, errForeign)
	all.names[0] = "elsewhere"
	_, err = all.Fill(from)
	require.ErrorIs(t, err, errForeign)
	all.names[0] = from[0].Name
	_, err = all.Fill(from)
	require.NoError(t, err)
	all.prose.Untold[1] = 99
	_, err = all.Fill(from)
	require.ErrorIs(t, err, errForeign)
}

// TestImpossibleCounts checks that counts that no runs have are refused.
func TestImpossibleCounts(t *testing.T) {
	read := func(change func(f *firings)) error {
		f := firings{fired: 2, runs: 1, enabled: 4, enabling: 2,
			lost: []sweep.Loss{{To: 0, Times: 1, Took: 1}, {To: 1, Times: 1}}}
		change(&f)
		r := mergeable.NewReader((&Counts{rules: []firings{f, {}}}).Append(nil))
		new(Counts).Read(r)
		return r.Close()
	}
	require.NoError(t, read(func(*firings) {}))
	for i, change := range []func(*firings){
		func(f *firings) { f.runs = 3 },
		func(f *firings) { f.enabling = 5 },
		func(f *firings) { f.enabled, f.enabling = 1, 1 },
		func(f *firings) { f.lost[1].To = 2 },
		func(f *firings) { f.lost[1].To = 0 },
		func(f *firings) { f.lost[1].Times = 0 },
		func(f *firings) { f.lost[0].Took = 2 },
	} {
		require.ErrorIs(t, read(change), mergeable.ErrDamaged, "%d", i)
	}
}

// FuzzDecode checks that only canonical forms are read, and that each total that is read has a report.
func FuzzDecode(f *testing.F) {
	whole := form(f, made(f, 1, 30, unseen))
	f.Add(whole)
	f.Add(form(f, made(f, 1, 0, unseen)))
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		damaged := slices.Clone(whole)
		damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
		f.Add(damaged)
		f.Add(whole[:random.IntN(len(whole))])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := Decode(data)
		if err != nil {
			require.ErrorIs(t, err, mergeable.ErrDamaged)
			return
		}
		require.Equal(t, data, form(t, all))
		from := planned(t, 30)
		prose, err := all.Fill(from)
		if err != nil {
			require.ErrorIs(t, err, errForeign)
			return
		}
		c, err := New(context.Background(), from, Options{Prose: prose})
		require.NoError(t, err)
		c.Print(new(report.Text))
	})
}
