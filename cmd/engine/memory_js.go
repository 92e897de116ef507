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

// purse is a context that ends when the engine takes more memory than it may. There is
// nobody beside the engine who could measure it, so those who ask do.
type purse struct {
	context.Context
	most  uint64    // bytes
	next  time.Time // when it is to be measured again
	empty *exec.LimitError
}

// Err returns that there is no more memory.
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

// taken returns how much memory is taken, with what is there no longer and was not
// collected yet.
func taken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m) // which stops all others, of whom there are none
	return m.HeapAlloc
}
