package graphviz

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/render/usercache"
	"github.com/stretchr/testify/require"
)

// content is the content of an entry made for tests.
const content = "the native code of a module"

// filled returns a cache folder with one entry, and the entry.
func filled(t *testing.T) (dir, entry string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), libraryFolder)
	entry = filepath.Join(dir, versions+"v1-amd64-linux", strings.Repeat("0f", 32))
	mkdir(t, filepath.Dir(entry))
	overwrite(t, entry, []byte(content))
	seal(dir)
	require.True(t, usercache.IsWhole(entry))
	return dir, entry
}

func overwrite(t *testing.T, file string, data []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, data, 0o600))
}

// A damaged entry is deleted. Every length and every byte is tried.
func TestDamagedEntry(t *testing.T) {
	dir, entry := filled(t)
	check := func(damage string, args ...any) {
		t.Helper()
		require.NoError(t, clean(dir))
		require.NoFileExists(t, entry, damage, args)
		require.NoFileExists(t, entry+usercache.SumSuffix, damage, args)
		overwrite(t, entry, []byte(content))
		seal(dir)
	}
	for n := range len(content) {
		overwrite(t, entry, []byte(content[:n]))
		check("cut to %d bytes", n)
		flipped := []byte(content)
		flipped[n] ^= 1 << (n % 8)
		overwrite(t, entry, flipped)
		check("byte %d flipped", n)
	}
	overwrite(t, entry, []byte(content+"more"))
	check("longer")
	overwrite(t, entry, []byte(strings.Repeat("garbage ", 1000)))
	check("garbage")
}

// Entries of former releases are deleted, and those of the library are kept.
func TestOutdatedEntries(t *testing.T) {
	dir, entry := filled(t)
	cache := filepath.Dir(dir)
	outdated := filepath.Join(cache, versions+"v1.11.0-amd64-linux")
	mkdir(t, outdated)
	overwrite(t, filepath.Join(outdated, strings.Repeat("0f", 32)), []byte(content))
	removeOutdated(cache)
	require.NoDirExists(t, outdated)
	require.True(t, usercache.IsWhole(entry))
	removeOutdated(filepath.Join(cache, "none"))
}

// Whatever stands in the place of a file or a folder of the cache is deleted.
func TestWrongKind(t *testing.T) {
	remove := func(file string) { require.NoError(t, os.RemoveAll(file)) }
	for name, damage := range map[string]func(dir, entry string){
		"no checksum":    func(_, entry string) { remove(entry + usercache.SumSuffix) },
		"empty checksum": func(_, entry string) { overwrite(t, entry+usercache.SumSuffix, nil) },
		"wrong checksum": func(_, entry string) { overwrite(t, entry+usercache.SumSuffix, []byte("1 00000000\n")) },
		"long checksum":  func(_, entry string) { overwrite(t, entry+usercache.SumSuffix, make([]byte, 1000)) },
		"checksum is a folder": func(_, entry string) {
			remove(entry + usercache.SumSuffix)
			mkdir(t, entry+usercache.SumSuffix, "x")
		},
		"no entry":            func(_, entry string) { remove(entry) },
		"entry is a folder":   func(_, entry string) { remove(entry); mkdir(t, entry, "x") },
		"entry leads nowhere": func(_, entry string) { remove(entry); link(t, entry) },
		"version is a file": func(_, entry string) {
			remove(filepath.Dir(entry))
			overwrite(t, filepath.Dir(entry), nil)
		},
		"version leads nowhere": func(_, entry string) { remove(filepath.Dir(entry)); link(t, filepath.Dir(entry)) },
		"cache is a file":       func(dir, _ string) { remove(dir); overwrite(t, dir, []byte("x")) },
		"cache leads nowhere":   func(dir, _ string) { remove(dir); link(t, dir) },
		"cache is gone":         func(dir, _ string) { remove(dir) },
	} {
		dir, entry := filled(t)
		damage(dir, entry)
		require.NoError(t, clean(dir), name)
		require.NoFileExists(t, entry, name)
		_, err := os.Lstat(entry + usercache.SumSuffix)
		require.ErrorIs(t, err, fs.ErrNotExist, name)
	}
	dir, _ := filled(t)
	note := filepath.Join(dir, "note")
	overwrite(t, note, nil)
	require.NoError(t, clean(dir))
	require.FileExists(t, note, "files of others are left alone")
}

// link makes a link that leads nowhere.
func link(t *testing.T, file string) {
	t.Helper()
	require.NoError(t, os.Symlink("nowhere", file))
}

func mkdir(t *testing.T, elem ...string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(elem...), 0o700))
}

// Files that a killed process left behind go, those of a process at work and whole entries stay.
func TestAbandoned(t *testing.T) {
	dir, entry := filled(t)
	before, err := os.Stat(entry)
	require.NoError(t, err)
	old, young := entry+".1.tmp", entry+".2.tmp"
	lone := filepath.Join(filepath.Dir(entry), strings.Repeat("0", 64)+usercache.SumSuffix)
	for _, file := range []string{old, young, lone} {
		overwrite(t, file, []byte("half"))
	}
	long := time.Now().Add(-2 * abandoned)
	require.NoError(t, os.Chtimes(old, long, long))
	require.NoError(t, clean(dir))
	seal(dir)
	require.NoFileExists(t, old)
	require.FileExists(t, young)
	require.NoFileExists(t, lone)
	after, err := os.Stat(entry)
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after))
	require.Equal(t, before.ModTime(), after.ModTime())
}

// drawIn draws in a worker with a cache below a folder, and returns the drawing.
func drawIn(t *testing.T, dir string) string {
	t.Helper()
	p := newPool()
	p.folder = func() string { return dir }
	out, err := p.draw(t.Context(), request{"dot", "json0", random(1, 20)})
	require.NoError(t, err)
	_ = p.take().end() // it is killed
	return string(out)
}

// entryIn returns the only entry of a cache below a folder.
func entryIn(t *testing.T, dir string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, libraryFolder, versions+"*", strings.Repeat("?", 64)))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

// Graphviz draws the same with a damaged cache, and keeps its code there again.
func TestDamagedGraphviz(t *testing.T) {
	dir := t.TempDir()
	want := drawIn(t, dir)
	entry := entryIn(t, dir)
	whole, err := os.ReadFile(entry)
	require.NoError(t, err)
	overwrite(t, entry, whole[:len(whole)/2])
	require.Equal(t, want, drawIn(t, dir), "half")
	again, err := os.ReadFile(entry)
	require.NoError(t, err)
	require.Equal(t, whole, again)
	again[30] ^= 0x40 // where the first function begins
	overwrite(t, entry, again)
	require.Equal(t, want, drawIn(t, dir), "a wrong table")
	require.True(t, usercache.IsWhole(entry))

	before, err := os.Stat(entry)
	require.NoError(t, err)
	require.Equal(t, want, drawIn(t, dir), "nothing is compiled or written again")
	after, err := os.Stat(entry)
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after))

	// The folder changes between the check and the start, so that wazero finds damage.
	overwrite(t, entry, whole[:len(whole)/2])
	require.NoError(t, usercache.Seal(entry))
	require.Equal(t, want, drawIn(t, dir), "damage with the right checksum")
}

// Without a cache Graphviz draws the same.
func TestNoCache(t *testing.T) {
	want := drawIn(t, t.TempDir())
	require.Equal(t, want, drawIn(t, ""))
	require.Equal(t, want, drawIn(t, filepath.Join(os.DevNull, "graphviz")), "no folder can be made there")
	dir := t.TempDir()
	link(t, filepath.Join(dir, libraryFolder))
	require.Equal(t, want, drawIn(t, dir), "the folder leads nowhere")
}
