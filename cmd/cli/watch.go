package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settled is how long files have to stay as they are before they count as written.
const settled = 100 * time.Millisecond

// Watch calls a function at once, and again whenever a file has changed, until the context ends. It
// returns the error of the context. It is [WatchAll] for one file, but does not report the removal
// of the file, as there is nothing to read then.
func Watch(ctx context.Context, file string, changed func()) error {
	first := true
	return WatchAll(ctx, func() []string { return []string{file} }, func() {
		if _, err := os.Stat(file); first || err == nil {
			changed()
		}
		first = false
	})
}

// WatchAll calls a function at once, and again whenever one of several files and folders has
// changed, until the context ends. It returns the error of the context. It misses no change in
// between; changes in quick succession count as one. The calls are sequential, in the goroutine of
// the caller.
//
// A folder stands for all files in it and below, except hidden ones, which editors make. A named
// file or folder may be created, removed and created again, and each counts as a change; only its
// parent folder must exist at the start. Symbolic links are followed: both the link and its target
// are watched. WatchAll calls names before each call of changed, since one file may name others.
func WatchAll(ctx context.Context, names func() []string, changed func()) error {
	w, err := newWatcher(names())
	if err != nil {
		return err
	}
	defer w.Close()
	changed()
	quiet := time.NewTimer(settled)
	quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.Errors:
			if !momentary(err) {
				return err
			}
			if err := w.reach(); err != nil {
				return err
			}
			quiet.Reset(settled)
		case e := <-w.Events:
			if !w.concerns(e) {
				continue
			}
			if err := w.reach(); err != nil {
				return err
			}
			quiet.Reset(settled)
		case <-quiet.C:
			if err := w.turn(names()); err != nil {
				return err
			}
			changed()
		}
	}
}

// momentary reports whether watching can continue after an error: either the queue of events
// overflowed, or a file was gone before its watch could be removed.
func momentary(err error) bool {
	return errors.Is(err, fsnotify.ErrEventOverflow) || errors.Is(err, syscall.EINVAL)
}

// A watcher looks at files and folders through the folders in which they lie, since
// writers put new files in the place of old ones.
type watcher struct {
	*fsnotify.Watcher
	names []string // absolute
	real  []string // the targets of links among the names, as last seen
}

func newWatcher(names []string) (*watcher, error) {
	for _, name := range names {
		if _, err := os.Stat(filepath.Dir(name)); err != nil {
			return nil, plain(filepath.Dir(name), err)
		}
	}
	inner, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &watcher{Watcher: inner}
	if err := w.turn(names); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// turn has the watcher look at these names from now on.
func (w *watcher) turn(names []string) error {
	w.names = nil
	for _, name := range names {
		path, err := filepath.Abs(name)
		if err != nil {
			return plain(name, err)
		}
		w.names = append(w.names, path)
	}
	return w.reach()
}

// reach adds the folders that tell of the names, as they are now. It is called again
// after each change, since folders come and go.
func (w *watcher) reach() error {
	w.real = w.real[:0]
	var failed error
	for _, name := range w.names {
		failed = errors.Join(failed, w.reachOne(name))
		if path, err := filepath.EvalSymlinks(name); err == nil && path != name {
			w.real = append(w.real, path)
			failed = errors.Join(failed, w.reachOne(path))
		}
	}
	return failed
}

// reachOne adds the nearest folder above a name that is there and, if the name is that of
// a folder, this and all below. Nothing tells of a folder that was made just before the one
// above was added, so it is looked again.
func (w *watcher) reachOne(name string) error {
	above := nearest(name)
	failed := w.add(above)
	for nearer := nearest(name); nearer != above; nearer = nearest(name) {
		above = nearer
		failed = errors.Join(failed, w.add(above))
	}
	if !isFolder(name) {
		return failed
	}
	walk := func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return nil // an unreadable file cannot be used, either
		case path != name && hidden(path):
			return fs.SkipDir
		}
		return w.add(path)
	}
	return errors.Join(failed, filepath.WalkDir(name, walk))
}

// nearest returns the nearest folder above a name that is there.
func nearest(name string) string {
	above := filepath.Dir(name)
	for !isFolder(above) && above != filepath.Dir(above) {
		above = filepath.Dir(above)
	}
	return above
}

// add adds one folder. Of one that has just gone, more will be heard.
func (w *watcher) add(folder string) error {
	err := w.Add(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return plain(folder, err)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// concerns reports whether an event is about one of the names, a file in it, or a folder that
// contains it.
func (w *watcher) concerns(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod {
		return false
	}
	path := filepath.Clean(e.Name)
	for _, names := range [][]string{w.names, w.real} {
		for _, name := range names {
			if path == name || within(name, path) && !e.Has(fsnotify.Write) || within(path, name) && !passing(name, path) {
				return true
			}
		}
	}
	return false
}

// within reports whether a path lies below a folder.
func within(path, folder string) bool {
	return strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// passing reports whether a path below a folder is none of its own: something hidden, or
// the copy that an editor keeps.
func passing(folder, path string) bool {
	rest := strings.TrimPrefix(path, folder)
	for part := range strings.SplitSeq(rest, string(filepath.Separator)) {
		if hidden(part) {
			return true
		}
	}
	return false
}

// hidden reports whether a name, or the last of a path, is not for people to see.
func hidden(path string) bool {
	base := filepath.Base(path)
	return base != "." && strings.HasPrefix(base, ".") || strings.HasSuffix(base, "~")
}
