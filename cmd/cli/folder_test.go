package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// writeFolder writes a folder with files of some names.
func writeFolder(t *testing.T, name string, files ...string) error {
	t.Helper()
	f, err := Streams{}.NewFolder(name)
	if err != nil {
		return err
	}
	defer f.Remove()
	for _, file := range files {
		require.NoError(t, f.Write(file, []byte(file)))
	}
	return f.Close()
}

// names lists a folder, hidden files, too.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// A folder that is empty or was written by this package is replaced as a whole. A slash at the end
// of its name means nothing.
func TestFolderReplacesItsOwn(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "pages")
	require.NoError(t, writeFolder(t, name+"/", "a", "b"))
	require.Equal(t, []string{mark, "a", "b"}, names(t, name))
	require.NoError(t, writeFolder(t, name, "b", "c"))
	require.Equal(t, []string{mark, "b", "c"}, names(t, name))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "empty"), 0o755))
	require.NoError(t, writeFolder(t, filepath.Join(dir, "empty"), "a"))
	require.Equal(t, []string{"empty", "pages"}, names(t, dir))
}

// A link to a folder stays one.
func TestFolderFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "pages"), filepath.Join(dir, "link")
	require.NoError(t, writeFolder(t, name, "a"))
	if err := os.Symlink("pages", link); err != nil {
		t.Skip("no links here: ", err)
	}
	require.NoError(t, writeFolder(t, link, "b"))
	require.Equal(t, []string{mark, "b"}, names(t, name))
	require.Equal(t, []string{"link", "pages"}, names(t, dir))
}

// Files of other origin stay, even beside files written by this package.
func TestFolderRefusesOthers(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "pages")
	require.NoError(t, writeFolder(t, name, "a"))
	theirs := filepath.Join(name, "theirs")
	require.NoError(t, os.WriteFile(theirs, nil, 0o644))
	require.EqualError(t, writeFolder(t, name, "b"), name+": contains other files, such as theirs, and is not replaced")
	require.NoError(t, os.Remove(filepath.Join(name, mark)))
	require.EqualError(t, writeFolder(t, name, "b"), name+": contains other files, such as a, and is not replaced")
	require.EqualError(t, writeFolder(t, theirs, "b"), theirs+": not a directory")
	require.EqualError(t, writeFolder(t, filepath.Join(dir, "no", "pages")),
		filepath.Join(dir, "no", "pages")+": no such file or directory")
	require.Equal(t, []string{"a", "theirs"}, names(t, name))
	require.Equal(t, []string{"pages"}, names(t, dir))
	for _, here := range []string{".", "./", "..", "../.."} {
		require.ErrorContains(t, writeFolder(t, here, "b"), here+": this folder is not replaced")
	}
}

// A folder that the system refuses with the error of a missing one is not tried for ever.
func TestInFolderRefused(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("no /proc")
	}
	require.EqualError(t, InFolder("/proc/x", func() error { return nil }), "/proc/x: no such file or directory")
}

// A discarded folder leaves nothing behind, and the old one stays.
func TestFolderGivenUp(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "pages")
	require.NoError(t, writeFolder(t, name, "a"))
	f, err := Streams{}.NewFolder(name)
	require.NoError(t, err)
	require.NoError(t, f.Write("b", nil))
	require.ErrorContains(t, f.Write("no/b", nil), filepath.Join(name, "no", "b")+": no such file")
	f.Remove()
	require.Equal(t, []string{"pages"}, names(t, dir))
	require.Equal(t, []string{mark, "a"}, names(t, name))
}
