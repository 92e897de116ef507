package graphviz

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/ceptre-graph/ceptre/exec/itself"
	"github.com/ceptre-graph/ceptre/render/usercache"
)

const (
	// renewal is how many drawings a worker draws: its memory grows by 0.2 MB with each.
	renewal = 100
	// deadline is the time for a drawing. Drawings that come here take half a second.
	deadline = 2 * time.Minute
	// idleTime is how long a worker waits for the next drawing, with 50 MB of memory.
	idleTime = 10 * time.Second
)

// pool has the workers that a process has started.
type pool struct {
	program  func() (string, error)
	folder   func() string // where native code is kept, "" for nowhere
	deadline time.Duration

	slots chan struct{} // holds a value for each drawing under way
	first chan struct{} // holds a value while the first worker starts

	lock  sync.Mutex
	ready bool   // the cache is as good as it will be
	cache string // the folder that workers use, if ready; "" for none
	idle  []*process
}

// newPool returns a pool of workers that run this program, one for each processor.
func newPool() *pool {
	return &pool{
		program:  itself.Program,
		folder:   func() string { return usercache.Folder("graphviz") },
		deadline: deadline,
		slots:    make(chan struct{}, runtime.GOMAXPROCS(0)),
		first:    make(chan struct{}, 1),
	}
}

// draw has a worker answer a request. Only a worker that has drawn nothing before is believed when it
// refuses or fails: the fault of another may come from an earlier drawing.
func (p *pool) draw(ctx context.Context, r request) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.deadline, fmt.Errorf("no answer within %v", p.deadline))
	defer cancel()
	out, err := p.drawWithin(limited, r)
	if _, refused := errors.AsType[*Refusal](err); err == nil || refused {
		return out, err
	}
	return nil, cmp.Or(ctx.Err(), fmt.Errorf("cannot lay out the picture by Graphviz, in a process of its own: %w", err))
}

func (p *pool) drawWithin(ctx context.Context, r request) ([]byte, error) {
	if err := enter(ctx, p.slots); err != nil {
		return nil, err
	}
	defer func() { <-p.slots }()
	if w := p.take(); w != nil {
		if out, err := w.draw(ctx, r); err == nil {
			p.put(w)
			return out, nil
		}
	}
	w, err := p.start(ctx)
	if err != nil {
		return nil, err
	}
	out, err := w.draw(ctx, r)
	if err == nil {
		p.put(w)
	}
	return out, err
}

// enter puts a value into a channel that counts users, as soon as there is room.
func enter(ctx context.Context, users chan<- struct{}) error {
	select {
	case users <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// take returns a worker that waits, the last one that has drawn, or nil.
func (p *pool) take() *process {
	p.lock.Lock()
	defer p.lock.Unlock()
	last := len(p.idle) - 1
	if last < 0 {
		return nil
	}
	w := p.idle[last]
	p.idle = p.idle[:last]
	w.retire.Stop()
	return w
}

// put keeps a worker for the next drawing, unless it has drawn enough.
func (p *pool) put(w *process) {
	if w.drawings >= renewal {
		_ = w.end() // how it ends does not matter any more
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.idle = append(p.idle, w)
	w.retire = time.AfterFunc(idleTime, func() { p.drop(w) })
}

// drop ends a worker that still waits.
func (p *pool) drop(w *process) {
	p.lock.Lock()
	i := slices.Index(p.idle, w)
	if i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
	}
	p.lock.Unlock()
	if i >= 0 {
		_ = w.end() // how it ends does not matter any more
	}
}

// start starts a worker. The first one makes the native code where none is kept, and the others wait for it.
func (p *pool) start(ctx context.Context) (*process, error) {
	program, err := p.program()
	if err != nil {
		return nil, err
	}
	if cache, ready := p.prepared(); ready {
		return start(ctx, program, cache)
	}
	if err := enter(ctx, p.first); err != nil {
		return nil, err
	}
	defer func() { <-p.first }()
	if cache, ready := p.prepared(); ready {
		return start(ctx, program, cache)
	}
	return p.startFirst(ctx, program)
}

// startFirst starts a worker with a cache, which is repaired before. Where that is not possible, or Graphviz does
// not start with it, this worker and the later ones have none.
func (p *pool) startFirst(ctx context.Context, program string) (*process, error) {
	cache := p.folder()
	entries := filepath.Join(cache, libraryFolder)
	if cache != "" && os.MkdirAll(cache, 0o700) == nil && clean(entries) == nil {
		w, err := start(ctx, program, cache)
		switch {
		case err == nil:
			seal(entries)
			removeOutdated(cache)
			p.prepare(cache)
			return w, nil
		case ctx.Err() != nil:
			return nil, err
		}
	}
	p.prepare("")
	return start(ctx, program, "")
}

func (p *pool) prepared() (cache string, ready bool) {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.cache, p.ready
}

func (p *pool) prepare(cache string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.cache, p.ready = cache, true
}
