package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
)

// glance is how often memory is measured while the engine works.
const glance = 20 * time.Millisecond

// purse is a context that ends when the engine takes more memory than it may. Nothing outside of
// the engine can measure its memory, so calls of Err do.
type purse struct {
	context.Context
	most  uint64    // bytes
	next  time.Time // when it is to be measured again
	empty *exec.LimitError
}

// Err returns an error if the engine has exceeded its memory.
func (p *purse) Err() error {
	switch now := time.Now(); {
	case p.empty != nil:
		return p.empty
	case now.Before(p.next):
		return nil
	}
	if taken() > p.most {
		if runtime.GC(); taken() > p.most {
			p.empty = &exec.LimitError{Limit: "memory", Reason: fmt.Sprintf("it took more than %d MiB of memory, and was given up", p.most>>20)}
			return p.empty
		}
	}
	p.next = time.Now().Add(glance)
	return nil
}

// taken returns the memory in use in bytes, with garbage that is not collected yet.
func taken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m) // this stops the world, which is cheap: there are no other threads
	return m.HeapAlloc
}
