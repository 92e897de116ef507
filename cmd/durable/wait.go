package durable

import (
	"context"
	"os"
	"time"
)

// lockPause is the time between two looks at a lock that another process holds.
const lockPause = 50 * time.Millisecond

// Lock waits until no other process holds the lock of a name, and takes it. The lock is a file of
// that name, which Lock makes. The returned function ends the lock; it ends with the process at the
// latest. Lock calls busy once if another process holds the lock. It fails if the file cannot be
// made, or the context ends. Processes of systems on which drafts have no locks do not wait for
// each other.
func Lock(ctx context.Context, name string, busy func()) (unlock func(), err error) {
	for waiting := false; ; {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		if lock(f) {
			return func() { f.Close() }, nil
		}
		f.Close()
		if !waiting {
			waiting = true
			busy()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}
