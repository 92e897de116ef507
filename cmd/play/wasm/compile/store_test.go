package compile

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

var (
	some  = &Engine{Code: []byte("code"), Support: []byte("support")}
	other = &Engine{Code: []byte("other code"), Support: []byte("other support")}
	key   = strings.Repeat("0a", 32)
	later = strings.Repeat("0b", 32)
)

// The store returns engines as they were put there, and none that is damaged.
func TestStore(t *testing.T) {
	s := store(t.TempDir())
	require.Nil(t, s.get(key))
	require.NoError(t, s.put(key, some))
	require.NoError(t, s.put(later, other))
	require.Equal(t, some, s.get(key))
	require.Equal(t, other, s.get(later))
	files, err := filepath.Glob(s.path(key + "*"))
	require.NoError(t, err)
	require.Len(t, files, 4, "two files, and their checksums")
	for _, file := range files {
		whole, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, damaged := range []string{"", string(whole[1:]), string(whole) + "x", "X" + string(whole[1:])} {
			require.NoError(t, os.WriteFile(file, []byte(damaged), 0o600))
			require.Nil(t, s.get(key), "%s: %q", file, damaged)
		}
		require.NoError(t, os.Remove(file))
		require.Nil(t, s.get(key), file)
		require.NoError(t, s.put(key, some))
		require.Equal(t, some, s.get(key))
	}
}

// A store that takes no files says so, and one that is not there holds nothing.
func TestStoreThatTakesNothing(t *testing.T) {
	for _, s := range []store{"", store(filepath.Join(t.TempDir(), "none"))} {
		require.Error(t, s.put(key, some))
		require.Nil(t, s.get(key))
		s.remember(later, key)
		require.Nil(t, s.lastOf(later))
		s.lock(t.Context(), func() { t.Error("no other process locks it") })()
	}
}

// A command is given the engine that it used last, if that is still there.
func TestLastOf(t *testing.T) {
	s := store(t.TempDir())
	command := executable()
	require.Len(t, command, 64)
	require.Nil(t, s.lastOf(command))
	require.NoError(t, s.put(key, some))
	require.Nil(t, s.lastOf(command))
	s.remember(command, key)
	require.Equal(t, some, s.lastOf(command))
	s.remember(command, later)
	require.Nil(t, s.lastOf(command))
	require.NoError(t, s.put(later, other))
	require.Equal(t, other, s.lastOf(command))
	require.Nil(t, s.lastOf(key), "another command")
	for _, damaged := range []string{"", "x", later + "\n", strings.Repeat("/", 64)} {
		require.NoError(t, os.WriteFile(s.path(command+commandSuffix), []byte(damaged), 0o600))
		require.Nil(t, s.lastOf(command), damaged)
	}
}

// Storing an engine removes the files that were not used for long, and keeps the others.
func TestEvict(t *testing.T) {
	s := store(t.TempDir())
	age := func() {
		old := time.Now().Add(-unused - time.Hour)
		entries, err := os.ReadDir(string(s))
		require.NoError(t, err)
		for _, e := range entries {
			require.NoError(t, os.Chtimes(s.path(e.Name()), old, old))
		}
	}
	require.NoError(t, s.put(key, some))
	s.remember("used", key)
	s.remember("unused", key)
	age()
	require.Equal(t, some, s.get(key))
	s.remember("used", key)
	require.NoError(t, s.put(later, other))
	require.Equal(t, some, s.get(key))
	require.Equal(t, some, s.lastOf("used"))
	require.Nil(t, s.lastOf("unused"))
	age()
	require.NoError(t, s.put(later, other))
	require.Nil(t, s.get(key))
	require.Nil(t, s.lastOf("used"))
	require.Equal(t, other, s.get(later))
}

// The lock has one holder at a time. A waiting caller is notified once, and stops when its context
// ends.
func TestLock(t *testing.T) {
	s := store(t.TempDir())
	var inside, waited atomic.Int32
	var g errgroup.Group
	for range 8 {
		g.Go(func() error {
			unlock := s.lock(context.Background(), func() { waited.Add(1) })
			defer unlock()
			if inside.Add(1) > 1 {
				t.Error("two hold the lock")
			}
			time.Sleep(time.Millisecond)
			inside.Add(-1)
			return nil
		})
	}
	require.NoError(t, g.Wait())
	require.LessOrEqual(t, waited.Load(), int32(7))
	unlock := s.lock(t.Context(), func() { t.Error("no other holds it") })
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	s.lock(ctx, cancel)()
	require.Error(t, ctx.Err())
}
