package exec

import (
	"context"
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// TestFactSize makes facts that are as large as the limit, and facts that are larger by one symbol,
// in the simple way and in the general one.
func TestFactSize(t *testing.T) {
	const head = numerals +
		"t : type. e : t. f t : t. g t t : t. a : pred. m nat : pred. p t : pred. q nat nat nat : pred.\n"
	for _, c := range []struct {
		rule, state string
		size        int
	}{
		{"a -o p (f (f e))", "a", 4},
		{"p X -o p (f X)", "p (f (f e))", 5},
		{"p X -o p (g X X)", "p (f e)", 6},
		{"m N -o q N N N", "m 1", 4},
		{"m N -o q (N + 1) N 7", "m 1", 4},
		{"m N -o m (N * N)", "m 3", 2},
		{"m N -o m (N * N)", "m 10000000000", 41}, // two machine words, each of 20 digits at the most
	} {
		p := load(t, head+"stage go = { r : "+c.rule+". } #trace _ go { "+c.state+" }.")
		rule := p.Stages[0].Rules[0]
		for _, general := range []bool{false, true} {
			fire := func(limit int) error {
				m := newMachine(p, p.Traces[0], Limits{FactSize: limit})
				require.NotNil(t, m.rules[rule].simple)
				if general {
					m.rules[rule].simple = nil
				}
				e, err := m.Enabled(context.Background())
				require.NoError(t, err)
				_, err = m.Fire(e.At(0))
				return err
			}
			require.NoError(t, fire(c.size), c.rule)
			require.ErrorContains(t, fire(c.size-1), fmt.Sprintf("more than %d symbols", c.size-1), c.rule)
		}
	}
}

// TestLargeDerivations asks which proofs are written: those of facts as large as the facts of runs
// may be.
func TestLargeDerivations(t *testing.T) {
	p := load(t, "n : type. z : n. s n : n. c n n : pred.")
	pred, of := p.Preds[0], p.Types[0]
	size := func(symbols int) *prove.Derivation {
		args := []lang.Value{lang.NumberValue(of, lang.NewNat(3)), lang.NumberValue(of, lang.NewNat(int64(symbols-6)))}
		return &prove.Derivation{Fact: lang.Fact{Pred: pred, Args: args}}
	}
	require.False(t, size(defaultFactSize).Large())
	require.True(t, size(defaultFactSize+1).Large())
	require.Equal(t, "c …", size(defaultFactSize+1).String())
}
