package lsp

import (
	"context"
	"io"
	"runtime"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"
	"github.com/stretchr/testify/require"
)

// gated starts a session with a server that knows a method more: `gate` holds it up until so
// many changes were read that wait behind it.
func gated(t *testing.T, behind int64) *session {
	s := joined(t, func(streams cli.Streams) error {
		conn := connect(streams)
		srv := newServer(conn)
		srv.methods["gate"] = func(context.Context, *jrpc2.Request) (any, error) {
			for conn.changes.Load() < behind {
				runtime.Gosched()
			}
			return nil, nil
		}
		return serve(context.Background(), conn, srv)
	})
	var result initializeResult
	s.ask("initialize", map[string]any{}, &result)
	return s
}

// typed sends a version of the text without waiting for its diagnostics.
func (s *session) typed(version int, text string) {
	s.tell(didChange, changeParams{documentParams{documentID{uri, version}}, []contentChange{{Text: text}}})
}

// Of the changes that wait, the newest alone is looked at; a question is answered of it.
func TestBurst(t *testing.T) {
	s := gated(t, 4)
	require.Equal(t, 1, s.open("tok : prd.").Version)
	s.tell("gate", nil)
	s.typed(2, "tok : pre.")
	s.typed(3, "tok : pr.")
	s.tell(didChange, changeParams{documentParams{documentID{uri, 4}},
		[]contentChange{{&textRange{position{0, 8}, position{0, 9}}, "ed. x"}}})
	s.typed(5, "tick : pred. go : () -o tick.")
	var told *hoverResult
	s.ask("textDocument/hover", positionParams{documentParams{documentID{URI: uri}}, position{0, 1}}, &told)
	require.Contains(t, told.Contents.Value, "tick : pred")
	require.Equal(t, publishParams{documentID{uri, 5}, []diagnostic{}}, s.published())
	require.Equal(t, 6, s.change(6, contentChange{Text: "tick : pred."}).Version)
}

// Each change is applied to the result of the one before, though that was never analysed.
func TestBurstOfLetters(t *testing.T) {
	s := gated(t, 3)
	s.open("t : pred.")
	s.tell("gate", nil)
	for i, letter := range []string{"i", "c", "k"} {
		at := position{0, 1 + i}
		s.tell(didChange, changeParams{documentParams{documentID{uri, i + 2}}, []contentChange{{&textRange{at, at}, letter}}})
	}
	got := s.published()
	require.Equal(t, 4, got.Version)
	require.Len(t, got.Diagnostics, 1)
	require.Equal(t, "predicate `tick` is never used", got.Diagnostics[0].Message)
}

// A change that makes no sense holds up none that wait before it, nor does one of a text
// that is not open, or of another.
func TestBurstWithMistakes(t *testing.T) {
	s := gated(t, 4)
	s.open("tok : pred.")
	params := openParams{}
	params.TextDocument.URI = "file:///other.cep"
	s.tell("textDocument/didOpen", params)
	require.Equal(t, "file:///other.cep", s.published().URI)
	s.tell("gate", nil)
	s.typed(2, "")
	s.tell(didChange, changeParams{documentParams{documentID{"file:///other.cep", 2}}, nil})
	s.tell(didChange, map[string]any{"textDocument": 7})
	s.tell(didChange, changeParams{documentParams{documentID{"file:///none.cep", 2}}, nil})
	var log logMessage
	s.told("window/logMessage", &log)
	require.Equal(t, documentID{"file:///other.cep", 2}, s.published().documentID)
	require.Equal(t, documentID{uri, 2}, s.published().documentID)
	s.told("window/logMessage", &log)
	require.Contains(t, log.Message, "is not open")
}

// A text that is closed before it was looked at is not looked at.
func TestBurstAndClose(t *testing.T) {
	s := gated(t, 2)
	s.open("tok : pred.")
	s.tell("gate", nil)
	s.typed(2, "tok : prd.")
	s.tell("textDocument/didClose", documentParams{documentID{URI: uri}})
	s.typed(3, "tok : prd.")
	require.Equal(t, publishParams{documentID{URI: uri}, []diagnostic{}}, s.published())
	var log logMessage
	s.told("window/logMessage", &log)
	require.Contains(t, log.Message, "is not open")
}

// A question that comes in one message with changes does not wait for the last of these.
func TestAskWithinBurst(t *testing.T) {
	srv := newServer(connect(cli.Streams{In: new(io.PipeReader), Out: io.Discard}))
	srv.take(openText{newText("tok : pred.", utf16Units), documentID{uri, 3}})
	s := newLocal(t, handler.Map{"hover": srv.methods["textDocument/hover"],
		"complete": srv.methods["textDocument/completion"]})
	at := positionParams{documentParams{documentID{URI: uri}}, position{0, 1}}
	var told *hoverResult
	s.ask("hover", at, &told)
	require.Contains(t, told.Contents.Value, "tok : pred")
	require.Equal(t, 3, s.published().Version)
	var items []completionItem
	s.ask("complete", at, &items) // it has been looked at
	require.NotEmpty(t, items)
	require.Empty(t, s.notes)
}

// Changes are counted as the server is told of them: each of a message, and none that is a
// request or makes no sense.
func TestCountedChanges(t *testing.T) {
	for message, want := range map[string]int64{
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{}}`: 1,
		`[{"jsonrpc":"2.0","method":"textDocument/didChange"},` +
			`{"jsonrpc":"2.0","id":null,"method":"textDocument/didChange"}]`: 2,
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/didChange"}`: 0,
		`{"jsonrpc":"1","method":"textDocument/didChange"}`:          0,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen"}`:          0,
		`{`: 0,
	} {
		require.Equal(t, want, changes([]byte(message)), message)
	}
}

// A change is counted when it is read and counted off when it is handled, even if it is refused.
// Requests are not counted at all.
func TestCountedOff(t *testing.T) {
	conn := connect(cli.Streams{In: new(io.PipeReader), Out: io.Discard})
	conn.changes.Store(2)
	s := newLocal(t, handler.Map{didChange: newServer(conn).Assign(t.Context(), didChange)})
	require.Equal(t, notInitialized, s.refused(didChange, nil).Code)
	require.EqualValues(t, 2, conn.changes.Load())
	s.tell(didChange, nil)
	s.refused(didChange, nil) // which comes after
	require.EqualValues(t, 1, conn.changes.Load())
}
