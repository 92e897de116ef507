package tracefile

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInflaterBound reads texts that have as many bytes as their compressed size allows, and texts
// that have one more. The compact form has no such bound.
func TestInflaterBound(t *testing.T) {
	for _, packed := range []int64{0, 1, 5000} {
		most := freeText + maxRatio*packed
		read := func(size int64, compact bool) (int64, error) {
			text := strings.NewReader(strings.Repeat(" ", int(size)))
			u := &Unpacker{packed: counter{n: packed}, text: counter{in: text}, in: bufio.NewReader(strings.NewReader(""))}
			return io.Copy(io.Discard, &inflater{Unpacker: u, compact: compact})
		}
		n, err := read(most, false)
		require.NoError(t, err)
		require.Equal(t, most, n)
		_, err = read(most+1, false)
		require.EqualError(t, err, "more than 250 times the compressed size")
		n, err = read(most+1, true)
		require.NoError(t, err)
		require.Equal(t, most+1, n)
	}
}
