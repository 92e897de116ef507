package expressive

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/statistics"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/joint"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genColumn draws values of a metric: names, whole numbers, or any numbers, some of them missing.
func genColumn(t *rapid.T, runs int) column {
	var c column
	var numbers []float64
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		c.Names = true
		for _, name := range rapid.SliceOfN(rapid.StringMatching(`[a-e]{1,2}`), runs, runs).Draw(t, "names") {
			c.values = append(c.values, joint.Name(name))
		}
		return c
	case 1:
		high := 1 << rapid.IntRange(1, 45).Draw(t, "bits")
		for _, n := range rapid.SliceOfN(rapid.IntRange(-40, high), runs, runs).Draw(t, "n") {
			numbers = append(numbers, float64(n))
		}
	case 2:
		scale := math.Pow10(rapid.IntRange(-12, 12).Draw(t, "power"))
		for _, v := range rapid.SliceOfN(rapid.Float64Range(-3, 7), runs, runs).Draw(t, "v") {
			numbers = append(numbers, v*scale)
		}
	default:
		numbers = rapid.SliceOfN(rapid.Float64(), runs, runs).Draw(t, "any")
	}
	for _, x := range numbers {
		if rapid.IntRange(0, 9).Draw(t, "missing") == 0 {
			x = math.NaN()
		}
		c.values = append(c.values, joint.Number(x))
	}
	return c
}

// rowsOf returns runs with the values of some metrics. Some runs are alike. Names are names of the stages in which runs
// end, so that at most one column has names.
func rowsOf(columns []column, same int) (rows sweep.Rows) {
	for i := range columns[0].values {
		r := &sweep.Row{Seed: uint64(10 + i), Steps: i % 7, Ending: sweep.Ending{Why: trace.Quiescent, Stage: "play"},
			Hash: hash.Sum{Bytes: [32]byte{1 + byte(i*i%same)}, Exact: i%5 > 0}}
		for _, c := range columns {
			x, is := c.values[i].Number()
			if !is {
				x = math.NaN()
			}
			if name, is := c.values[i].Name(); is {
				r.Stage = name
			}
			r.Values = append(r.Values, x)
		}
		rows = append(rows, r)
	}
	return rows
}

// totalOf returns the total of runs of metrics that are measured in columns.
func totalOf(columns []column, rows sweep.Rows, bins int, hashed bool) *Total {
	s := total.Subject{Program: "p", Stage: "play", Runs: len(rows), Bins: bins, Hashed: hashed}
	for i, c := range columns {
		s.Metrics = append(s.Metrics, total.Metric{Text: "metric " + strconv.Itoa(i), Names: c.Names})
	}
	t := NewTotal(s)
	for _, r := range rows {
		t.Add(r)
	}
	return t
}

// genTotal draws runs with two metrics or three, and returns their total and their rows.
func genTotal(t *rapid.T) (*Total, sweep.Rows) {
	runs, most := rapid.IntRange(1, 30).Draw(t, "runs"), rapid.IntRange(2, 25).Draw(t, "most")
	columns := []column{genColumn(t, runs)}
	for range rapid.IntRange(1, 2).Draw(t, "more metrics") {
		columns = append(columns, genColumn(t, runs))
	}
	names := 0
	for i := range columns {
		if columns[i].Names {
			names = i
		}
	}
	for i := range columns { // runs end in one way, which all metrics of names measure
		if columns[i].Names {
			columns[i] = columns[names]
		}
	}
	rows := rowsOf(columns, rapid.IntRange(1, 9).Draw(t, "different"))
	return totalOf(columns, rows, most, rapid.Bool().Draw(t, "hashed")), rows
}

// The report of a total is the one of all runs at hand: axes, cells with examples, spreads, coverage and hashes.
// Every value is in one bin, which has its bounds around it, and there are as many bins as allowed at the most.
func TestRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, rows := genTotal(t)
		r := New(Sample{Total: all, Rows: rows.All()})
		columns := columnsOf(all, rows)
		require.False(t, r.ApproximateCells)
		checkAgainst(t, r, columns, rows)
		for i, a := range []*Axis{r.X, r.Y} {
			checkAxis(t, a, columns[i], all.Bins)
		}
		sum := 0
		byX, byY := make([]int, len(r.X.Bins)), make([]int, len(r.Y.Bins))
		for i, c := range r.Cells {
			require.Equal(t, c.Runs, r.Histogram.At(c.X, c.Y))
			sum += r.Histogram.Counts()[i]
			byX[c.X] += c.Runs
			byY[c.Y] += c.Runs
		}
		require.Equal(t, len(rows), sum)
		marginX, marginY := r.Histogram.Marginals()
		require.Equal(t, byX, marginX)
		require.Equal(t, byY, marginY)
	})
}

// checkAgainst compares a report with the figures of its columns.
func checkAgainst(t require.TestingT, r *Range, columns []column, rows sweep.Rows) {
	x, y := plainAxis(r.total.Bins, columns[0]), plainAxis(r.total.Bins, columns[1])
	require.Equal(t, x.bins, r.X.Bins)
	require.Equal(t, y.bins, r.Y.Bins)
	cells := plainCells(x, y, columns, rows, r.total.Hashed)
	require.Equal(t, cells, r.Cells)
	counts := make([]int, len(cells))
	for i, c := range cells {
		counts[i] = c.Runs
	}
	require.Equal(t, Cover(counts, len(x.bins)*len(y.bins)), r.Coverage)
	spreads := slices.Clone(r.Spreads)
	for i, c := range columns {
		if c.Names {
			continue
		}
		want := plainSpread(c)
		if s := &spreads[0]; s.Grid > 0 { // quartiles are rounded down
			for k, q := range []*float64{&s.Lower, &s.Median, &s.Upper} {
				exact := []float64{want.Lower, want.Median, want.Upper}[k]
				require.True(t, *q <= exact && exact <= *q+s.Grid, "%v is %v", exact, *q)
				*q = exact
			}
			s.Grid = 0
		}
		require.Equal(t, want, spreads[0], "metric %d", i)
		spreads = spreads[1:]
	}
	hashes := make(map[[32]byte]bool)
	inexact := 0
	for _, r := range rows {
		hashes[r.Hash.Bytes] = true
		if !r.Hash.Exact {
			inexact++
		}
	}
	if r.total.Hashed {
		require.Equal(t, &summary.Different{Runs: len(hashes), Inexact: inexact}, r.Different)
	} else {
		require.Nil(t, r.Different)
	}
	i := 0
	for run, err := range r.Each() {
		require.NoError(t, err)
		require.Equal(t, rows[i].Seed, run.Seed)
		require.Equal(t, []int{x.of(columns[0].values[i]), y.of(columns[1].values[i])}, []int{run.X, run.Y})
		require.Equal(t, r.total.Hashed, run.Hash != "")
		require.Len(t, run.Ordered, len(columns))
		for k, c := range columns {
			x, number := c.values[i].Number()
			name, named := c.values[i].Name()
			switch value := run.Ordered[k]; {
			case number:
				require.Equal(t, x, value)
			case named:
				require.Equal(t, name, value)
			default:
				require.Nil(t, value)
			}
		}
		i++
	}
	require.Equal(t, len(rows), i)
}

// Cells of at most 25 bins are exact, too, and so are their examples, where there are too many values to keep; other
// cells are called approximate.
func TestRangeOfManyValues(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	const runs = 2*joint.MostPairs + joint.MostPairs/2
	draws := []func() float64{
		func() float64 { return random.NormFloat64() },
		func() float64 { return float64(random.IntN(4000) * random.IntN(30)) },
		func() float64 { return math.Exp(4 * random.NormFloat64()) },
		func() float64 { return float64(random.IntN(300)) / float64(1+random.IntN(300)) },
	}
	for i, bins := range []int{20, 25, 7, 25, 300} {
		columns := make([]column, 3)
		for range runs {
			for k := range columns {
				columns[k].values = append(columns[k].values, joint.Number(draws[(i+k)%len(draws)]()))
			}
		}
		rows := rowsOf(columns, 5)
		all := totalOf(columns, rows, bins, i%2 == 0)
		r := New(Sample{Total: all, Rows: rows.All()})
		require.Equal(t, bins > 25, r.ApproximateCells)
		text := new(report.Text)
		r.Print(text)
		require.Contains(t, text.String(), "~ with more than 16384 different numbers, quartiles are rounded")
		require.Equal(t, bins > 25, strings.Contains(text.String(), "cells are approximate: with more than 16384 pairs"))
		if !r.ApproximateCells {
			checkAgainst(t, r, columnsOf(all, rows), rows)
		}
		sum := 0
		for _, n := range r.Histogram.Counts() {
			sum += n
		}
		require.Equal(t, runs, sum)
	}
}

// Of too many names, some have bins with all of their runs, and the others one bin, of an unknown number of names.
func TestRangeOfManyNames(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	columns, count := []column{{Metric: total.Metric{Names: true}}, {}}, make(map[string]int)
	for range 2 * joint.MostPairs {
		columns[0].values = append(columns[0].values, joint.Name(strconv.Itoa(random.IntN(1000))))
		columns[1].values = append(columns[1].values, joint.Number(random.NormFloat64()))
	}
	rows := rowsOf(columns, 5)
	for _, r := range rows {
		count[r.Ending.String()]++
	}
	r := New(Sample{Total: totalOf(columns, rows, 5, true), Rows: rows.All()})
	require.Len(t, r.X.Bins, 5)
	require.Equal(t, otherNames, r.X.Bins[4].Label)
	byName, _ := r.Histogram.Marginals()
	sum := 0
	for i, n := range byName {
		if sum += n; i < 4 {
			require.Equal(t, count[r.X.Bins[i].Label], n)
		}
	}
	require.Equal(t, len(rows), sum)
}

// A comparison puts two series on axes for the values of both, and each has its shares of values there.
func TestCompare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, rows := genTotal(t)
		at := rapid.IntRange(0, len(rows)).Draw(t, "first")
		var samples [2]Sample
		var columns [2][]column
		for side, rows := range []sweep.Rows{rows[:at], rows[at:]} {
			of := NewTotal(all.Subject)
			for _, r := range rows {
				of.Add(r)
			}
			samples[side], columns[side] = Sample{Total: of, Rows: rows.All()}, columnsOf(of, rows)
		}
		r, err := Compare(samples[0], samples[1])
		require.NoError(t, err)
		require.Len(t, r.Compared.Shifts, len(all.Metrics))
		for i, s := range r.Compared.Shifts {
			one, two := columns[0][i], columns[1][i]
			axis := plainAxis(all.Bins, one, two)
			counts := make([][2]int, len(axis.bins))
			for side, c := range []column{one, two} {
				for _, v := range c.values {
					counts[axis.of(v)][side]++
				}
			}
			runs := [2]int{at, len(rows) - at}
			shares := make([]Share, len(counts))
			for b, in := range counts {
				shares[b] = newShare(axis.bins[b].Label, in, runs)
			}
			require.Equal(t, shares, s.Shares)
			require.Equal(t, overlap(counts, runs[0], runs[1]), s.Overlap)
			first, second := numbers(one.values), numbers(two.values)
			require.Equal(t, len(first) > 0 && len(second) > 0, s.Means != nil)
			if s.Means != nil {
				require.Equal(t, []float64{mean(first), mean(second), median(first), median(second)},
					[]float64{s.Means.First, s.Means.Second, s.Medians.First, s.Medians.Second})
			}
		}
		broken := errors.New("the disk is broken")
		for side := range samples {
			of := samples
			of[side].Rows = func(yield func(*sweep.Row, error) bool) { yield(nil, broken) }
			_, err := Compare(of[0], of[1])
			require.ErrorIs(t, err, broken)
		}
	})
}

// Parts that are counted apart have the bytes of all runs, in any order and grouping, also when they are written and
// read again.
func TestLaws(t *testing.T) {
	form := func(t require.TestingT, of *Total) []byte {
		data, err := of.MarshalBinary()
		require.NoError(t, err)
		return data
	}
	rapid.Check(t, func(t *rapid.T) {
		all, rows := genTotal(t)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 1))
		parts := make([]*Total, 1+random.IntN(5))
		for i := range parts {
			parts[i] = NewTotal(all.Subject)
		}
		for _, i := range random.Perm(len(rows)) {
			parts[random.IntN(len(parts))].Add(rows[i])
		}
		merged := NewTotal(all.Subject)
		for _, i := range random.Perm(len(parts)) {
			read, err := Decode(form(t, parts[i]))
			require.NoError(t, err)
			require.NoError(t, merged.Merge(read))
		}
		require.Equal(t, form(t, all), form(t, merged))
		other := all.Subject
		other.Metrics = slices.Clone(other.Metrics)
		other.Metrics[1].Text = "another"
		require.ErrorIs(t, merged.Merge(NewTotal(other)), total.ErrOther)
	})
}

// Bytes of no total are an error, whatever they are.
func FuzzDecode(f *testing.F) {
	columns := []column{{values: []joint.Value{joint.Number(1), joint.Number(2.5)}},
		{Metric: total.Metric{Names: true}, values: []joint.Value{joint.Name("a"), joint.Name("b")}}}
	data, err := totalOf(columns, rowsOf(columns, 3), 4, true).MarshalBinary()
	require.NoError(f, err)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		read, err := Decode(data)
		if err != nil {
			require.ErrorIs(t, err, mergeable.ErrDamaged)
			return
		}
		again, err := read.MarshalBinary()
		require.NoError(t, err)
		require.Equal(t, data, again)
		New(Sample{Total: read})
	})
}

func checkAxis(t *rapid.T, a *Axis, c column, most int) {
	bins := len(a.Bins)
	if a.none >= 0 {
		bins--
	}
	require.LessOrEqual(t, bins, most)
	for _, v := range c.values {
		bin := a.Bins[a.Of(v)]
		x, number := v.Number()
		name, named := v.Name()
		switch {
		case named && a.Of(v) < most-1:
			require.Equal(t, name, bin.Label)
		case named:
		case !number:
			require.Equal(t, noValue, bin.Label)
		case *bin.From == *bin.To:
			require.Equal(t, *bin.From, x)
		default:
			require.True(t, *bin.From <= x && x < *bin.To, "%v in %v", x, bin)
		}
	}
}

// axisOf returns an axis for numbers, or for names.
func axisOf(most int, numbers []float64, names ...string) *Axis {
	d := &distribution{metric: total.Metric{Names: names != nil}, names: make(map[string]int)}
	for _, x := range numbers {
		d.numbers.Add(x)
	}
	for _, name := range names {
		d.names[name]++
	}
	return newAxis(most, d)
}

// Bounds of bins are round, and whole numbers have whole bins.
func TestRoundBounds(t *testing.T) {
	for _, c := range []struct {
		numbers []float64
		most    int
		want    []string
	}{
		{[]float64{2, 5}, 10, []string{"2", "3", "4", "5"}},
		{[]float64{3, 17}, 4, []string{"0–4", "5–9", "10–14", "15–19"}},
		{[]float64{-3, 1}, 3, []string{"-4–-3", "-2–-1", "0–1"}},
		{[]float64{0.5, 1.9}, 4, []string{"0.5–1.0", "1.0–1.5", "1.5–2.0"}},
		{[]float64{0.25}, 4, []string{"0.25"}},
		{[]float64{7, math.NaN()}, 4, []string{"7", "none"}},
		{[]float64{math.NaN()}, 4, []string{"none"}},
		{nil, 4, []string{"none"}},
	} {
		var got []string
		for _, b := range axisOf(c.most, c.numbers).Bins {
			got = append(got, b.Label)
		}
		require.Equal(t, c.want, got)
	}
	a := axisOf(3, nil, "b", "a", "c", "c", "d")
	require.Equal(t, []Bin{{Label: "c"}, {Label: "a"}, {Label: "2 others"}}, a.Bins)
	for name, want := range map[string]int{"b": 2, "a": 1, "c": 0, "d": 2} {
		require.Equal(t, want, a.Of(joint.Name(name)))
	}
	some := &distribution{metric: total.Metric{Names: true}, names: map[string]int{"b": 2, "a": 1}, others: true}
	require.Equal(t, []Bin{{Label: "b"}, {Label: "a"}, {Label: "others"}}, newAxis(3, some).Bins)
	require.Equal(t, 2, newAxis(3, some).Of(joint.Name("c")))
}

// Levels are ascending, begin with 1, and each number has the last level that is not above it.
func TestLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most, n := rapid.IntRange(1, 100_000).Draw(t, "most"), rapid.IntRange(1, 8).Draw(t, "levels")
		levels := Levels(most, n)
		require.Equal(t, 1, levels[0])
		require.LessOrEqual(t, len(levels), n)
		require.True(t, slices.IsSorted(levels))
		require.Equal(t, -1, Level(levels, 0))
		v := rapid.IntRange(1, most).Draw(t, "v")
		at := Level(levels, v)
		require.LessOrEqual(t, levels[at], v)
		require.True(t, at == len(levels)-1 || levels[at+1] > v)
	})
}

// counted returns how often each cell came up that did.
func counted(cells []int, of int) (counts []int) {
	all := make([]int, of)
	for _, c := range cells {
		all[c]++
	}
	return slices.DeleteFunc(all, func(n int) bool { return n == 0 })
}

// Over all sequences of runs, the estimate of the unseen mass is on average the mass that a run less
// leaves unseen, which is Good's theorem.
func TestUnseenMassByEnumeration(t *testing.T) {
	mass := []float64{0.5, 0.3, 0.2}
	const runs = 6
	estimate, sequence := 0.0, make([]int, runs)
	for code := range 729 { // 3^6
		p := 1.0
		for i := range sequence {
			sequence[i] = code % 3
			p *= mass[sequence[i]]
			code /= 3
		}
		estimate += p * Cover(counted(sequence, 3), 3).Unseen.Value
	}
	want := 0.0
	for _, p := range mass {
		want += p * math.Pow(1-p, runs-1)
	}
	require.InDelta(t, want, estimate, 1e-12)
}

// The curve of growth is the mean over all subsets of the runs.
func TestGrowthByEnumeration(t *testing.T) {
	cells := []int{0, 0, 0, 1, 1, 2, 3, 0, 2, 4} // 10 runs
	for _, g := range Cover(counted(cells, 5), 5).Growth {
		total, sets := 0.0, 0.0
		for set := range 1 << len(cells) {
			var part []int
			for i, c := range cells {
				if set&(1<<i) != 0 {
					part = append(part, c)
				}
			}
			if len(part) == g.Runs {
				total += float64(len(counted(part, 5)))
				sets++
			}
		}
		require.InDelta(t, total/sets, g.Cells, 1e-9)
	}
}

// On distributions that are known, the interval of the unseen mass holds the true one about as often
// as it says, and the lower bound of cells is one on average.
func TestCoverageOfKnownDistributions(t *testing.T) {
	for name, weight := range map[string]func(i int) float64{
		"uniform": func(int) float64 { return 1 },
		"zipf":    func(i int) float64 { return 1 / float64(i+1) },
		"steep":   func(i int) float64 { return math.Pow(0.8, float64(i)) },
	} {
		t.Run(name, func(t *testing.T) {
			const cells, runs, trials = 60, 150, 400
			random, upTo, all := rand.New(rand.NewPCG(3, 4)), make([]float64, cells), 0.0
			for i := range upTo {
				all += weight(i)
				upTo[i] = all
			}
			held, least, more := 0, 0.0, 0.0
			for range trials {
				drawn, seen := make([]int, runs), make(map[int]bool)
				for i := range drawn {
					drawn[i], _ = slices.BinarySearch(upTo, random.Float64()*all)
					seen[drawn[i]] = true
				}
				missing := 1.0
				for i := range seen {
					missing -= weight(i) / all
				}
				c := Cover(counted(drawn, cells), cells)
				if c.Unseen.Low <= missing && missing <= c.Unseen.High {
					held++
				}
				least += c.AtLeast / trials
				for range runs {
					i, _ := slices.BinarySearch(upTo, random.Float64()*all)
					if !seen[i] {
						more += 1.0 / trials
						seen[i] = true
					}
				}
				more -= c.More / trials
			}
			require.InDelta(t, 0.95, float64(held)/trials, 0.04)
			require.Less(t, least, float64(cells)*1.02)
			require.InDelta(t, 0, more, 1.5) // new cells that came, less new ones foretold
		})
	}
}

func TestCoverageOfNothing(t *testing.T) {
	require.Equal(t, Coverage{Grid: 4, Growth: []Growth{}}, Cover(nil, 4))
	one := Cover([]int{1}, 4)
	require.Equal(t, Estimate{1, statistics.Interval{Low: 1, High: 1}}, one.Unseen)
	require.EqualValues(t, 1, one.AtLeast)
	sure := Cover([]int{500, 500}, 4)
	require.InDelta(t, 0.003, sure.Unseen.High, 1e-4) // not 0: the rule of three
}

// Equal ranges overlap wholly and disjoint ones not at all, whichever comes first.
func TestOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gen := rapid.SliceOfN(rapid.IntRange(0, 4), 5, 5)
		p, q := gen.Draw(t, "p"), gen.Draw(t, "q")
		pairs, mirrored, same := make([][2]int, 5), make([][2]int, 5), make([][2]int, 5)
		n, m := 0, 0
		for i := range p {
			pairs[i], mirrored[i], same[i] = [2]int{p[i], q[i]}, [2]int{q[i], p[i]}, [2]int{p[i], 2 * p[i]}
			n, m = n+p[i], m+q[i]
		}
		if n == 0 || m == 0 {
			t.Skip("nothing to compare")
		}
		one, two := overlap(pairs, n, m), overlap(mirrored, m, n)
		require.InDelta(t, one.Coefficient, two.Coefficient, 1e-12)
		require.InDelta(t, one.Divergence, two.Divergence, 1e-12)
		require.Equal(t, one.FirstOnly, two.SecondOnly)
		self := overlap(same, n, 2*n)
		require.InDelta(t, 1, self.Coefficient, 1e-12)
		require.InDelta(t, 0, self.Divergence, 1e-12)
	})
	apart := overlap([][2]int{{3, 0}, {0, 5}}, 3, 5)
	require.Equal(t, Overlap{FirstOnly: 1, SecondOnly: 1, Divergence: 1}, apart)
}

// Resamples have the mean and the median of the numbers that were drawn.
func TestResamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sorted := rapid.SliceOfN(rapid.Float64Range(0, 9), 1, 12).Draw(t, "values")
		slices.Sort(sorted)
		seed := rapid.Uint64().Draw(t, "seed")
		m, med := newResampler(sorted).draw(rand.New(rand.NewPCG(seed, 0)))
		again, drawn := rand.New(rand.NewPCG(seed, 0)), []float64{}
		for range sorted {
			drawn = append(drawn, sorted[again.IntN(len(sorted))])
		}
		slices.Sort(drawn)
		require.InDelta(t, mean(drawn), m, 1e-9)
		require.InDelta(t, median(drawn), med, 1e-9)
	})
}

// The intervals of differences hold the true one about as often as they say.
func TestBootstrapHoldsTheTruth(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	means, medians := 0, 0
	const trials, by = 200, 0.7
	for range trials {
		var one, two []joint.Value
		var all []float64
		for range 60 {
			x, y := random.NormFloat64(), by+random.NormFloat64()
			one, two, all = append(one, joint.Number(x)), append(two, joint.Number(y)), append(all, x, y)
		}
		s := newShift(axisOf(10, all), one, two)
		if s.Means.By.Low <= by && by <= s.Means.By.High {
			means++
		}
		if s.Medians.By.Low <= by && by <= s.Medians.By.High {
			medians++
		}
	}
	require.InDelta(t, 0.95, float64(means)/trials, 0.04)
	require.InDelta(t, 0.95, float64(medians)/trials, 0.05)
}
