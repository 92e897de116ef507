// Package lsp is a language server: it shows editors the errors of a program while it is written,
// and the meaning of its names.
//
// The protocol is the Language Server Protocol 3.17, over standard input and output. Each change of
// a text makes a new [document], which holds the result of [assist.New]; programs with errors
// have one, too. Of several changes that arrive during an analysis, only the last makes a document.
// Requests read the document and never modify it; each kind of request has a file of its own. Package
// lang/assist has the answers about the program; this one adds the prose beside it. The
// package site/prose finds the names in the prose, and the parts that do not fit
// the program (proofread); a [glossary] lists the names that prose may use. Places are byte offsets
// throughout; only the methods of the type text know how the editor counts.
package lsp

import (
	"context"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/creachadair/jrpc2"
)

// Serve answers an editor until it sends `exit` or closes the connection. It returns an error if
// the editor did so without `shutdown`, or violated the protocol.
func Serve(ctx context.Context, s cli.Streams) error {
	conn := connect(s)
	return serve(ctx, conn, newServer(conn))
}

// serve answers the messages of a connection.
func serve(ctx context.Context, conn *connection, srv *server) error {
	rpc := jrpc2.NewServer(srv, &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true, Concurrency: 1})
	defer context.AfterFunc(ctx, conn.hangUp)()
	status := rpc.Start(conn).WaitStatus()
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return srv.ending(status.Err)
}

// ending returns the error of the way in which the editor left; err is the error of its messages.
func (s *server) ending(err error) error {
	switch {
	case s.state == left:
		return nil
	case s.state == leftEarly:
		return errors.New("the editor left without `shutdown`")
	case err != nil:
		return fmt.Errorf("cannot read what the editor sends: %w", err)
	case s.state == shut:
		return nil
	}
	return errors.New("the editor hung up without `shutdown` and `exit`")
}
