package game

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// A program that takes long to read is given up when the time of the request is over, whatever
// it holds, and the handler goes on.
func TestReadingTakesTooLong(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "t%d : type. c%d : t%d.\n", i, i, i)
	}
	large := text.String() + attic
	begun := time.Now()
	lang.Load("large.cep", []byte(large))
	whole := time.Since(begun)
	request, err := json.Marshal(do{"do": "open", "text": large})
	require.NoError(t, err)

	s := &Handler{Patience: time.Millisecond}
	begun = time.Now()
	var a reply
	require.NoError(t, json.Unmarshal(s.Handle(ctx, request), &a))
	require.Equal(t, "it took too long, and was given up", a.Error)
	require.Less(t, time.Since(begun), whole/2+100*time.Millisecond)

	s.Patience = 0
	require.NotEmpty(t, moves(asked(t, s, do{"do": "open", "text": attic})))
}

// One text is read at a time: the next waits for it, as long as its own time lasts.
func TestReadingWaits(t *testing.T) {
	s := &Handler{Patience: 10 * time.Millisecond, reading: make(chan struct{}, 1)}
	s.reading <- struct{}{}
	require.Equal(t, "it took too long, and was given up", tried(t, s, do{"do": "open", "text": attic}).Error)
	s.Patience = 0
	time.AfterFunc(10*time.Millisecond, func() { <-s.reading })
	asked(t, s, do{"do": "open", "text": attic})
}
