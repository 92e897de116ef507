package desk

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// asked sends a request to a session, which must not fail.
func asked(t *testing.T, s *Session, request map[string]any) *reply {
	t.Helper()
	a := tried(t, s, request)
	require.Empty(t, a.Error)
	return a
}

func tried(t *testing.T, s *Session, request map[string]any) *reply {
	t.Helper()
	data, err := json.Marshal(request)
	require.NoError(t, err)
	var a reply
	require.NoError(t, json.Unmarshal(s.Handle(context.Background(), data), &a))
	return &a
}

type do = map[string]any

func opened(t *testing.T) *Session {
	text, err := os.ReadFile("../../examples/verona.cep")
	require.NoError(t, err)
	words, err := os.ReadFile("../../examples/verona.md")
	require.NoError(t, err)
	s := new(Session)
	a := asked(t, s, do{"do": "open", "name": "verona.cep", "text": string(text), "prose": string(words), "seed": "3"})
	require.Equal(t, "verona", a.Program.Name)
	return s
}

// A play by requests: each act is answered by the view and what is new to the page.
func TestRequests(t *testing.T) {
	s := opened(t)
	a := asked(t, s, do{"do": "choose", "number": 1, "known": 1})
	require.NotEmpty(t, a.Points)
	require.Equal(t, 1, int(a.View.Happened[0].Point))
	a = asked(t, s, do{"do": "undo", "known": 2})
	require.Equal(t, 0, int(a.View.Point))
	d := asked(t, s, do{"do": "step", "point": 1}).Step
	require.NotEmpty(t, d.Source)
	require.NotEmpty(t, d.Bindings)
	asked(t, s, do{"do": "redo"})
	require.Contains(t, asked(t, s, do{"do": "why", "what": "t1"}).Text, "t1")
	require.NotEmpty(t, asked(t, s, do{"do": "trace"}).Trace)
}
