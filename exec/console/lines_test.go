package console

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLines(t *testing.T) {
	l := NewLines(strings.NewReader("one\r\n\ntwo"))
	for i, want := range []string{"one", "", "two"} {
		text, err := l.Next(context.Background())
		require.NoError(t, err)
		require.Equal(t, want, text)
		require.Equal(t, i+1, l.Count())
	}
	for range 2 {
		_, err := l.Next(context.Background())
		require.Equal(t, io.EOF, err)
	}
	require.EqualError(t, l.At(io.ErrUnexpectedEOF), "<stdin>:3: unexpected EOF")
}

// A line that arrives after its caller was interrupted is not lost.
func TestLinesInterrupted(t *testing.T) {
	read, write := io.Pipe()
	l := NewLines(read)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Millisecond, cancel)
	_, err := l.Next(ctx)
	require.ErrorIs(t, err, context.Canceled)
	go func() { _, _ = io.WriteString(write, "late\n") }()
	text, err := l.Next(context.Background())
	require.NoError(t, err)
	require.Equal(t, "late", text)
}

func TestLinesErrors(t *testing.T) {
	_, err := NewLines(strings.NewReader(strings.Repeat("x", maxLine+1))).Next(context.Background())
	require.EqualError(t, err, "<stdin>:1: the line is longer than 1048576 bytes")
	dir, err := os.Open(t.TempDir())
	require.NoError(t, err)
	defer dir.Close()
	_, err = NewLines(dir).Next(context.Background())
	require.ErrorContains(t, err, "<stdin>:1: is a directory")
}
