package mergeable

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"testing"

	sweeplaws "github.com/ceptre-graph/ceptre/causal/sweep/laws"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// laws checks the laws of a value ([lawful]) on short random lists of additions, and on one long list.
func laws[V any, P Value[V]](t *testing.T, draw func(*rapid.T) []func(P), many []func(P)) {
	rapid.Check(t, func(t *rapid.T) { lawful[V](t, draw(t), rapid.Uint64().Draw(t, "order")) })
	for seed := range uint64(4) {
		lawful[V](t, many, seed)
	}
}

// lawful checks additions by [sweeplaws.Check].
func lawful[V any, P Value[V]](t require.TestingT, adds []func(P), seed uint64) {
	sweeplaws.Check(t, adds, seed, func(v P) P { return again[V](t, v) })
}

// again returns a value as it is read after it was written.
func again[V any, P Value[V]](t require.TestingT, v P) P {
	r, read := NewReader(v.Append(nil)), P(new(V))
	read.Read(r)
	require.NoError(t, r.Close())
	return read
}

// numbers draws integers.
func numbers(t *rapid.T) (all []int64) {
	for range rapid.IntRange(0, 4).Draw(t, "series") {
		first := rapid.Int64().Draw(t, "first")
		if rapid.Bool().Draw(t, "small") {
			first %= 1000
		}
		stride := rapid.SampledFrom([]int64{0, 1, 3, 1 << 20}).Draw(t, "stride")
		for i := range rapid.SampledFrom([]int64{0, 1, 5, 40, 90, 300}).Draw(t, "times") {
			all = append(all, first+i*stride)
		}
	}
	return all
}

func TestLawsOfHistograms(t *testing.T) {
	laws(t, func(t *rapid.T) []func(*Histogram) { return sweeplaws.Bunched(numbers(t), (*Histogram).Add) },
		sweeplaws.Bunched(count(MostValues+MostValues/4), func(h *Histogram, x [2]int) { h.Add(int64(x[0]*x[0] - 9e6)) }))
}

// TestHistogram compares the quartiles of a histogram with the quartiles of the sorted numbers.
func TestHistogram(t *testing.T) {
	measured := func(t require.TestingT, all []int64) {
		h, sum := new(Histogram), new(big.Int)
		for _, x := range all {
			h.Add(x)
			sum.Add(sum, big.NewInt(x))
		}
		require.Equal(t, len(all), h.N())
		require.Equal(t, len(slices.DeleteFunc(slices.Clone(all), func(x int64) bool { return x == 0 })), h.NotZero())
		if len(all) == 0 {
			require.Equal(t, Histogram{}, *h)
			return
		}
		slices.Sort(all)
		require.Equal(t, len(slices.Compact(slices.Clone(all))) <= MostValues, h.Exact())
		require.EqualValues(t, all[0], h.Min())
		require.EqualValues(t, all[len(all)-1], h.Max())
		if sum.IsInt64() {
			require.EqualValues(t, sum.Int64(), h.Sum())
		}
		mean, _ := new(big.Float).SetInt(sum).Float64()
		require.Equal(t, mean/float64(len(all)), h.Mean())
		for i, got := range h.Quartiles() {
			want := all[((i+1)*len(all)+3)/4-1]
			if h.Exact() {
				require.EqualValues(t, want, got)
			} else {
				require.LessOrEqual(t, math.Abs(float64(want)-float64(got)), math.Abs(float64(want))*Accuracy)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) { measured(t, numbers(t)) })
	for _, n := range []int64{MostValues, MostValues + 1, 3 * MostValues} {
		for _, stride := range []int64{1, 7, 1 << 40} {
			var all []int64
			for i := range n {
				all = append(all, (i-n/3)*stride)
			}
			measured(t, all)
		}
	}
}

// TestBuckets checks that buckets follow one another, and that their middles are theirs.
func TestBuckets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Int64().Draw(t, "x") >> rapid.IntRange(0, 62).Draw(t, "shift")
		b := bucket(x)
		require.Equal(t, b, bucket(middle(b)), "%d", middle(b))
		if x < math.MaxInt64 {
			require.Contains(t, []int64{b, b + 1}, bucket(x+1))
		}
		require.LessOrEqual(t, max(b, -b), mostBucket)
	})
	require.Less(t, mostBucket, int64(MostValues))
}

func TestLawsOfSums(t *testing.T) {
	add := func(s *intSum, x int64) { s.Add(x, uint64(x)>>7) }
	laws(t, func(t *rapid.T) []func(*intSum) {
		return sweeplaws.Bunched(rapid.SliceOf(rapid.Int64()).Draw(t, "numbers"), add)
	}, nil)
	laws(t, func(t *rapid.T) []func(*FloatSum) { return sweeplaws.Bunched(floats.Draw(t, "numbers"), addFloat) }, nil)
}

// addFloat adds a number or its square.
func addFloat(s *FloatSum, x float64) {
	if math.Signbit(x) {
		s.AddSquare(x)
	}
	s.Add(x)
}

// intSum is a [Sum] whose Merge takes a pointer.
type intSum struct{ Sum }

func (s *intSum) Merge(o *intSum) { s.Sum.Merge(o.Sum) }

var floats = rapid.SliceOf(rapid.Custom(func(t *rapid.T) float64 {
	x := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return rapid.Float64().Draw(t, "finite")
	}
	return x
}))

// TestSum compares sums with big integers and big rational numbers.
func TestSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Sum
		want := new(big.Int)
		for range rapid.IntRange(0, 9).Draw(t, "n") {
			x, times := rapid.Int64().Draw(t, "x"), rapid.Uint64Max(1<<40).Draw(t, "times")
			if rapid.Bool().Draw(t, "few") { // so that sums are near the bounds of 64 bits
				times %= 3
			}
			s.Add(x, times)
			want.Add(want, new(big.Int).Mul(big.NewInt(x), new(big.Int).SetUint64(times)))
		}
		f, _ := new(big.Float).SetInt(want).Float64()
		require.Equal(t, f, s.Float64())
		require.Zero(t, want.Cmp(s.Big()))
		if want.IsInt64() {
			require.Equal(t, want.Int64(), s.Int())
		} else {
			require.Equal(t, want.Sign() > 0, s.Int() == math.MaxInt64)
			require.Equal(t, want.Sign() < 0, s.Int() == math.MinInt64)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		var s FloatSum
		want := new(big.Rat)
		for _, x := range floats.Draw(t, "numbers") {
			addFloat(&s, x)
			times := rapid.Uint64Range(0, 5).Draw(t, "times")
			s.AddTimes(x, times)
			r := new(big.Rat).SetFloat64(x)
			want.Add(want, new(big.Rat).Mul(r, new(big.Rat).SetUint64(times+1)))
			if math.Signbit(x) {
				want.Add(want, r.Mul(r, r))
			}
		}
		f, _ := want.Float64()
		require.Equal(t, f, s.Float64())
		require.Zero(t, want.Cmp(s.Rat()))
	})
}

func digest(n int) [32]byte { return sha256.Sum256(binary.AppendVarint(nil, int64(n))) }

func TestLawsOfDistinct(t *testing.T) {
	add := func(d *Distinct, x [2]int) { d.Add(digest(x[0]), uint64(x[1])) }
	laws(t, func(t *rapid.T) []func(*Distinct) { return sweeplaws.Bunched(runs(t), add) },
		sweeplaws.Bunched(count(4*MostDistinct), add))
}

// count returns pairs of different numbers.
func count(n int) [][2]int {
	all := make([][2]int, n)
	for i := range all {
		all[i] = [2]int{i, n - i}
	}
	return all
}

// runs draws pairs of a number and a seed, of which some may be the same.
func runs(t *rapid.T) (all [][2]int) {
	for range rapid.IntRange(0, 4).Draw(t, "series") {
		first := rapid.IntRange(0, 400).Draw(t, "first")
		seed := rapid.IntRange(0, 100).Draw(t, "seed")
		for i := range rapid.SampledFrom([]int{1, 2, 30, 90, 300}).Draw(t, "times") {
			all = append(all, [2]int{first + i, seed + i})
		}
	}
	return all
}

// TestDistinct compares counts with the size of a set.
func TestDistinct(t *testing.T) {
	distinct := func(t require.TestingT, all [][2]int) {
		var d Distinct
		times, seeds := make(map[int]int), make(map[int]int)
		for _, x := range all {
			d.Add(digest(x[0]), uint64(x[1]))
			if times[x[0]]++; times[x[0]] == 1 || x[1] < seeds[x[0]] {
				seeds[x[0]] = x[1]
			}
		}
		n, exact := d.Count()
		most, seed := d.Most()
		require.Equal(t, len(times) <= MostDistinct, exact)
		if !exact {
			require.InEpsilon(t, len(times), n, 4*Error)
			require.Zero(t, most)
			return
		}
		require.Equal(t, len(times), n)
		for i, m := range times {
			require.LessOrEqual(t, m, most)
			if m == most {
				require.LessOrEqual(t, int(seed), seeds[i])
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) { distinct(t, runs(t)) })
	distinct(t, count(MostDistinct))
	distinct(t, count(MostDistinct+1))
	distinct(t, count(3*MostDistinct))
}

func TestLawsOfSeeds(t *testing.T) {
	first := func(f *First, x [2]int) { f.Add(uint64(x[1])) }
	laws(t, func(t *rapid.T) []func(*First) { return sweeplaws.Bunched(runs(t), first) }, nil)
	once := func(o *Once, x [2]int) { o.Add(uint64(x[1]), string(rune(x[0]))) }
	laws(t, func(t *rapid.T) []func(*Once) { return sweeplaws.Bunched(runs(t), once) }, nil)
	note := func(n *FirstCounts, x [2]int) { n.Add(uint64(x[1]), x[0]&0xff) }
	drawn := func(t *rapid.T) []func(*FirstCounts) { return sweeplaws.Bunched(runs(t), note) }
	laws(t, drawn, sweeplaws.Bunched(count(5*MostFirstCounts), note))
	sample := func(v *Reservoir, x [2]int) { v.Add(uint64(x[1]), string(rune('a'+x[0]%7))) }
	laws(t, func(t *rapid.T) []func(*Reservoir) { return sweeplaws.Bunched(runs(t), sample) },
		sweeplaws.Bunched(count(5*MostSample/2), sample))
}

// TestSeeds compares the kept runs with the first runs of a sorted list.
func TestSeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var first First
		var once Once
		var noted FirstCounts
		var all []SeedCount
		var seeds []uint64
		for _, x := range runs(t) {
			seed := uint64(x[1])
			first.Add(seed)
			once.Add(seed, string(rune(x[0])))
			noted.Add(seed, x[0])
			all, seeds = append(all, SeedCount{seed, x[0]}), append(seeds, seed)
		}
		slices.SortFunc(all, compareSeedCounts)
		slices.Sort(seeds)
		require.Equal(t, all[:min(len(all), MostFirstCounts)], noted.Runs)
		require.Equal(t, First{len(seeds), seeds[:min(len(seeds), MostFirst)]}, first)
		want := Once{}
		if len(all) > 0 {
			want = Once{len(all), all[0].Seed, string(rune(all[0].Count))}
		}
		require.Equal(t, want, once)
		require.Equal(t, want.Seed, first.Seed())
	})
}

func TestReservoir(t *testing.T) {
	var v Reservoir
	for seed := range uint64(MostSample) {
		v.Add(MostSample-seed, "a")
	}
	items, all := v.Items()
	require.True(t, all)
	require.Len(t, items, MostSample)
	for i, item := range items {
		require.EqualValues(t, i+1, item.Seed)
	}
	for seed := range uint64(3 * MostSample) {
		v.Add(MostSample+1+seed, "a")
	}
	require.Less(t, len(v.items), 2*MostSample)
	items, all = v.Items()
	require.False(t, all)
	require.Len(t, items, MostSample)
	early := 0
	for _, item := range items {
		if item.Seed <= MostSample {
			early++
		}
	}
	require.InDelta(t, MostSample/4, early, 300, "a quarter of the sample is of the first quarter of the runs")
}

type groups = Groups[First, *First]

func TestLawsOfGroups(t *testing.T) {
	add := func(g *groups, x [2]int) { g.At(name(x[0])).Add(uint64(x[1])) }
	laws(t, func(t *rapid.T) []func(*groups) { return sweeplaws.Bunched(runs(t), add) },
		sweeplaws.Bunched(count(5*MostGroups), add))
}

func name(n int) string { return string(binary.AppendVarint(nil, int64(n))) }

// TestGroups checks that groups that are kept have all of their runs.
func TestGroups(t *testing.T) {
	grouped := func(t require.TestingT, all [][2]int) {
		var g groups
		want := make(map[string]*First)
		for _, x := range all {
			if want[name(x[0])] == nil {
				want[name(x[0])] = new(First)
			}
			want[name(x[0])].Add(uint64(x[1]))
			g.At(name(x[0])).Add(uint64(x[1]))
		}
		n := 0
		for name, f := range g.All() {
			require.Equal(t, want[name], f)
			n++
		}
		require.Equal(t, min(len(want), MostGroups), n)
		require.Equal(t, len(want) <= MostGroups, g.Whole())
	}
	rapid.Check(t, func(t *rapid.T) { grouped(t, runs(t)) })
	grouped(t, count(MostGroups))
	grouped(t, slices.Concat(count(MostGroups+1), count(200)))
	grouped(t, slices.Concat(count(3*MostGroups), count(MostGroups)))
}
