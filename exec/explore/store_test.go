package explore

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/stretchr/testify/require"
)

// A store finds the states that it was given, large ones among them, and no others, in memory and in the file.
func TestStore(t *testing.T) {
	for _, most := range []int{0, 1, 5 << segmentBits} {
		rnd := rand.New(rand.NewPCG(1, 2))
		s := newStore(most)
		var buffer []byte
		var all [][]byte
		for i := range 30_000 {
			size := rnd.IntN(500)
			if i%10_000 == 7_000 {
				size = rnd.IntN(3 << segmentBits)
			}
			state := make([]byte, size, size+1)
			for k := range state {
				state[k] = byte(rnd.Uint32())
			}
			state = append(state, byte(i))
			n, known := s.find(s.hash(state), state, &buffer)
			if known { // the empty state and some others of few bytes
				require.Equal(t, all[n], state)
				continue
			}
			require.False(t, among(all, state))
			require.Equal(t, State(len(all)), s.add(s.hash(state), state, State(i)))
			all = append(all, state)
		}
		require.Equal(t, most > 0, s.spilled > 0)
		for n, state := range all {
			require.True(t, bytes.Equal(state, s.read(State(n), &buffer)))
			found, known := s.find(s.hash(state), state, &buffer)
			require.True(t, known)
			require.Equal(t, State(n), found)
			_, known = s.find(s.hash(state[1:]), append(state[:len(state):len(state)], 0), &buffer)
			require.False(t, known)
		}
		require.NoError(t, s.close())
	}
}

// among reports whether a state is among others; only short ones come again.
func among(all [][]byte, state []byte) bool {
	if len(state) > 3 {
		return false
	}
	for _, other := range all {
		if bytes.Equal(other, state) {
			return true
		}
	}
	return false
}

// A search that writes states to a file finds the same as one that does not.
func TestSpill(t *testing.T) {
	p := replaytest.Load(t, readModel(t, "puzzle"))
	o := Options{MaxStates: 150_000}
	want, err := Search(context.Background(), p, p.Traces[0], o)
	require.NoError(t, err)
	require.Zero(t, want.Spilled())
	o.Memory = 1
	got, err := Search(context.Background(), p, p.Traces[0], o)
	require.NoError(t, err)
	require.NotZero(t, got.Spilled())
	requireSame(t, want, got)
	require.Equal(t, want.Facts(99), got.Facts(99))
	require.NoError(t, got.Close())

	o.Memory = 1
	o.Progress = func(found, looked int) { t.Setenv("TMPDIR", "/nowhere") }
	_, err = Search(context.Background(), p, p.Traces[0], o)
	require.ErrorIs(t, err, os.ErrNotExist)
}
