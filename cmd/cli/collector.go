package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	// roomyPercent is how much more memory than is in use may be taken before it is
	// collected, as long as that is little; usualPercent is what Go allows.
	roomyPercent = 400
	usualPercent = 100
	// tightPercent is for work that keeps much, nearly all of it without pointers, which costs
	// the collector nothing.
	tightPercent = 25
	// little is how many bytes in use are little.
	little = 64 << 20
)

// Roomy makes the garbage collector run less often while little memory is in use, until stop is
// called. It suits work that makes much garbage and keeps little, such as many short runs, above
// all when several run at once. A value of GOGC in the environment takes precedence.
func Roomy() (stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	r := &room{percent: usualPercent}
	r.set(roomyPercent)
	r.await()
	return r.stop
}

// Tight makes the garbage collector run more often, until stop is called. It suits work that makes
// much garbage and keeps nearly as many bytes as there is room for, in few pieces. A value of GOGC
// in the environment takes precedence.
func Tight() (stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(tightPercent)
	return func() { debug.SetGCPercent(before) }
}

// room sets after each collection how soon the next is due.
type room struct {
	mutex   sync.Mutex
	percent int
	stopped bool
}

// await sets it after the next collection, and so on: a finalizer runs then.
func (r *room) await() {
	type sentinel struct{ *room }
	runtime.SetFinalizer(&sentinel{r}, func(s *sentinel) {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		if r.stopped {
			return
		}
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}} // in use after the collection
		metrics.Read(sample)
		if sample[0].Value.Uint64() > little {
			r.set(usualPercent)
		} else {
			r.set(roomyPercent)
		}
		r.await()
	})
}

func (r *room) set(percent int) {
	if percent != r.percent {
		debug.SetGCPercent(percent)
		r.percent = percent
	}
}

func (r *room) stop() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.stopped = true
	r.set(usualPercent)
}
