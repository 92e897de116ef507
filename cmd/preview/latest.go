package preview

import "context"

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
