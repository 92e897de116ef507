package cli

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// watched watches a file in a folder of its own, and returns its contents at each call of Watch: ""
// if it did not exist.
func watched(t *testing.T) (file string, seen <-chan string, end func() error) {
	file = filepath.Join(t.TempDir(), "trace.json")
	calls, done := make(chan string, 100), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		done <- Watch(ctx, file, func() {
			data, _ := os.ReadFile(file)
			calls <- string(data)
		})
	}()
	t.Cleanup(cancel)
	return file, calls, func() error {
		cancel()
		return <-done
	}
}

// next returns what the next call saw.
func next(t *testing.T, seen <-chan string) string {
	t.Helper()
	select {
	case text := <-seen:
		return text
	case <-time.After(10 * time.Second):
		require.Fail(t, "no call")
		return ""
	}
}

// sees waits for a call that saw something. Before it there may be one that saw a file half
// written, where the writer was slow.
func sees(t *testing.T, seen <-chan string, want string) {
	t.Helper()
	text := next(t, seen)
	if text != want {
		text = next(t, seen)
	}
	require.Equal(t, want, text)
}

func put(t *testing.T, file, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// However a file is changed, the function is called once it is whole.
func TestWatch(t *testing.T) {
	file, seen, end := watched(t)
	require.Empty(t, next(t, seen), "at once, and with no file yet")

	put(t, file, "new")
	sees(t, seen, "new")

	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	for _, piece := range []string{" in", " several", " pieces"} {
		_, err := f.WriteString(piece)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	sees(t, seen, "new in several pieces")

	put(t, file+".tmp", "replaced") // other files do not count
	require.NoError(t, os.Rename(file+".tmp", file))
	sees(t, seen, "replaced")

	require.NoError(t, os.Remove(file)) // nor does that a file is gone
	put(t, file, "back")
	sees(t, seen, "back")

	put(t, file, "away soon")
	require.NoError(t, os.Rename(file, file+".old"))
	select {
	case text := <-seen:
		require.Fail(t, "called for a file that is not there", text)
	case <-time.After(3 * settled):
	}
	require.ErrorIs(t, end(), context.Canceled)
	require.Empty(t, seen)
}

func TestWatchNeedsAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "none", "trace.json")
	err := Watch(t.Context(), file, func() { t.Error("called") })
	require.EqualError(t, err, filepath.Dir(file)+": no such file or directory")
}

// watchedAll watches the named files below a folder, and returns their contents at each call of
// WatchAll.
func watchedAll(t interface {
	require.TestingT
	Cleanup(func())
}, dir string, names ...string) <-chan string {
	calls, done := make(chan string, 1000), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	var full []string
	for _, name := range names {
		full = append(full, filepath.Join(dir, name))
	}
	go func() { done <- WatchAll(ctx, func() []string { return full }, func() { calls <- held(full) }) }()
	t.Cleanup(func() {
		cancel()
		require.ErrorIs(t, <-done, context.Canceled)
	})
	return calls
}

// held returns the contents of files and folders, without ignored files.
func held(names []string) string {
	var out strings.Builder
	for _, name := range names {
		_ = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if err != nil || path != name && (strings.HasPrefix(d.Name(), ".") || strings.HasSuffix(d.Name(), "~")) {
				return nil
			}
			data, _ := os.ReadFile(path)
			fmt.Fprintf(&out, "%s=%s;", strings.TrimPrefix(path, filepath.Dir(names[0])+"/"), data)
			return nil
		})
	}
	return out.String()
}

// Of several files and folders, each change counts, also in folders that come later; and
// nothing else does.
func TestWatchAll(t *testing.T) {
	dir := t.TempDir()
	seen := watchedAll(t, dir, "play.cep", "play.md", "theme")
	require.Empty(t, next(t, seen), "nothing is there yet")

	put(t, filepath.Join(dir, "play.cep"), "1")
	sees(t, seen, "play.cep=1;")
	put(t, filepath.Join(dir, "play.md"), "2")
	sees(t, seen, "play.cep=1;play.md=2;")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "theme", "fonts"), 0o755))
	sees(t, seen, "play.cep=1;play.md=2;theme=;theme/fonts=;")
	put(t, filepath.Join(dir, "theme", "fonts", "a"), "3")
	sees(t, seen, "play.cep=1;play.md=2;theme=;theme/fonts=;theme/fonts/a=3;")

	for _, other := range []string{"other", "play.cepx", ".play.cep.swp", "theme/.a.swp", "theme/a~", "themes"} {
		put(t, filepath.Join(dir, other), "x")
	}
	require.NoError(t, os.Chmod(filepath.Join(dir, "play.cep"), 0o600))
	select {
	case text := <-seen:
		require.Fail(t, "called for what is not watched", text)
	case <-time.After(3 * settled):
	}

	require.NoError(t, os.Remove(filepath.Join(dir, "theme", "a~")))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "theme")))
	sees(t, seen, "play.cep=1;play.md=2;")
	require.NoError(t, os.Remove(filepath.Join(dir, "play.md")))
	sees(t, seen, "play.cep=1;")
}

// The folder of a file may be taken away and come again, with the file made later.
func TestWatchAllFolderComesAgain(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "some", "deep")
	require.NoError(t, os.MkdirAll(deep, 0o755))
	seen := watchedAll(t, dir, "some/deep/play.cep")
	require.Empty(t, next(t, seen))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "some")))
	require.Empty(t, next(t, seen))
	require.NoError(t, os.MkdirAll(deep, 0o755))
	require.Empty(t, next(t, seen))
	put(t, filepath.Join(deep, "play.cep"), "1")
	sees(t, seen, "play.cep=1;")
}

// A change of the target of a link counts as a change of the link.
func TestWatchAllFollowsLinks(t *testing.T) {
	far, near := t.TempDir(), t.TempDir()
	put(t, filepath.Join(far, "play.cep"), "1")
	require.NoError(t, os.Mkdir(filepath.Join(far, "theme"), 0o755))
	for _, name := range []string{"play.cep", "theme"} {
		require.NoError(t, os.Symlink(filepath.Join(far, name), filepath.Join(near, name)))
	}
	seen := watchedAll(t, near, "play.cep", "theme")
	sees(t, seen, "play.cep=1;theme=;")
	put(t, filepath.Join(far, "play.cep"), "2")
	sees(t, seen, "play.cep=2;theme=;")
	put(t, filepath.Join(far, "theme", "style.css"), "3")
	next(t, seen) // comes at all
}

// Whatever happens to files and folders, however fast, the last call sees all of it.
func TestWatchAllMissesNothing(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(root, "")
		require.NoError(r, err)
		names := []string{filepath.Join(dir, "a"), filepath.Join(dir, "deep", "down", "b"), filepath.Join(dir, "theme")}
		require.NoError(r, os.MkdirAll(filepath.Join(dir, "deep", "down"), 0o755))
		seen := watchedAll(r, dir, "a", "deep/down/b", "theme")
		<-seen
		places := []string{"a", "deep", "deep/down", "deep/down/b", "theme", "theme/x", "theme/sub", "theme/sub/y", "other"}
		var log []string
		for i := range rapid.IntRange(1, 12).Draw(r, "how many") {
			place := rapid.SampledFrom(places).Draw(r, "place")
			what := rapid.SampledFrom([]string{"write", "replace", "remove", "move away", "folder"}).Draw(r, "what")
			disturb(filepath.Join(dir, place), what, i)
			log = append(log, what+" "+place)
			time.Sleep(time.Duration(rapid.IntRange(0, 3).Draw(r, "pause")) * time.Millisecond)
		}
		last := ""
		deadline := time.After(10 * time.Second)
		for want := held(names); last != want; {
			select {
			case last = <-seen:
			case <-deadline:
				require.Fail(r, "missed", "%v\nlast: %s\nwant: %s", log, last, want)
			}
		}
	})
}

// disturb does something to a file or folder, if it can be done.
func disturb(path, what string, i int) {
	text := []byte(fmt.Sprint(i))
	switch what {
	case "write":
		_ = os.WriteFile(path, text, 0o644)
	case "replace":
		_ = os.WriteFile(path+"~", text, 0o644)
		_ = os.Rename(path+"~", path)
	case "remove":
		_ = os.RemoveAll(path)
	case "move away":
		_ = os.Rename(path, fmt.Sprintf("%s~%d~", path, i))
	case "folder":
		_ = os.MkdirAll(path, 0o755)
	}
}

// Errors that only say that something was too quick do not end watching.
func TestMomentaryErrors(t *testing.T) {
	require.True(t, momentary(os.NewSyscallError("inotify_rm_watch", syscall.EINVAL)))
	require.False(t, momentary(os.NewSyscallError("read", syscall.EBADF)))
}
