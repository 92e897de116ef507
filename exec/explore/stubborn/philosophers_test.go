package stubborn

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/stretchr/testify/require"
)

// philosophers returns the dining philosophers (Dijkstra, "Hierarchical ordering of sequential processes", 1971): each
// takes the fork at the right, then the one at the left.
func philosophers(seats int) string {
	var b strings.Builder
	b.WriteString("seat : type. thinks seat : pred. waits seat : pred. eats seat : pred. fork seat : pred.\n" +
		"beside seat seat : pred.\n" +
		"stage table = {\n  first : thinks P * fork P -o waits P.\n" +
		"  second : waits P * !beside P Q * fork Q -o eats P.\n" +
		"  done : eats P * !beside P Q -o thinks P * fork P * fork Q.\n}\n#trace _ table {\n")
	for i := range seats {
		fmt.Fprintf(&b, "  !beside p%d p%d, thinks p%d, fork p%d", i, (i+1)%seats, i, i)
		if i < seats-1 {
			b.WriteString(",\n")
		}
	}
	b.WriteString(" }.\n")
	for i := range seats {
		fmt.Fprintf(&b, "p%d : seat.\n", i)
	}
	return b.String()
}

// The state in which all wait for a fork is found. The reduced space grows with the square of the number of seats, the
// whole space is larger by a factor of 2.4 for each seat.
func TestPhilosophers(t *testing.T) {
	for seats, states := range map[int]int{5: 42, 10: 182, 20: 762} {
		p := replaytest.Load(t, philosophers(seats))
		s, err := explore.Search(context.Background(), p, p.Traces[0],
			explore.Options{Reducer: New(p, p.Traces[0], Questions{})})
		require.NoError(t, err)
		require.Equal(t, states, s.Len())
		require.Len(t, s.Final, 1)
		require.Equal(t, seats, strings.Count(strings.Join(s.Facts(s.Final[0]), ", "), "waits "))
		require.Equal(t, seats, s.Depth(s.Final[0]))
		if seats == 10 {
			whole, err := explore.Search(context.Background(), p, p.Traces[0], explore.Options{})
			require.NoError(t, err)
			require.Equal(t, 6726, whole.Len())
			require.Len(t, whole.Final, 1)
		}
	}
}

func BenchmarkPhilosophers(b *testing.B) {
	for _, seats := range []int{10, 20} {
		p := replaytest.Load(b, philosophers(seats))
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			states := 0
			for b.Loop() {
				s, err := explore.Search(context.Background(), p, p.Traces[0],
					explore.Options{Reducer: New(p, p.Traces[0], Questions{})})
				require.NoError(b, err)
				states = s.Len()
			}
			b.ReportMetric(float64(states), "states")
		})
	}
}
