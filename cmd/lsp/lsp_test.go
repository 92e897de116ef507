package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"
	"github.com/stretchr/testify/require"
)

// A session has a beginning and an end, and requests outside of them are answered with errors.
func TestLifeCycle(t *testing.T) {
	s := connected(t, context.Background())
	here := positionParams{documentParams: documentParams{documentID{URI: uri}}}
	require.Equal(t, notInitialized, s.refused("textDocument/hover", here).Code)
	s.tell("textDocument/didOpen", openParams{}) // too early: dropped

	var result map[string]any
	s.ask("initialize", map[string]any{"capabilities": map[string]any{}}, &result)
	s.tell("initialized", nil)
	require.Equal(t, jrpc2.InvalidRequest, s.refused("initialize", nil).Code)
	require.Equal(t, jrpc2.MethodNotFound, s.refused("textDocument/dance", here).Code)
	require.Equal(t, jrpc2.MethodNotFound, s.refused("rpc.serverInfo", nil).Code)
	require.Equal(t, jrpc2.InvalidParams, s.refused("textDocument/hover", []int{1, 2, 3}).Code)
	refusal := s.refused("textDocument/hover", here)
	require.Equal(t, jrpc2.InvalidParams, refusal.Code)
	require.Equal(t, uri+" is not open", refusal.Message)
	s.tell("$/setTrace", map[string]string{"value": "off"}) // unknown notifications are nothing

	var nothing any
	s.ask("shutdown", nil, &nothing)
	require.Nil(t, nothing)
	require.Equal(t, jrpc2.InvalidRequest, s.refused("textDocument/hover", here).Code)
	s.tell("exit", nil)
	require.NoError(t, s.end())
}

// How an editor leaves decides how the server ends.
func TestEndings(t *testing.T) {
	s := begun(t, map[string]any{})
	s.tell("exit", nil)
	require.EqualError(t, s.end(), "the editor left without `shutdown`")

	s = connected(t, context.Background())
	s.tell("exit", nil)
	require.Error(t, s.end())

	s = begun(t, map[string]any{})
	require.NoError(t, s.hangUp())
	require.EqualError(t, s.end(), "the editor hung up without `shutdown` and `exit`")

	s = begun(t, map[string]any{})
	var nothing any
	s.ask("shutdown", nil, &nothing)
	require.NoError(t, s.hangUp())
	require.NoError(t, s.end())

	ctx, cancel := context.WithCancel(context.Background())
	s = connected(t, ctx)
	cancel()
	require.ErrorIs(t, s.end(), cli.ErrInterrupted)
}

// All piped requests are answered in order before the server ends, with any content type in the
// header. Input that violates the protocol is an error.
func TestPiped(t *testing.T) {
	const session = "Content-Length: 58\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n" +
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}` +
		"Content-Length: 44\r\n\r\n" + `{"jsonrpc":"2.0","id":2,"method":"shutdown"}` +
		"Content-Length: 33\r\n\r\n" + `{"jsonrpc":"2.0","method":"exit"}`
	piped := func(in string) (string, error) {
		var out strings.Builder
		err := Serve(context.Background(), cli.Streams{In: strings.NewReader(in), Out: &out})
		return out.String(), err
	}
	for range 100 {
		out, err := piped(session)
		require.NoError(t, err)
		require.Regexp(t, `(?s)^Content-Type: .*"id":1,.*"id":2,"result":null}$`, out)
	}
	_, err := piped("GET / HTTP\r\n\r\n")
	require.ErrorContains(t, err, "cannot read what the editor sends")
	for _, length := range []string{"999999999999999999", "99999999999999", "-3", "many", ""} {
		_, err = piped("Content-Length: " + length + "\r\n\r\n")
		require.ErrorContains(t, err, "impossible length")
	}
	_, err = piped("Content-Length: 30\r\n\r\n{")
	require.ErrorContains(t, err, "cut off")
	out, err := piped("Content-Length: 3\r\n\r\n{]}Content-Length: 8\r\n\r\n[{},1,0]")
	require.Error(t, err)
	require.Contains(t, out, `"id":null,"error"`)
}

// endless is an input that repeats a line or a letter for ever, and counts the bytes read.
type endless struct {
	unit string
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, strings.Repeat(e.unit, len(p)/len(e.unit)+1))
	e.read += n
	return n, nil
}

// A header or a body that is too large ends the server, which reads no further.
func TestTooLarge(t *testing.T) {
	const header = "a header of more than 8192 bytes"
	for _, unit := range []string{"x", "X-Nothing: x\r\n", "\u20ac", "\x00"} {
		in := &endless{unit: unit}
		require.ErrorContains(t, Serve(t.Context(), cli.Streams{In: in, Out: io.Discard}), header, unit)
		require.Less(t, in.read, 1<<20, unit)
	}
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
	serve := func(header, body string) (string, error) {
		var out strings.Builder
		in := strings.NewReader(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", header, len(body), body))
		err := Serve(t.Context(), cli.Streams{In: in, Out: &out})
		return out.String(), err
	}
	padding := func(n int) string { return "X-Padding: " + strings.Repeat("x", n-len("X-Padding: \r\n")) + "\r\n" }
	rest := len("Content-Length: 58\r\n\r\n")
	out, err := serve(padding(MostHeader-rest), initialize)
	require.NotContains(t, err.Error(), header)
	require.Contains(t, out, "capabilities")
	_, err = serve(padding(MostHeader-rest+1), initialize)
	require.ErrorContains(t, err, header)

	out, err = serve("", initialize+strings.Repeat(" ", MostBody-len(initialize)))
	require.NotContains(t, err.Error(), "impossible length")
	require.Contains(t, out, "capabilities")
	_, err = serve("", initialize+strings.Repeat(" ", MostBody-len(initialize)+1))
	require.ErrorContains(t, err, `a message of impossible length: "67108865" (at most 67108864 bytes are read)`)

	in := io.MultiReader(strings.NewReader("Content-Length: 9"), strings.NewReader("9"))
	require.ErrorContains(t, Serve(t.Context(), cli.Streams{In: in, Out: io.Discard}), "a header that is cut off")
}

// A failure in a handler is the answer to its request, or is written to the editor's log. The
// session continues.
func TestGuarded(t *testing.T) {
	fail := guarded("dance", func(context.Context, *jrpc2.Request) (any, error) { panic("a foot slipped") })
	stumble := guarded("walk", func(context.Context, *jrpc2.Request) (any, error) { return nil, errors.New("a stone") })
	s := newLocal(t, handler.Map{"dance": fail, "walk": stumble})
	refusal := s.refused("dance", nil)
	require.Equal(t, jrpc2.InternalError, refusal.Code)
	require.Contains(t, refusal.Message, "a foot slipped")
	var log logMessage
	s.tell("walk", nil)
	s.told("window/logMessage", &log)
	require.Equal(t, logMessage{messageError, "ceptre: walk: a stone"}, log)
	s.tell("dance", nil)
	s.told("window/logMessage", &log)
	require.Contains(t, log.Message, "a foot slipped")
}
