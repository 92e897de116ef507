package usercache

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The folder lies in the user's cache, where no other user may write, or nowhere.
func TestFolder(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	dir := Folder("kind")
	if dir == "" {
		t.Skip("no cache folder on this system")
	}
	own := filepath.Dir(dir)
	require.DirExists(t, own)
	if os.Getuid() >= 0 {
		require.NoError(t, os.Chmod(own, 0o777))
		require.Empty(t, Folder("kind"))
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(os.DevNull, "none"))
	t.Setenv("HOME", filepath.Join(os.DevNull, "none"))
	require.Empty(t, Folder("kind"))
}

// Evict deletes old files with a suffix, and no others and no folders.
func TestEvict(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder.tmp"), 0o700))
	for _, name := range []string{"old.tmp", "new.tmp", "old"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	for _, name := range []string{"old.tmp", "old", "folder.tmp"} {
		require.NoError(t, os.Chtimes(filepath.Join(dir, name), old, old))
	}
	left := func() (names []string) {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	Evict(dir, ".tmp", time.Minute)
	require.Equal(t, []string{"folder.tmp", "new.tmp", "old"}, left())
	Evict(dir, "", time.Minute)
	require.Equal(t, []string{"folder.tmp", "new.tmp"}, left())
	Evict(filepath.Join(dir, "none"), "", 0)
}

// A file is whole only with the length and the bytes that it had when it was sealed.
func TestSeal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	require.Error(t, Seal(file), "there is no file")
	require.False(t, IsWhole(file))
	for _, text := range []string{"", "some text"} {
		write(text)
		require.NoError(t, Seal(file))
		require.True(t, IsWhole(file), text)
		for _, other := range []string{text + "s", "some", "some_text"} {
			write(other)
			require.False(t, IsWhole(file), other)
		}
	}
	write("some text")
	require.True(t, IsWhole(file))
	require.NoError(t, os.Remove(file+SumSuffix))
	require.False(t, IsWhole(file), "there is no checksum")
	require.NoError(t, os.Mkdir(file+SumSuffix, 0o700))
	require.False(t, IsWhole(file), "the checksum is a folder")
}
