// Package lsp is a language server: it tells editors what is wrong with a
// program while it is written, and what its names stand for.
//
// The protocol is the Language Server Protocol 3.17, over standard input and
// output. A change of a text gives a new [document], which holds what
// [lang.Analyse] says of the text; that works on broken programs, too. Of changes
// that came while another was looked at, only the last makes one. Each
// request is then a question to the document that changes nothing, and stands
// in a file of its own. Where prose beside a program names something of it is for
// the package site/prose to say, as is what does not fit the program (proofread);
// a [glossary] knows what can be named. Places are byte offsets throughout; only
// the methods of the type text know how the editor counts.
package lsp

import (
	"context"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/creachadair/jrpc2"
)

// Serve answers an editor until it says `exit` or hangs up. The error says that
// it did so without `shutdown`, or sent what is no protocol.
func Serve(ctx context.Context, s cli.Streams) error {
	conn := connect(s)
	return serve(ctx, conn, newServer(conn))
}

// serve answers what comes over a connection.
func serve(ctx context.Context, conn *connection, srv *server) error {
	rpc := jrpc2.NewServer(srv, &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true, Concurrency: 1})
	defer context.AfterFunc(ctx, conn.hangUp)()
	status := rpc.Start(conn).WaitStatus()
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return srv.ending(status.Err)
}

// ending says what was wrong with how the editor left; err is what was wrong with
// what it sent.
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
