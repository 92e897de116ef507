package joint

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep/laws"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// form is a value with a canonical form.
type form[V any] interface {
	laws.Value[V]
	mergeable.Value[V]
}

// lawful checks the laws of a value on random lists of additions, short and long ones.
func lawful[V any, P form[V]](t *testing.T, draw func(*rapid.T) []func(P), long [][]func(P)) {
	check := func(t require.TestingT, adds []func(P), seed uint64) {
		laws.Check(t, adds, seed, func(v P) P {
			r, read := mergeable.NewReader(v.Append(nil)), P(new(V))
			read.Read(r)
			require.NoError(t, r.Close())
			return read
		})
	}
	rapid.Check(t, func(t *rapid.T) { check(t, draw(t), rapid.Uint64().Draw(t, "order")) })
	for seed, adds := range long {
		check(t, adds, uint64(seed))
	}
}

// genFloat draws a number of any size, often one with few decimal digits.
var genFloat = rapid.Custom(func(t *rapid.T) float64 {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		x := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if !math.IsInf(x, 0) {
			return x
		}
	case 1:
		return float64(rapid.IntRange(-100, 100).Draw(t, "n")) / float64(rapid.IntRange(1, 40).Draw(t, "of"))
	case 2:
		return float64(rapid.Int64Range(-1<<53, 1<<53).Draw(t, "whole"))
	}
	return rapid.Float64().Draw(t, "any")
})

// A number is rounded down to the greatest point of a grid below it, which stays one on finer grids.
func TestFloor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := genFloat.Draw(t, "x")
		if math.IsNaN(x) {
			t.Skip("no number")
		}
		// A power at which there are points near the number, or any.
		power := int(math.Log10(max(math.Abs(x), 1e-300))) - rapid.IntRange(-2, 19).Draw(t, "finer")
		power = min(max(power, finest), coarsest)
		p := floor(x, power)
		require.LessOrEqual(t, p, x)
		require.False(t, p == 0 && math.Signbit(p))
		require.Equal(t, p, floor(p, power), "it is a point")
		require.Equal(t, p, exactFloor(x+0, power), "by other arithmetic")
		coarser := min(power+rapid.IntRange(0, 4).Draw(t, "coarser"), coarsest)
		require.Equal(t, floor(x, coarser), floor(p, coarser), "grids are nested")

		unit := new(big.Rat)
		unit.SetString(fmt.Sprintf("1e%d", power))
		n := new(big.Rat).Quo(new(big.Rat).SetFloat64(x), unit)
		whole := new(big.Int).Div(n.Num(), n.Denom())
		if whole.BitLen() > 70 {
			require.Equal(t, x, p)
			return
		}
		want := math.Inf(-1)
		for i := range int64(5) { // multiples around the number
			multiple := new(big.Rat).SetInt(new(big.Int).Add(whole, big.NewInt(i-2)))
			f, _ := multiple.Mul(multiple, unit).Float64()
			if f = max(f, -math.MaxFloat64); f <= x {
				want = max(want, f)
			}
		}
		require.Equal(t, want, p)
	})
	for _, tenths := range []float64{1, 3, 6, 7} { // as written, although 0.3 is less than three tenths
		require.Equal(t, tenths/10, floor(tenths/10, -1))
	}
	require.EqualValues(t, -10, floor(-0.5, 1))
}

// longNumbers are lists of many different numbers, close together or far apart.
func longNumbers() (all [][]float64) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, draw := range []func() float64{
		func() float64 { return random.NormFloat64() },
		func() float64 { return math.Trunc(1e6 * random.Float64()) },
		func() float64 { return math.Exp(50 * random.NormFloat64()) },
		func() float64 {
			return math.Copysign(math.Exp2(-1074+2098*random.Float64()), random.NormFloat64())
		},
	} {
		n := MostNumbers + MostNumbers/3
		if len(all) == 0 {
			n *= 2
		}
		var list []float64
		for range n {
			list = append(list, draw())
		}
		all = append(all, append(list, math.NaN(), 0))
	}
	return all
}

func TestLawsOfNumbers(t *testing.T) {
	var long [][]func(*Numbers)
	for _, list := range longNumbers() {
		long = append(long, laws.Bunched(list, (*Numbers).Add))
	}
	lawful(t, func(t *rapid.T) []func(*Numbers) {
		return laws.Bunched(rapid.SliceOf(genFloat).Draw(t, "numbers"), (*Numbers).Add)
	}, long)
}

// TestNumbers compares spreads with spreads of the sorted numbers.
func TestNumbers(t *testing.T) {
	spread := func(t require.TestingT, all []float64) {
		var h Numbers
		var sum mergeable.FloatSum
		var sorted []float64
		for i, x := range all {
			if i == len(all)*9/10 {
				h.Spread() // which may round numbers
			}
			require.Less(t, len(h.counts), 2*MostNumbers)
			if h.Add(x); !math.IsNaN(x) {
				sum.Add(x)
				sorted = append(sorted, x)
			}
		}
		got, n := h.Spread(), len(sorted)
		var parts [2]Numbers // a few numbers, and many, which may be rounded
		for i, x := range all {
			parts[min(1, i/(1+len(all)/10))].Add(x)
		}
		parts[1].Spread()
		parts[0].Merge(&parts[1])
		require.Equal(t, got, parts[0].Spread())
		require.Equal(t, len(all)-n, got.None)
		require.Equal(t, n, h.N())
		if n == 0 {
			require.Equal(t, Spread{None: len(all)}, got)
			return
		}
		slices.Sort(sorted)
		require.Equal(t, sorted[0], got.Min)
		require.Equal(t, sorted[n-1], got.Max)
		require.Equal(t, sum.Float64()/float64(n), got.Mean)
		require.Equal(t, !slices.ContainsFunc(sorted, func(x float64) bool { return x != math.Trunc(x) }), got.Whole)
		require.Equal(t, len(slices.Compact(slices.Clone(sorted))) > MostNumbers, got.Grid > 0)
		for i, q := range []float64{got.Lower, got.Median, got.Upper} {
			want := sorted[((i+1)*n+3)/4-1]
			if got.Grid == 0 {
				require.Equal(t, want, q)
			} else {
				require.LessOrEqual(t, q, want)
				require.Less(t, want, math.Nextafter(q+got.Grid, math.Inf(1)))
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) { spread(t, rapid.SliceOf(genFloat).Draw(t, "numbers")) })
	for _, list := range longNumbers() {
		spread(t, list)
	}
	spread(t, longNumbers()[0][:MostNumbers]) // exactly as many as are kept
}

// run is a run with its values.
type run struct {
	x, y Value
	seed uint64
	hash [32]byte
}

func (p *Pairs) addRun(r run) { p.Add(r.x, r.y, r.seed, r.hash) }

// genRun draws a run. Runs with few different seeds, hashes and values are often alike.
var genRun = rapid.Custom(func(t *rapid.T) run {
	value := func(label string) Value {
		switch rapid.IntRange(0, 2).Draw(t, label) {
		case 0:
			return Name(rapid.StringMatching(`[ab]?`).Draw(t, "name"))
		case 1:
			return Number(float64(rapid.IntRange(-2, 2).Draw(t, "number")))
		}
		return Number(genFloat.Draw(t, "any"))
	}
	return run{value("x"), value("y"), rapid.Uint64Range(0, 9).Draw(t, "seed"),
		[32]byte{byte(rapid.IntRange(0, 5).Draw(t, "hash"))}}
})

// longRuns are lists of runs with many different pairs: of numbers, of names and numbers, and of names.
func longRuns() (all [][]run) {
	random := rand.New(rand.NewPCG(3, 4))
	pick := func(most int) Value { return Name(fmt.Sprint("name ", random.IntN(most))) }
	for _, draw := range []func() (x, y Value){
		func() (x, y Value) { return Number(random.NormFloat64()), Number(float64(random.IntN(1e6))) },
		func() (x, y Value) { return pick(20), Number(math.Exp(9 * random.NormFloat64())) },
		func() (x, y Value) { return pick(1000), pick(200) },
		func() (x, y Value) { return Number(float64(random.IntN(3))), pick(60000) },
	} {
		var list []run
		for i := range 2*MostPairs + MostPairs/2 {
			x, y := draw()
			if i%50 == 0 {
				x = Value{}
			}
			list = append(list, run{x, y, uint64(random.IntN(1e9)), [32]byte{byte(random.IntN(7))}})
		}
		all = append(all, list)
	}
	return all
}

func TestLawsOfPairs(t *testing.T) {
	var long [][]func(*Pairs)
	for _, list := range longRuns() {
		long = append(long, laws.Bunched(list, (*Pairs).addRun))
	}
	lawful(t, func(t *rapid.T) []func(*Pairs) {
		return laws.Bunched(rapid.SliceOf(genRun).Draw(t, "runs"), (*Pairs).addRun)
	}, long)
}

// TestPairs compares counts and examples with the groups of all runs. With too many pairs, a value stands for exactly
// the values that are rounded to it.
func TestPairs(t *testing.T) {
	counted := func(t require.TestingT, all []run) {
		var p Pairs
		pairs := make(map[[2]Value]bool)
		for _, r := range all {
			p.addRun(r)
			pairs[[2]Value{r.x, r.y}] = true
			require.Less(t, len(p.pairs), 2*MostPairs)
		}
		examples := maps.Collect(p.All())
		groups := make(map[[2]Value][]run)
		for _, r := range all {
			pair := [2]Value{r.x, r.y}
			for metric, v := range pair {
				power, exact := p.Grid(metric)
				if x, is := v.Number(); is && !exact {
					pair[metric] = Number(floor(x, power))
				}
			}
			groups[pair] = append(groups[pair], r)
		}
		got, runs := 0, 0
		kept := [2]map[Value]bool{make(map[Value]bool), make(map[Value]bool)}
		for pair, of := range examples {
			got, runs = got+1, runs+of.Runs
			for metric, v := range pair {
				kept[metric][v] = true
				require.Equal(t, v == Value{}, v.IsNone())
			}
			if pair[0].kind != others && pair[1].kind != others {
				require.Equal(t, firstOf(groups[pair]), of.Seeds())
				require.Len(t, groups[pair], of.Runs)
			}
		}
		require.Equal(t, len(all), runs)
		if len(pairs) <= MostPairs {
			require.Equal(t, len(pairs), got)
			require.False(t, p.rounded)
			return
		}
		require.LessOrEqual(t, got, MostPairs)
		for metric, values := range kept {
			require.LessOrEqual(t, len(values), mostRounded+2) // and none, and others
			require.Equal(t, p.AllNames(metric), !values[Value{kind: others}])
			if power, exact := p.Grid(metric); !exact { // a finer grid has too many points
				finer := make(map[float64]bool)
				for _, r := range all {
					if x, is := [2]Value{r.x, r.y}[metric].Number(); is {
						finer[floor(x, power-1)] = true
					}
				}
				require.Greater(t, len(finer), mostRounded)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) { counted(t, rapid.SliceOf(genRun).Draw(t, "runs")) })
	for _, list := range longRuns() {
		counted(t, list)
	}
	var full []run // exactly as many pairs as are kept
	for i := range MostPairs {
		full = append(full, run{x: Number(float64(i % 200)), y: Number(float64(i))})
	}
	counted(t, full)
}

// firstOf returns the seeds of the first runs, each unlike the others.
func firstOf(runs []run) []uint64 {
	sorted := slices.SortedFunc(slices.Values(runs), func(a, b run) int {
		return compare(example{a.seed, a.hash}, example{b.seed, b.hash})
	})
	seeds, seen := []uint64{}, make(map[[32]byte]bool)
	for _, r := range sorted {
		if !seen[r.hash] && len(seeds) < MostExamples {
			seen[r.hash] = true
			seeds = append(seeds, r.seed)
		}
	}
	return seeds
}

// forms returns canonical forms of numbers, or of pairs: of a few as they are, and of the same on grids.
func forms(two bool) [][]byte {
	numbers, pairs := new(Numbers), new(Pairs)
	for i := range 3 {
		numbers.Add(float64(i) / 4)
		pairs.Add(Number(float64(i)), Name("end"), uint64(i), [32]byte{1})
	}
	pairs.Add(Value{}, Name("end"), 5, [32]byte{1})
	pairs.Add(Value{}, Name("end"), 5, [32]byte{2})
	if two {
		first := pairs.Append(nil)
		pairs.coarsen([2]resolution{{1, math.MaxUint64}, {2, 5}})
		return [][]byte{first, pairs.Append(nil)}
	}
	first := numbers.Append(nil)
	numbers.startRounding()
	numbers.coarsen(0)
	return [][]byte{first, numbers.Append(nil)}
}

// FuzzRead checks that readers accept only canonical forms.
func FuzzRead(f *testing.F) {
	for _, two := range []bool{false, true} {
		for _, form := range forms(two) {
			f.Add(two, form)
		}
	}
	f.Fuzz(canonical)
}

// TestRead checks that values that no additions make are refused.
func TestRead(t *testing.T) {
	empty := new(Pairs)
	empty.at([2]Value{})
	rounded := &Pairs{rounded: true, resolutions: [2]resolution{{0, math.MaxUint64}, all}}
	rounded.pairs = map[[2]Value]*Examples{{Number(0.5)}: {Runs: 1, kept: []example{{}}}}
	between := &Numbers{rounded: true, counts: map[float64]uint64{0: 1, 0.5: 1, 1: 1}, max: 1}
	of := func(kind kind) *Pairs {
		p := new(Pairs)
		p.Add(Value{}, Value{kind: kind}, 1, [32]byte{})
		return p
	}
	for _, v := range []mergeable.Form{empty, rounded, between, of(others), of(others + 1),
		&Numbers{counts: map[float64]uint64{1: 0}}, &Numbers{counts: map[float64]uint64{math.Copysign(0, -1): 1}},
		&Numbers{rounded: true}, &Numbers{counts: map[float64]uint64{math.Inf(1): 1}},
		&Examples{Runs: 1}, &Examples{kept: []example{{}}},
		&Examples{Runs: 2, kept: []example{{seed: 2}, {seed: 1, hash: [hashBytes]byte{1}}}},
		&Examples{Runs: 2, kept: []example{{seed: 1}, {seed: 2}}}} {
		r := mergeable.NewReader(v.Append(nil))
		v.Read(r)
		require.ErrorIs(t, r.Close(), mergeable.ErrDamaged, "%+v", v)
	}
}

// TestDamagedForms checks forms with a small damage anywhere.
func TestDamagedForms(t *testing.T) {
	for _, two := range []bool{false, true} {
		for _, form := range forms(two) {
			canonical(t, two, form)
			for data := range laws.Damaged(form) {
				canonical(t, two, data)
			}
		}
	}
}

// canonical checks that bytes are refused, or are the canonical form of the value that is read from them.
func canonical(t *testing.T, two bool, data []byte) {
	r := mergeable.NewReader(data)
	var again []byte
	if two {
		var p Pairs
		p.Read(r)
		again = p.Append(nil)
	} else {
		var h Numbers
		if h.Read(r); r.Err() == nil {
			h.Spread()
		}
		again = h.Append(nil)
	}
	if r.Close() == nil {
		require.True(t, bytes.Equal(data, again), "%x is read as %x", data, again)
	} else {
		require.ErrorIs(t, r.Close(), mergeable.ErrDamaged)
	}
}
