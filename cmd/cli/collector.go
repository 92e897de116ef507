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

// Roomy has what is no longer in use collected less often as long as little memory is, until
// what is returned is called. It is for work that leaves much behind and keeps little, as
// many short runs do, and more so where several go at once. Who says by GOGC how often that
// is to be done has it done so.
func Roomy() (stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	r := &room{percent: usualPercent}
	r.set(roomyPercent)
	r.await()
	return r.stop
}

// Tight has what is no longer in use collected more often, until what is returned is called. It is
// for work that keeps as many bytes as there is room for, in few pieces, and leaves much behind. Who
// says by GOGC how often that is to be done has it done so.
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
		if inUse() > little {
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

// inUse returns how many bytes were in use after the last collection.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
