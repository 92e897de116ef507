package fold

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestAround: events that are kept apart stand alone, and between two that follow each other in the order of
// firing no more boxes begin than there are kinds of events: a kind for each event apart, of the events that lead
// to it, and one of the events that lead to none.
func TestAround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		apart := randomPart(t, s)
		f := s.Around(apart)
		for _, e := range apart {
			require.Len(t, f.Groups[f.Group(e)].Events, 1)
		}
		for _, g := range f.Groups {
			require.True(t, len(g.Events) == 1 || g.Method == Around)
		}
		if len(apart) == 0 {
			require.LessOrEqual(t, len(f.Groups), 1)
		}
	})
}
