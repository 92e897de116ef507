package farkas

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawVectors draws up to so many vectors.
func drawVectors(t *rapid.T, most, equations, greatest int) []Vector {
	out := make([]Vector, rapid.IntRange(1, most).Draw(t, "vectors"))
	for i := range out {
		for k := range equations {
			if n := rapid.IntRange(-greatest, greatest).Draw(t, "element"); n != 0 {
				out[i] = append(out[i], Element{k, int64(n)})
			}
		}
	}
	return out
}

// mostTimes is how often plain enumeration takes a vector.
const mostTimes = 6

// enumerate tries all combinations up to mostTimes, and keeps those of minimal support, the least of each support.
func enumerate(vectors []Vector, equations int) []Vector {
	least := make(map[uint]Vector)
	x := make([]int64, len(vectors))
	var try func(i int)
	try = func(i int) {
		if i < len(x) {
			for x[i] = 0; x[i] <= mostTimes; x[i]++ {
				try(i + 1)
			}
			x[i] = 0
			return
		}
		sums := make([]int64, equations)
		var support uint
		var v Vector
		for i, n := range x {
			if n > 0 {
				support |= 1 << i
				v = append(v, Element{i, n})
			}
			for _, e := range vectors[i] {
				sums[e.Index] += n * e.N
			}
		}
		isZero := !slices.ContainsFunc(sums, func(n int64) bool { return n != 0 })
		if _, known := least[support]; support != 0 && isZero && !known {
			least[support] = v
		}
	}
	try(0)
	var out []Vector
	for support, v := range least {
		minimal := true
		for other := range least {
			minimal = minimal && (other == support || other&^support != 0)
		}
		if minimal {
			out = append(out, v)
		}
	}
	return out
}

func TestMinimalAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vectors := drawVectors(t, 4, 2, 2)
		got, ok := Minimal(context.Background(), vectors, 2)
		require.True(t, ok)
		often := func(e Element) bool { return e.N > mostTimes }
		got = slices.DeleteFunc(got, func(v Vector) bool { return slices.ContainsFunc(v, often) })
		require.ElementsMatch(t, enumerate(vectors, 2), got)
	})
}

// TestTableIsCountedRight: the incremental counts of the table equal a fresh count.
func TestTableIsCountedRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newTable(drawVectors(t, 12, 6, 1), 6)
		for equations := []int{0, 1, 2, 3, 4, 5}; len(equations) > 0; {
			k := f.cheapest(equations)
			for _, equation := range equations {
				gains, losses := f.split(equation)
				vectors := 0
				for _, row := range slices.Concat(gains, losses) {
					vectors += len(row.times)
				}
				require.Equal(t, rowCount{len(gains), len(losses), vectors}, f.counts[equation])
				require.GreaterOrEqual(t, f.counts[equation].adds(), f.counts[equations[k]].adds())
			}
			require.True(t, f.eliminate(context.Background(), equations[k]))
			equations = slices.Delete(equations, k, k+1)
			require.Len(t, remaining(&f.all), f.size)
		}
	})
}

func TestSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, ok := Minimal(ctx, []Vector{{{0, 1}}, {{0, -1}}}, 1)
	require.False(t, ok)
}

func TestNumbersOutOfRange(t *testing.T) {
	_, ok := Minimal(context.Background(), []Vector{{{0, MaxCoefficient + 1}}}, 1)
	require.False(t, ok)
	_, ok = Minimal(context.Background(), []Vector{{{0, -MaxCoefficient}, {1, 1}}, {{0, MaxCoefficient - 1}, {1, -1}}}, 2)
	require.False(t, ok)
}
