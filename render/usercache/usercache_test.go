package usercache

import (
	"os"
	"path/filepath"
	"testing"

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
