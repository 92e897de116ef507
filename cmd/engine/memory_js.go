package main

import (
	"context"
	"fmt"
	"runtime/metrics"
	"time"
)

// glance is how often memory is measured while the engine works.
const glance = 20 * time.Millisecond

// purse is a context that ends when the engine has taken more memory than it may. There is
// nobody beside the engine who could measure it, so those who ask do.
type purse struct {
	context.Context
	most uint64    // bytes
	next time.Time // when it is to be measured again
}

// Err returns that there is no more memory.
func (p *purse) Err() error {
	now := time.Now()
	if now.Before(p.next) {
		return nil
	}
	p.next = now.Add(glance)
	if taken() > p.most {
		return fmt.Errorf("it took more than %d MiB of memory, and was given up", p.most>>20)
	}
	return nil
}

// taken returns how much memory what is there takes.
func taken() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
