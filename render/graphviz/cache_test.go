package graphviz

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/render/usercache"
	"github.com/stretchr/testify/require"
)

// tiny is a WebAssembly module that exports two functions, one and two, which return
// these numbers.
var tiny = []byte("\x00asm\x01\x00\x00\x00" +
	"\x01\x05\x01\x60\x00\x01\x7f" + // a type: no argument, a number
	"\x03\x03\x02\x00\x00" +
	"\x07\x0d\x02\x03one\x00\x00\x03two\x00\x01" +
	"\x0a\x0b\x02\x04\x00\x41\x01\x0b\x04\x00\x41\x02\x0b")

// answer compiles the tiny module with a cache folder and calls both functions.
func answer(t *testing.T, dir string) string {
	t.Helper()
	gv, err := compile(t.Context(), tiny, dir)
	require.NoError(t, err)
	defer gv.runtime.Close(context.WithoutCancel(t.Context()))
	i, err := gv.instance(t.Context())
	require.NoError(t, err)
	out := fmt.Sprint(i.call("one"), i.call("two"))
	require.NoError(t, i.err)
	return out
}

// entryIn returns the only entry of a cache.
func entryIn(t *testing.T, dir string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, versions+"*", strings.Repeat("?", 64)))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

func overwrite(t *testing.T, file string, data []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, data, 0o600))
}

// A damaged entry is made anew, and what comes out is the same. Every length and every
// byte is tried.
func TestDamagedEntry(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "graphviz")
	require.Equal(t, "1 2", answer(t, dir))
	entry := entryIn(t, dir)
	whole, err := os.ReadFile(entry)
	require.NoError(t, err)
	check := func(damage string, args ...any) {
		t.Helper()
		require.Equal(t, "1 2", answer(t, dir), damage, args)
		mended, err := os.ReadFile(entry)
		require.NoError(t, err, damage)
		require.Equal(t, whole, mended, damage)
		require.True(t, usercache.IsWhole(entry), damage)
	}
	for n := range whole {
		overwrite(t, entry, whole[:n])
		check("cut to %d bytes", n)
	}
	for i := range whole {
		flipped := append([]byte(nil), whole...)
		flipped[i] ^= 1 << (i % 8)
		overwrite(t, entry, flipped)
		check("byte %d flipped", i)
	}
	overwrite(t, entry, append(whole[:len(whole):len(whole)], "more"...))
	check("longer")
	overwrite(t, entry, []byte(strings.Repeat("garbage ", 1000)))
	check("garbage")
}

// Whatever stands in the place of a file or a folder of the cache is replaced or done
// without.
func TestWrongKind(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "graphviz")
	require.Equal(t, "1 2", answer(t, dir))
	entry := entryIn(t, dir)
	remove := func(file string) { require.NoError(t, os.RemoveAll(file)) }
	for name, damage := range map[string]func(){
		"no checksum":           func() { remove(entry + usercache.SumSuffix) },
		"empty checksum":        func() { overwrite(t, entry+usercache.SumSuffix, nil) },
		"wrong checksum":        func() { overwrite(t, entry+usercache.SumSuffix, []byte("1 00000000\n")) },
		"long checksum":         func() { overwrite(t, entry+usercache.SumSuffix, make([]byte, 1000)) },
		"checksum is a folder":  func() { remove(entry + usercache.SumSuffix); mkdir(t, entry+usercache.SumSuffix, "x") },
		"no entry":              func() { remove(entry) },
		"entry is a folder":     func() { remove(entry); mkdir(t, entry, "x") },
		"entry leads nowhere":   func() { remove(entry); link(t, entry) },
		"version is a file":     func() { remove(filepath.Dir(entry)); overwrite(t, filepath.Dir(entry), nil) },
		"version leads nowhere": func() { remove(filepath.Dir(entry)); link(t, filepath.Dir(entry)) },
		"cache is a file":       func() { remove(dir); overwrite(t, dir, []byte("x")) },
		"cache is gone":         func() { remove(dir) },
	} {
		damage()
		require.Equal(t, "1 2", answer(t, dir), name)
		require.True(t, usercache.IsWhole(entry), name)
	}
	note := filepath.Join(dir, "note")
	overwrite(t, note, nil)
	require.Equal(t, "1 2", answer(t, dir))
	require.FileExists(t, note, "files of others are left alone")

	remove(dir)
	link(t, dir)
	require.Equal(t, "1 2", answer(t, dir), "the cache leads nowhere")
	require.Equal(t, "1 2", answer(t, filepath.Join(os.DevNull, "graphviz")), "no folder can be made there")
	require.Equal(t, "1 2", answer(t, ""), "no cache")
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

// Files that a killed process left behind go, those of a process at work stay.
func TestAbandoned(t *testing.T) {
	dir := t.TempDir()
	require.Equal(t, "1 2", answer(t, dir))
	entry := entryIn(t, dir)
	old, young, lone := entry+".1.tmp", entry+".2.tmp", filepath.Join(filepath.Dir(entry), strings.Repeat("0", 64)+usercache.SumSuffix)
	for _, file := range []string{old, young, lone} {
		overwrite(t, file, []byte("half"))
	}
	long := time.Now().Add(-2 * abandoned)
	require.NoError(t, os.Chtimes(old, long, long))
	require.Equal(t, "1 2", answer(t, dir))
	require.NoFileExists(t, old)
	require.FileExists(t, young)
	require.NoFileExists(t, lone)
}

// A whole entry is used as it is: nothing is compiled or written again.
func TestKeepsWholeEntry(t *testing.T) {
	dir := t.TempDir()
	require.Equal(t, "1 2", answer(t, dir))
	entry := entryIn(t, dir)
	before, err := os.Stat(entry)
	require.NoError(t, err)
	require.Equal(t, "1 2", answer(t, dir))
	after, err := os.Stat(entry)
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after))
	require.Equal(t, before.ModTime(), after.ModTime())
}

// Graphviz draws the same with a damaged cache.
func TestDamagedGraphviz(t *testing.T) {
	dir, dot := t.TempDir(), random(1, 20)
	draw := func() string {
		gv, err := compile(t.Context(), module, dir)
		require.NoError(t, err)
		defer gv.runtime.Close(context.WithoutCancel(t.Context()))
		out, err := gv.run(t.Context(), "dot", "json0", dot)
		require.NoError(t, err)
		return string(out)
	}
	want := draw()
	entry := entryIn(t, dir)
	whole, err := os.ReadFile(entry)
	require.NoError(t, err)
	overwrite(t, entry, whole[:len(whole)/2])
	require.Equal(t, want, draw(), "half")
	whole[30] ^= 0x40 // where the first function begins
	overwrite(t, entry, whole)
	require.Equal(t, want, draw(), "a wrong table")
}
