package lsp

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"
	"github.com/stretchr/testify/require"
)

const uri = "file:///play.cep"

// session is an editor that talks to a server in memory.
type session struct {
	t      testing.TB
	client *jrpc2.Client
	hangUp func() error
	notes  chan note  // notifications of the server
	ended  chan error // the result of Serve
}

// note is a notification of the server.
type note struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// listening is the editor's end of a connection. It hears notes in the order in which they
// come, in which the client would not deliver them.
type listening struct {
	channel.Channel
	notes chan<- note
}

// Recv returns the next message that is no note.
func (l listening) Recv() ([]byte, error) {
	for {
		message, err := l.Channel.Recv()
		var n note
		if err != nil || json.Unmarshal(message, &n) != nil || n.Method == "" || n.ID != nil {
			return message, err
		}
		l.notes <- n
	}
}

// connected starts a server and leaves it to the test to begin.
func connected(t testing.TB, ctx context.Context) *session {
	return joined(t, func(streams cli.Streams) error { return Serve(ctx, streams) })
}

// joined is connected with another function to serve.
func joined(t testing.TB, serve func(cli.Streams) error) *session {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	s := &session{t: t, hangUp: toServer.Close, notes: make(chan note, 100), ended: make(chan error, 1)}
	go func() {
		s.ended <- serve(cli.Streams{In: in, Out: out})
		out.Close()
	}()
	s.client = jrpc2.NewClient(listening{channel.LSP(fromServer, toServer), s.notes}, nil)
	t.Cleanup(func() { s.client.Close() })
	return s
}

// begun starts a session with an editor that can do what the capabilities say.
func begun(t testing.TB, capabilities any) *session {
	s := connected(t, context.Background())
	var result initializeResult
	s.ask("initialize", map[string]any{"processId": nil, "capabilities": capabilities}, &result)
	require.Equal(t, "ceptre", result.ServerInfo.Name)
	s.tell("initialized", map[string]any{})
	return s
}

// opened starts a session and opens a text. The mark ‸ in it is not part of it, but
// the position that is returned.
func opened(t testing.TB, marked string) (*session, positionParams) {
	s := begun(t, map[string]any{})
	plain, at := cut(marked)
	s.open(plain)
	return s, at
}

// cut takes the mark ‸ out of a text, and returns where it was.
func cut(marked string) (string, positionParams) {
	before, after, _ := strings.Cut(marked, "‸")
	return before + after, positionParams{documentParams{documentID{URI: uri}},
		newText(before+after, utf16Units).position(len(before))}
}

func (s *session) open(text string) publishParams {
	params := openParams{}
	params.TextDocument.URI, params.TextDocument.Version, params.TextDocument.Text = uri, 1, text
	s.tell("textDocument/didOpen", params)
	return s.published()
}

func (s *session) change(version int, changes ...contentChange) publishParams {
	s.tell("textDocument/didChange", changeParams{documentParams{documentID{uri, version}}, changes})
	return s.published()
}

// published waits for the next diagnostics.
func (s *session) published() publishParams {
	var params publishParams
	s.told("textDocument/publishDiagnostics", &params)
	return params
}

// told waits for the next notification.
func (s *session) told(method string, params any) {
	s.t.Helper()
	select {
	case n := <-s.notes:
		require.Equal(s.t, method, n.Method)
		require.NoError(s.t, json.Unmarshal(n.Params, params))
	case <-time.After(10 * time.Second):
		require.Fail(s.t, "the server says nothing")
	}
}

func (s *session) tell(method string, params any) {
	s.t.Helper()
	require.NoError(s.t, s.client.Notify(context.Background(), method, params))
}

// ask sends a request that must not fail.
func (s *session) ask(method string, params, result any) {
	s.t.Helper()
	require.NoError(s.t, s.client.CallResult(context.Background(), method, params, result))
}

// refused sends a request that must fail, and returns how.
func (s *session) refused(method string, params any) *jrpc2.Error {
	s.t.Helper()
	_, err := s.client.Call(context.Background(), method, params)
	require.Error(s.t, err)
	var refusal *jrpc2.Error
	require.ErrorAs(s.t, err, &refusal)
	return refusal
}

// end waits for the result of Serve.
func (s *session) end() error {
	select {
	case err := <-s.ended:
		return err
	case <-time.After(10 * time.Second):
		require.Fail(s.t, "the server does not end")
		return nil
	}
}

// newLocal starts a session with a server that has other methods.
func newLocal(t testing.TB, methods handler.Map) *session {
	s := &session{t: t, notes: make(chan note, 100)}
	ours, theirs := channel.Direct()
	server := jrpc2.NewServer(methods, &jrpc2.ServerOptions{AllowPush: true}).Start(theirs)
	s.client = jrpc2.NewClient(listening{ours, s.notes}, nil)
	t.Cleanup(func() {
		s.client.Close()
		server.Stop()
	})
	return s
}
