package fold

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func nodes(f *Folding) int { return len(f.Groups) + len(f.Bundles()) }

// Nothing has more nodes than it may, unless not even a single group would; and
// nothing finer would have fitted.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		ladder := []*Folding{s.Fold(), s.single().bundled(), s.Fold(Repeats), s.Fold(Repeats, Chains), s.Fold(Repeats, Chains, Stages)}
		most := max(1, rapid.OneOf(
			rapid.IntRange(1, 80),
			rapid.Map(rapid.SampledFrom(ladder), nodes), // as much as a rung needs
			rapid.Map(rapid.SampledFrom(ladder), func(f *Folding) int { return nodes(f) - 1 }), // and too little for it
		).Draw(t, "most"))
		f := s.Fit(most)
		if nodes(s.single().fold(Spans, 1)) <= most {
			require.LessOrEqual(t, nodes(f), most)
		}
		for rung, finer := range ladder {
			if nodes(finer) <= most && (rung < 4 || nodes(finer)*roomy >= most) {
				require.Equal(t, finer.Groups, f.Groups)
				return
			}
		}
		require.Equal(t, s.single().fold(Spans, len(f.Groups)).Groups, f.Groups)
		if finer := s.single().fold(Spans, len(f.Groups)+1); nodes(f) <= most {
			require.Greater(t, nodes(finer), most)
		}
	})
}

func TestFitGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		most := rapid.IntRange(1, 30).Draw(t, "most")
		f := s.FitGroups(most)
		require.LessOrEqual(t, len(f.Groups), most)
		require.True(t, len(s.Events) == 0 || len(f.Groups) > 0)
	})
}

func TestFitWithoutBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		require.Equal(t, s.Fold().Groups, s.Fit(0).Groups)
		require.Equal(t, s.Fold().Groups, s.FitGroups(0).Groups)
	})
}

func TestParseMethod(t *testing.T) {
	for _, m := range Methods() {
		got, err := ParseMethod(string(m))
		require.NoError(t, err)
		require.Equal(t, m, got)
	}
	_, err := ParseMethod("chain")
	require.EqualError(t, err, `no way to fold called "chain"; there is repeat, chains, stage, span, rule`)
}
