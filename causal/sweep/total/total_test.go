package total

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/sweeptest"
	"github.com/ceptre-graph/ceptre/exec/solution"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

var subject = Subject{
	Report: Sweep, Version: "1", Program: "dice", SHA256: "0123456789abcdef", Stage: "day", Seed: 7, Runs: 1000,
	Choose: "random", Rules: []Rule{{"roll", "day"}, {"rest", "night"}}, Statements: []string{"safe", "sound"},
	Facts: []Tally{{"coin _", 0}, {"won", -1}}, By: []int{1, 0}, Hashed: true, Goal: true,
}

// someRows draws rows of the subject, whose seeds may be the same.
var someRows = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *sweep.Row {
	r := &sweep.Row{
		Seed:  rapid.Uint64Range(7, 90).Draw(t, "seed"),
		Steps: rapid.IntRange(0, 5).Draw(t, "steps"),
		Ending: sweep.Ending{
			Why:      rapid.SampledFrom([]trace.Why{trace.Quiescent, trace.LimitHit, trace.Failed}).Draw(t, "why"),
			Stage:    rapid.SampledFrom([]string{"", "day", "night"}).Draw(t, "stage"),
			Violates: rapid.SampledFrom([]string{"", "", "safe", "sound"}).Draw(t, "violates"),
		},
		Message: rapid.SampledFrom([]string{"", "", "too deep", "too wide"}).Draw(t, "message"),
		Fired:   rapid.SliceOfN(rapid.IntRange(0, 2), 2, 2).Draw(t, "fired"),
		Final:   sweep.State{rapid.ByteRange(0, 3).Draw(t, "final")},
	}
	r.Hash.Bytes[0] = rapid.ByteRange(0, 9).Draw(t, "hash")
	r.Hash.Exact = r.Hash.Bytes[0] > 0
	if r.Message != "" {
		r.Err = fmt.Errorf("at %d: %s", r.Seed, r.Message)
	}
	for range 2 {
		numbers := rapid.SliceOfN(rapid.IntRange(-2, 9), 0, 3).Draw(t, "numbers")
		r.Facts = append(r.Facts, sweep.Found{Copies: len(numbers), Numbers: numbers})
		var levels []sweep.Level
		for i, n := range numbers {
			levels = append(levels, sweep.Level{Fact: fmt.Sprintf("coin %c _", 'a'+i), N: n})
		}
		r.Levels = append(r.Levels, levels)
	}
	if how := rapid.IntRange(0, 3).Draw(t, "goal"); how > 0 {
		fact := trace.Fact{Pred: rapid.SampledFrom([]string{"hat", "cat"}).Draw(t, "lacking")}
		r.Solution = &solution.Result{Solved: how == 1, Cut: how == 2}
		if how > 1 {
			r.Solution.Left = []solution.Left{{Fact: fact, Copies: how}}
			r.Solution.Unmet = []solution.Unmet{{Fact: fact}, {Fact: fact}, {Fact: fact, Permanent: how == 3}}
		}
	}
	return r
}), 1, 40)

// of returns the total of some rows.
func of(rows sweep.Rows) *Total {
	t := New(subject)
	for _, r := range rows {
		t.Add(r)
	}
	return t
}

func formOf(t require.TestingT, of *Total) []byte {
	b, err := of.MarshalBinary()
	require.NoError(t, err)
	return b
}

// TestMerge checks that the form of a total does not depend on the order and grouping in which it came to be.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := someRows.Draw(t, "rows")
		whole := of(rows)
		parts := make([]*Total, rapid.IntRange(1, 7).Draw(t, "parts"))
		for i := range parts {
			parts[i] = New(subject)
		}
		for _, r := range rapid.Permutation(rows).Draw(t, "order") {
			parts[rapid.IntRange(0, len(parts)-1).Draw(t, "part")].Add(r)
		}
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-2).Draw(t, "merged")
			read, err := Decode(formOf(t, parts[i]))
			require.NoError(t, err)
			require.NoError(t, read.Merge(parts[i+1]))
			parts = slices.Replace(parts, i, i+2, read)
		}
		require.Equal(t, formOf(t, whole), formOf(t, parts[0]))
	})
}

// TestTotal compares a total with statistics of all rows.
func TestTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := sweep.Rows(someRows.Draw(t, "rows"))
		got := of(rows)
		slices.SortStableFunc(rows, func(a, b *sweep.Row) int { return int(a.Seed) - int(b.Seed) })
		requireEnds(t, rows, &got.Ends)
		for i := range subject.Rules {
			spread, runs := sweeptest.Firings(rows, i)
			require.Equal(t, spread, got.Rules[i].Spread())
			require.Equal(t, runs, got.Rules[i].NotZero())
		}
		for i, label := range subject.Statements {
			require.Equal(t, firstOf(rows, func(r *sweep.Row) bool { return r.Violates == label }), got.Statements[i])
		}
		for i := range subject.Facts {
			spread, runs := sweeptest.Copies(rows, i)
			require.Equal(t, spread, got.Facts[i].Copies.Spread())
			require.Equal(t, runs, got.Facts[i].Copies.NotZero())
			require.Equal(t, sweeptest.Numbers(rows, i), got.Facts[i].Numbers.Spread())
			levels := sweeptest.Levels(rows, i)
			require.Len(t, got.Facts[i].EachLevel(), len(levels))
			for k, l := range got.Facts[i].EachLevel() {
				require.Equal(t, levels[k], sweeptest.LevelSpread(l))
			}
		}
		requireDistinct(t, sweeptest.Finals(rows), &got.Finals)
		requireDistinct(t, sweeptest.Hashes(rows), &got.Hashes)
		require.Equal(t, firstOf(rows, func(r *sweep.Row) bool { return !r.Hash.Exact }).Runs, got.Inexact)
		parts, whole, seeds := got.Parts()
		require.True(t, whole && seeds)
		want := sweeptest.Split(rows, subject.By)
		require.Len(t, parts, len(want))
		for i, p := range want {
			require.Equal(t, p.Times, parts[i].Times)
			requireEnds(t, p.Rows, parts[i].Ends)
			var seeds []uint64
			for _, r := range p.Rows {
				seeds = append(seeds, r.Seed)
			}
			require.Equal(t, seeds, parts[i].Seeds)
		}
		first, last := got.First()
		require.Len(t, first, min(len(rows), MostListed))
		for i, r := range append(first, last) {
			require.Equal(t, rows[min(i, len(rows)-1)].Seed, r.Seed, "%d", i)
			if i == len(first)-1 {
				rows = rows[len(rows)-1:]
			}
		}
	})
}

// firstOf returns the first of the runs with a property.
func firstOf(rows sweep.Rows, is func(*sweep.Row) bool) (f mergeable.First) {
	for _, r := range rows {
		if is(r) {
			if f.Runs++; f.Runs <= mergeable.MostFirst {
				f.Seeds = append(f.Seeds, r.Seed)
			}
		}
	}
	return f
}

// requireEnds compares ends with the ends of rows. Ends with the same number of runs and the same first seed may be in
// another order.
func requireEnds(t require.TestingT, rows sweep.Rows, got *Ends) {
	var want []End
	for _, g := range sweeptest.Ends(rows) {
		want = append(want, End{g.Of, len(g.Rows), g.Rows[0].Seed, sweeptest.Lengths(g.Rows)})
	}
	require.ElementsMatch(t, want, got.Each())
	for i, e := range got.Each() {
		require.Equal(t, want[i].Runs, e.Runs)
		require.Equal(t, want[i].Seed, e.Seed)
	}
	require.Equal(t, End{Runs: len(rows), Seed: rows[0].Seed, Steps: sweeptest.Lengths(rows)}, got.All())
	require.Equal(t, len(rows), got.Runs())
	messages := sweeptest.Messages(rows)
	require.Len(t, got.Wrong(), len(messages))
	for i, w := range got.Wrong() {
		require.Len(t, messages[i].Rows, w.Runs)
		require.Equal(t, messages[i].Rows[0].Seed, w.Seed)
		texts := make([]string, 0, 1) // of the runs with that seed
		for _, r := range rows {
			if r.Seed == w.Seed && r.Err != nil {
				texts = append(texts, r.Err.Error())
			}
		}
		require.Contains(t, texts, w.Text)
	}
}

func requireDistinct[K comparable](t require.TestingT, groups []sweeptest.Group[K], d *mergeable.Distinct) {
	n, exact := d.Count()
	require.True(t, exact)
	require.Len(t, groups, n)
	times, seed := d.Most()
	require.Len(t, groups[0].Rows, times)
	require.Equal(t, groups[0].Rows[0].Seed, seed)
}

// TestGoal compares the facts that runs lack with counts from all rows.
func TestGoal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := sweep.Rows(someRows.Draw(t, "rows"))
		slices.SortStableFunc(rows, func(a, b *sweep.Row) int { return int(a.Seed) - int(b.Seed) })
		got := of(rows)
		is := func(f func(*solution.Result) bool) mergeable.First {
			return firstOf(rows, func(r *sweep.Row) bool { return r.Solution != nil && f(r.Solution) })
		}
		require.Equal(t, is(func(s *solution.Result) bool { return s.Solved }), got.Goal.Solved)
		require.Equal(t, is(func(s *solution.Result) bool { return !s.Solved }), got.Goal.Unsolved)
		require.Equal(t, is(func(s *solution.Result) bool { return s.Cut }).Runs, got.Goal.Cut)
		runs := 0
		for _, l := range ByRuns(&got.Goal.Left) {
			runs += l.Runs
			want := is(func(s *solution.Result) bool { return len(s.Left) > 0 && s.Left[0].Fact.String() == l.Fact })
			require.Equal(t, Lacking{l.Fact, want.Runs, want.Seed()}, l)
		}
		require.Equal(t, got.Goal.Unsolved.Runs, runs, "each leaves one")
		runs = 0
		for _, l := range ByRuns(&got.Goal.Unmet) {
			want := is(func(s *solution.Result) bool { return slices.Contains(s.Data().Unmet, l.Fact) })
			require.Equal(t, Lacking{l.Fact, want.Runs, want.Seed()}, l)
			if !strings.HasPrefix(l.Fact, "!") {
				runs += l.Runs
			}
		}
		require.Equal(t, got.Goal.Unsolved.Runs, runs)
	})
}

// TestOthers checks that totals of other runs are refused, and why.
func TestOthers(t *testing.T) {
	some := []string{"-a 5"}
	for want, change := range map[string]func(*Subject){
		"another report, range instead of sweep":                                    func(s *Subject) { s.Report = Range },
		"another program, ice instead of dice":                                      func(s *Subject) { s.Program = "ice" },
		"another text of the program, with the SHA-256, ff instead of 0123456789ab": func(s *Subject) { s.SHA256 = "ff" },
		"another version of ceptre, 2 instead of 1":                                 func(s *Subject) { s.Version = "2" },
		"another seed, 8 instead of 7":                                              func(s *Subject) { s.Seed = 8 },
		"another number of runs, 9 instead of 1000":                                 func(s *Subject) { s.Runs = 9 },
		"other flags, -a 5 instead of the default":                                  func(s *Subject) { s.Flags = some },
		"another choice, rule instead of random":                                    func(s *Subject) { s.Choose = "rule" },
		"another first stage, night instead of day":                                 func(s *Subject) { s.Stage = "night" },
		"other rules, statements or facts":                                          func(s *Subject) { s.By = nil },
	} {
		other := subject
		change(&other)
		err := New(subject).Merge(New(other))
		require.ErrorIs(t, err, ErrOther)
		require.EqualError(t, err, "these are other runs: they have "+want)
	}
	require.NoError(t, New(subject).Merge(New(subject)))
}

// TestSweep checks that the names of a subject make a sweep that has these names again.
func TestSweep(t *testing.T) {
	for _, goal := range []bool{false, true} {
		want := Subject{Rules: subject.Rules, Statements: subject.Statements, Facts: subject.Facts, Goal: goal, Hashed: !goal}
		made, err := want.Sweep()
		require.NoError(t, err)
		var got Subject
		got.Name(made)
		require.Equal(t, want, got)
	}
	wrong := Subject{Facts: []Tally{{"coin (", 0}}}
	_, err := wrong.Sweep()
	require.Error(t, err)
}

// FuzzDecode checks that the decoder takes canonical forms alone, and that totals that it returns can be used.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(magic))
	f.Add(formOf(f, New(subject)))
	f.Add(formOf(f, of(sweep.Rows{someRows.Example(1)[0], someRows.Example(2)[0]})))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Decode(data)
		if err != nil {
			require.ErrorIs(t, err, mergeable.ErrDamaged)
			return
		}
		require.Equal(t, data, formOf(t, got))
		require.NoError(t, got.Merge(got))
		got.Parts()
		got.Ends.Each()
		got.Ends.Wrong()
		for i := range got.Facts {
			got.Facts[i].EachLevel()
		}
	})
}

// TestCut checks that no beginning of a form is taken for a whole one, and no form with a changed byte panics.
func TestCut(t *testing.T) {
	whole := formOf(t, of(someRows.Example(3)))
	for n := range whole {
		_, err := Decode(whole[:n])
		require.ErrorIs(t, err, mergeable.ErrDamaged)
		for _, flip := range []byte{1, 0x80, 0xff} {
			other := slices.Clone(whole)
			other[n] ^= flip
			if got, err := Decode(other); err == nil {
				require.Equal(t, other, formOf(t, got))
			} else {
				require.True(t, errors.Is(err, mergeable.ErrDamaged))
			}
		}
	}
}
