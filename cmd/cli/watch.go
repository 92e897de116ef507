package cli

import (
	"context"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settled is how long a file has to stay as it is before it counts as written.
const settled = 100 * time.Millisecond

// Watch calls a function whenever a file has changed, until the context ends. It looks
// at the folder, since writers put new files in the place of old ones.
func Watch(ctx context.Context, file string, changed func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.Add(filepath.Dir(file)); err != nil {
		return plain(filepath.Dir(file), err)
	}
	quiet := time.NewTimer(settled)
	quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.Errors:
			return err
		case e := <-w.Events:
			if filepath.Clean(e.Name) == filepath.Clean(file) && !e.Has(fsnotify.Chmod) && !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename) {
				quiet.Reset(settled)
			}
		case <-quiet.C:
			changed()
		}
	}
}
