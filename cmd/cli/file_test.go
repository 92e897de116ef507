package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func contents(t *testing.T, name string) string {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

func TestWriteFileReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.txt")
	var s Streams
	require.NoError(t, s.WriteFile(name, text("one")))
	for _, mode := range []os.FileMode{0o600, 0o666} {
		require.NoError(t, os.Chmod(name, mode))
		require.NoError(t, s.WriteFile(name, text("two")))
		require.Equal(t, "two", contents(t, name))
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm())
	}

	broken := errors.New("broken")
	err := s.WriteFile(name, func(w io.Writer) error {
		_, _ = io.WriteString(w, "thr")
		return broken
	})
	require.ErrorIs(t, err, broken)
	require.Equal(t, "two", contents(t, name))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left beside it")
}

func TestWriteFileFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(target, []byte("one"), 0o644))
	if err := os.Symlink(target, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	dangling := filepath.Join(dir, "dangling")
	require.NoError(t, os.Symlink(filepath.Join(dir, "new"), dangling))
	require.NoError(t, Streams{}.WriteFile(dangling, text("three")))
	require.Equal(t, "three", contents(t, filepath.Join(dir, "new")))
	require.NoError(t, Streams{}.WriteFile(link, text("two")))
	require.Equal(t, "two", contents(t, target))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)
}

// A failed write creates nothing at the end of a link, for all kinds of links to files that do not
// exist yet.
func TestWriteFileToNothingYet(t *testing.T) {
	dir := t.TempDir()
	folder, elsewhere := filepath.Join(dir, "folder"), filepath.Join(dir, "elsewhere")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "deep"), 0o777))
	if err := os.Symlink(filepath.Join("folder", "deep"), elsewhere); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	t.Chdir(dir)
	for link, to := range map[string]string{
		"absolute": filepath.Join(folder, "a"), "relative": filepath.Join("folder", "b"), "second": "first",
		"first": filepath.Join("folder", "c"),
		"up":    "elsewhere/../d", filepath.Join("elsewhere", "out"): "../e",
	} {
		require.NoError(t, os.Symlink(filepath.FromSlash(to), link))
	}
	for link, target := range map[string]string{"absolute": "a", "relative": "b", "second": "c", "up": "d",
		filepath.Join("elsewhere", "out"): "e"} {
		target, broken := filepath.Join(folder, target), errors.New("broken")
		require.ErrorIs(t, Streams{}.StreamFile(link, func(io.Writer) error { return broken }), broken)
		require.NoFileExists(t, target)
		require.NoError(t, Streams{}.StreamFile(link, text("made")), link)
		require.Equal(t, "made", contents(t, target))
		require.Equal(t, "made", contents(t, link))
	}
	require.NoError(t, os.Symlink("round", "round"))
	require.Error(t, Streams{}.WriteFile("round", text("x")))
	require.NoError(t, os.Symlink(filepath.Join("no", "a.txt"), "lost"))
	require.EqualError(t, Streams{}.WriteFile("lost", text("x")), "lost: no such file or directory")
}

func TestWriteFileErrors(t *testing.T) {
	dir := t.TempDir()
	require.EqualError(t, Streams{}.WriteFile(dir, text("x")), dir+": is a directory")
	locked := filepath.Join(dir, "locked")
	require.NoError(t, os.WriteFile(locked, nil, 0o444))
	require.EqualError(t, Streams{}.WriteFile(locked, text("x")), locked+": permission denied")
	missing := filepath.Join(dir, "no", "a.txt")
	require.EqualError(t, Streams{}.WriteFile(missing, text("x")), missing+": there is no folder "+filepath.Dir(missing))
}

func TestStandardStreams(t *testing.T) {
	var out bytes.Buffer
	s := Streams{In: bytes.NewReader([]byte("in")), Out: &out}
	require.NoError(t, s.WriteFile(Stdio, text("out")))
	require.Equal(t, "out", out.String())
	name, data, err := s.ReadFile(Stdio)
	require.NoError(t, err)
	require.Equal(t, "<stdin>", name)
	require.Equal(t, "in", string(data))
	_, _, err = s.ReadFile(t.TempDir())
	require.ErrorContains(t, err, ": is a directory")
}
