package report

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// market is a program in which people want the same things, some of which are alike, and
// some need only to be there.
const market = `person : type. ann : person. ben : person. cy : person.
at person : pred. coin : pred. bread person : pred. song : pred. gone person : pred.
stage day = {
  buy : $at P * coin -o bread P.
  give : $at P * $at Q * P <> Q * bread P -o bread Q.
  sing : $at P * bread P -o !song.
  leave : at P * song -o gone P.
  spend : coin * coin -o song.
}
#trace _ day { at ann, at ben, at cy, coin, coin, coin }.
`

// random returns a run of a program on chance, of a few steps.
func random(t *rapid.T, p *lang.Program) *causal.Graph {
	tr, err := exec.Run(t.Context(), p, p.Traces[0], exec.Options{
		Seed:   rapid.Uint64().Draw(t, "seed"),
		Limits: exec.Limits{Steps: rapid.IntRange(0, 12).Draw(t, "steps")},
	})
	require.NoError(t, err)
	return causal.New(tr)
}

// Whoever asks how two runs differ is told the same of each of them, whichever comes first.
func TestCompareTellsTheSameInEitherOrder(t *testing.T) {
	p, errs := lang.Load("market.cep", []byte(market))
	require.NotNil(t, p, "%v", errs)
	left, right := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := random(t, p), random(t, p)
		there, back := Compare(a, b, "one", "two"), Compare(b, a, "two", "one")
		require.Equal(t, there.Summary(), back.Summary())
		require.Equal(t, there.Sections(), swapped(back.Sections()))
		if there.Same {
			return // resources that are alike within a run may be paired in any way
		}
		data, other := there.Data().(comparisonData), back.Data().(comparisonData)
		require.Equal(t, data.Left, other.Right)
		require.Equal(t, data.Right, other.Left)
		require.ElementsMatch(t, data.Common,
			each(other.Common, func(c [2]string) [2]string { return [2]string{c[1], c[0]} }))
		left += len(there.left.rivals)
		right += len(there.right.rivals)
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, left)
	require.NotZero(t, right)
}

// swapped returns sections, of which there is one for each run, with those of the other
// run first.
func swapped(sections []Section) []Section {
	out := slices.Clone(sections)
	for i := 0; i < len(out); i += 2 {
		out[i], out[i+1] = out[i+1], out[i]
	}
	return out
}
