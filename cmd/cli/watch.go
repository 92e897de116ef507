package cli

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settled is how long a file has to stay as it is before it counts as written.
const settled = 100 * time.Millisecond

// Watch calls a function at once, and again whenever a file has changed, until the
// context ends, whose error it returns. No change is missed in between; several that
// follow close upon each other count as one. A file that is taken away may return. It
// is the folder that is looked at, since writers put new files in the place of old ones.
func Watch(ctx context.Context, file string, changed func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer w.Close()
	folder := filepath.Dir(file)
	if err := w.Add(folder); err != nil {
		return plain(folder, err)
	}
	changed()
	quiet := time.NewTimer(settled)
	quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.Errors:
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return err
			}
			quiet.Reset(settled) // more happened than there is room for
		case e := <-w.Events:
			if filepath.Clean(e.Name) == filepath.Clean(file) {
				heed(e, quiet)
			}
		case <-quiet.C:
			changed()
		}
	}
}

// heed sets the clock for a change of the file. While it is away, there is nothing to
// be read.
func heed(e fsnotify.Event, quiet *time.Timer) {
	switch {
	case e.Has(fsnotify.Create), e.Has(fsnotify.Write):
		quiet.Reset(settled)
	case e.Has(fsnotify.Remove), e.Has(fsnotify.Rename):
		quiet.Stop()
	}
}
