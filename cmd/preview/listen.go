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

// patience is how long a caller may take to say what it wants.
const patience = 10 * time.Second

// nearby is how many ports ListenNear tries.
const nearby = 100

// Listen opens a port of 127.0.0.1; 0 is any that is free.
func Listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	var why syscall.Errno
	if errors.As(err, &why) {
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

// Serve answers who calls until the context ends, whose error it returns. Then all
// connections are closed at once: pages wait for news as long as they are open.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: patience,
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
