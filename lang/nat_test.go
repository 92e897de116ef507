package lang

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genNat draws small numbers, numbers about the largest machine integer, and far
// larger ones.
func genNat() *rapid.Generator[Nat] {
	return rapid.Custom(func(t *rapid.T) Nat {
		switch rapid.IntRange(0, 3).Draw(t, "size") {
		case 0:
			return NewNat(rapid.Int64Range(0, 9).Draw(t, "small"))
		case 1:
			return NewNat(rapid.Int64Range(math.MaxInt64-3, math.MaxInt64).Draw(t, "edge"))
		case 2:
			return NewNat(rapid.Int64Range(0, math.MaxInt64).Draw(t, "any"))
		}
		return ParseNat(rapid.StringMatching(`[1-9][0-9]{18,40}`).Draw(t, "large"))
	})
}

// The numbers calculate as big integers do, whatever they are inside.
func TestNat(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, m := genNat().Draw(rt, "n"), genNat().Draw(rt, "m")
		x, y := parsed(n), parsed(m)
		require.Equal(rt, x.Cmp(y), n.Cmp(m))
		require.Equal(rt, x.Sign() == 0, n.IsZero())
		require.Equal(rt, new(big.Int).Add(x, y).String(), n.Add(m).String())
		require.Equal(rt, new(big.Int).Mul(x, y).String(), n.Mul(m).String())
		require.Equal(rt, 0, ParseNat(n.Mul(m).String()).Cmp(n.Mul(m)))
		less, ok := n.Sub(m)
		require.Equal(rt, x.Cmp(y) >= 0, ok)
		if ok {
			require.Equal(rt, new(big.Int).Sub(x, y).String(), less.String())
			require.Equal(rt, 0, less.Add(m).Cmp(n))
		}
		q, r, ok := n.DivMod(m)
		require.Equal(rt, y.Sign() != 0, ok)
		if ok {
			require.Equal(rt, new(big.Int).Quo(x, y).String(), q.String())
			require.Equal(rt, new(big.Int).Rem(x, y).String(), r.String())
		}
	})
}

func parsed(n Nat) *big.Int {
	x, _ := new(big.Int).SetString(n.String(), 10)
	return x
}
