package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A long text goes on in pieces, which are the text that is kept without a writer.
func TestLongTextFlows(t *testing.T) {
	write := func(b *Text) {
		for range 3 {
			b.Title("a section")
			for range 1000 {
				b.Item("%s", strings.Repeat("x", 99))
			}
		}
	}
	var kept, flowing Text
	var to bytes.Buffer
	flowing.To = &to
	write(&kept)
	write(&flowing)
	require.Less(t, flowing.Len(), mostKept)
	require.Positive(t, to.Len())
	flowing.Flush()
	require.NoError(t, flowing.Err)
	require.Equal(t, kept.String(), to.String())

	broken := &Text{To: full{}}
	write(broken)
	require.ErrorIs(t, broken.Err, errFull)
	require.Less(t, broken.Len(), mostKept)
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }
