package lsp

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"
)

// state is how far a session has come.
type state int

const (
	fresh     state = iota // before `initialize`
	running                // after it
	shut                   // after `shutdown`
	left                   // after `exit`
	leftEarly              // after `exit` without `shutdown`
)

// server is one session with an editor. Handlers run one at a time.
type server struct {
	state  state                // belongs to Assign
	texts  map[string]openText  // all that are open
	docs   map[string]*document // the programs among them that have not changed since they were looked at
	proofs map[string]proof     // the programs that the prose among them was checked against
	client capabilities
	conn   *connection
	// methods are the methods of a running session.
	methods handler.Map
}

func newServer(conn *connection) *server {
	s := &server{texts: make(map[string]openText), docs: make(map[string]*document), proofs: make(map[string]proof),
		conn: conn}
	s.methods = handler.Map{
		"initialized":                    ignore,
		"textDocument/didOpen":           s.unlessMore(handler.New(s.didOpen)),
		didChange:                        s.unlessMore(handler.New(s.didChange)),
		"textDocument/didClose":          s.unlessMore(handler.New(s.didClose)),
		"textDocument/hover":             handler.New(s.hover),
		"textDocument/definition":        askOf(s, definition),
		"textDocument/references":        askOf(s, s.references),
		"textDocument/documentHighlight": ask(s, highlights),
		"textDocument/prepareRename":     askOf(s, prepareRename),
		"textDocument/rename":            askOf(s, s.rename),
		"textDocument/completion":        handler.New(s.complete),
		"textDocument/codeAction":        handler.New(s.actions),
		"textDocument/formatting":        ask(s, format),
		"textDocument/documentSymbol":    ask(s, symbols),
	}
	return s
}

// Assign returns the handler of a method, or nil if the method is unknown.
func (s *server) Assign(_ context.Context, method string) jrpc2.Handler {
	h := s.assign(method)
	if method != didChange {
		return h
	}
	return func(ctx context.Context, req *jrpc2.Request) (any, error) {
		if req.IsNotification() {
			s.conn.changes.Add(-1)
		}
		return h(ctx, req)
	}
}

// didChange is the method that tells of a change.
const didChange = "textDocument/didChange"

// unlessMore checks the changed texts after a change, unless more changes have been read already. A
// fast typist therefore waits for one analysis, not for one per letter.
func (s *server) unlessMore(h jrpc2.Handler) jrpc2.Handler {
	return func(ctx context.Context, req *jrpc2.Request) (any, error) {
		_, err := h(ctx, req)
		if s.conn.changes.Load() > 0 {
			return nil, err
		}
		if checked := s.checkAll(ctx); err == nil {
			err = checked
		}
		return nil, err
	}
}

// assign is Assign for one message. It is called for each, in the order in which they
// come, and so is the place where the state moves on.
func (s *server) assign(method string) jrpc2.Handler {
	switch {
	case method == "exit":
		if s.state == shut {
			s.state = left
		} else if s.state < shut {
			s.state = leftEarly
		}
		return func(context.Context, *jrpc2.Request) (any, error) { s.conn.hangUp(); return nil, nil }
	case s.state == fresh && method != "initialize":
		return refuse(notInitialized, "the session has not begun: `initialize` comes first")
	case s.state > running:
		return refuse(jrpc2.InvalidRequest, "the session has ended: after `shutdown` only `exit` may come")
	}
	switch method {
	case "initialize":
		if s.state == running {
			return refuse(jrpc2.InvalidRequest, "the session has begun already")
		}
		s.state = running
		return guarded(method, handler.New(s.initialize))
	case "shutdown":
		s.state = shut
		return ignore
	}
	if h := s.methods[method]; h != nil {
		return guarded(method, h)
	}
	return nil
}

// ask makes a handler of a question to a program. To prose there are none of these, which is
// no answer.
func ask[P addressed, R any](s *server, question func(*document, P) (R, error)) jrpc2.Handler {
	return handler.New(func(ctx context.Context, params P) (any, error) {
		d, err := s.document(ctx, params.address())
		if d == nil || err != nil {
			return nil, err
		}
		return question(d, params)
	})
}

// askOf makes a handler of a question about the thing named at a place. The answer is nil if
// nothing is named there.
func askOf[P placed, R any](s *server, question func(*spot, P) (R, error)) jrpc2.Handler {
	return handler.New(func(ctx context.Context, params P) (any, error) {
		at, err := s.spot(ctx, params)
		if err != nil {
			return nil, err
		}
		return question(at, params)
	})
}

func ignore(context.Context, *jrpc2.Request) (any, error) { return nil, nil }

func refuse(code jrpc2.Code, why string) jrpc2.Handler {
	return func(context.Context, *jrpc2.Request) (any, error) { return nil, jrpc2.Errorf(code, "%s", why) }
}

// guarded turns a panic into an error. Errors of notifications, which have no
// answer, go into the editor's log.
func guarded(method string, h jrpc2.Handler) jrpc2.Handler {
	return func(ctx context.Context, req *jrpc2.Request) (result any, err error) {
		defer func() {
			if p := recover(); p != nil {
				result, err = nil, jrpc2.Errorf(jrpc2.InternalError, "this is a bug in ceptre; please report it: %v", p)
			}
			if said, ok := errors.AsType[*jrpc2.Error](err); ok {
				err = &jrpc2.Error{Code: said.Code, Message: visible.Text(said.Message), Data: said.Data}
			}
			if err != nil && req.IsNotification() {
				message := logMessage{Type: messageError, Message: "ceptre: " + method + ": " + err.Error()}
				_ = jrpc2.ServerFromContext(ctx).Notify(ctx, "window/logMessage", message) // the editor is gone where this fails
			}
		}()
		return h(ctx, req)
	}
}

// initialize learns what the editor can do and says what the server can.
func (s *server) initialize(_ context.Context, params initializeParams) (initializeResult, error) {
	s.client = params.Capabilities
	return initializeResult{
		Capabilities: serverCapabilities{
			PositionEncoding:   s.client.encoding(),
			TextDocumentSync:   syncOptions{OpenClose: true, Change: syncIncremental},
			Hover:              true,
			Definition:         true,
			References:         true,
			DocumentHighlight:  true,
			DocumentSymbol:     true,
			DocumentFormatting: true,
			CodeAction:         actionOptions{Kinds: []string{quickFix}},
			Rename:             renameOptions{PrepareProvider: true},
			Completion:         completionOptions{TriggerCharacters: []string{" ", "#", "$", "!", "{"}},
		},
		ServerInfo: serverInfo{Name: "ceptre", Version: cli.Version},
	}, nil
}
