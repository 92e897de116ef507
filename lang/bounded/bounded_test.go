package bounded

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	for _, text := range []string{"", "ab", "abc"} {
		data, err := Read(strings.NewReader(text), 3)
		require.NoError(t, err)
		require.Equal(t, text, string(data))
	}
	in := strings.NewReader("abcdef")
	data, err := Read(in, 3)
	require.ErrorIs(t, err, ErrTooLarge)
	require.Equal(t, "abcd", string(data))
	rest, err := io.ReadAll(in)
	require.NoError(t, err)
	require.Equal(t, "ef", string(rest))
}

// A fault of the input is told before its size.
func TestFaults(t *testing.T) {
	data, err := Read(io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(io.ErrClosedPipe)), 3)
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.Equal(t, "ab", string(data))
}
