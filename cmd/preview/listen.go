package preview

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"
)

// The bounds of a request. [Server.times] has those of time.
const mostHeader = 64 << 10 // bytes

// times are the limits on the time of a caller.
type times struct {
	header  time.Duration // to send the header
	request time.Duration // to send the whole request
	answer  time.Duration // to be answered and to read the answer, from the header on
	idle    time.Duration // between two requests
}

// patience is the times of a new server. An answer takes the page for play 20 seconds of work
// at most, twice over.
var patience = times{header: 10 * time.Second, request: 30 * time.Second, answer: 2 * time.Minute, idle: time.Minute}

// nearby is how many ports ListenNear tries.
const nearby = 100

// Listen opens a port of 127.0.0.1; 0 is any that is free.
func Listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if why, ok := errors.AsType[syscall.Errno](err); ok {
		err = why // without what the system call was
	}
	if err != nil {
		return nil, fmt.Errorf("port %d: %w", port, err)
	}
	return l, nil
}

// ListenNear opens the first free port of 127.0.0.1 from one on. The error is that of the
// first.
func ListenNear(port int) (net.Listener, error) {
	l, failed := Listen(port)
	for p := port + 1; failed != nil && p < min(port+nearby, 1<<16); p++ {
		if l, err := Listen(p); err == nil {
			return l, nil
		}
	}
	return l, failed
}

// Serve answers requests until the context ends, and returns the error of the context. It then
// closes all connections at once, as open pages wait for news without end.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: s.times.header,
		ReadTimeout:       s.times.request,
		WriteTimeout:      s.times.answer,
		IdleTimeout:       s.times.idle,
		MaxHeaderBytes:    mostHeader,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	if s.Log != nil {
		server.ErrorLog = log.New(s.Log, "", 0)
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(l)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Latest does work of which only the newest counts. The zero value is ready; it is for one
// goroutine.
type Latest struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when all work has ended
}

// Start starts work, in a goroutine of its own. It first cancels the context of the work
// before, and waits, in that goroutine, until this has ended: there are never two at a time.
// Work that is overtaken before it begins is left out.
func (l *Latest) Start(ctx context.Context, work func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	before, done := l.done, make(chan struct{})
	if l.cancel != nil {
		l.cancel()
	}
	l.cancel, l.done = cancel, done
	go func() {
		defer close(done)
		defer cancel()
		if before != nil {
			<-before
		}
		if ctx.Err() == nil {
			work(ctx)
		}
	}()
}
