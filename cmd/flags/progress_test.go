package flags

import (
	"bytes"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/stretchr/testify/require"
)

// Progress is shown when it is due, and leaves nothing behind.
func TestProgress(t *testing.T) {
	var shown bytes.Buffer
	p := &progress{chooser: exec.First(), out: &shown, due: time.Now().Add(time.Hour)}
	p.show(time.Now())
	p.leave(&shown)
	require.Empty(t, shown.String())
	p.due, p.steps = time.Time{}, 7
	p.show(time.Now())
	p.show(time.Now()) // too soon to show again
	p.leave(&shown)
	require.Equal(t, "\r7 steps\r\x1b[K", shown.String())
}
