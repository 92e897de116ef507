package cli

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/themes"
	"github.com/stretchr/testify/require"
)

// A file that was read is known by other spellings, links and hard links, also after it was replaced.
func TestMayWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("sub", 0o755))
	require.NoError(t, os.WriteFile("in", []byte("in"), 0o644))
	require.NoError(t, os.Symlink("in", "link"))
	require.NoError(t, os.Link("in", "hard"))
	for _, read := range []func(Streams){
		func(s Streams) { _, _, err := s.ReadFile("in"); require.NoError(t, err) },
		func(s Streams) {
			in, err := s.Open(context.Background(), "in")
			require.NoError(t, err)
			require.NoError(t, in.Close())
		},
		func(s Streams) { require.NoError(t, s.MayWrite("out", "in")) },
	} {
		s := Streams{inputs: new(inputs)}
		read(s)
		require.EqualError(t, s.WriteFile("in", text("x")), "in: this is the input, and is not overwritten")
		for _, name := range []string{"./in", "sub/../in", "link", "hard", filepath.Join(t.TempDir(), "..", "..", "in")} {
			if _, err := os.Stat(name); err == nil {
				require.EqualError(t, s.StreamFile(name, text("x")), name+": this is the input in, and is not overwritten")
			}
		}
		require.Equal(t, "in", contents(t, "in"))
		require.NoError(t, s.WriteFile("out", text("x")))
		require.NoError(t, s.InPlace("in").WriteFile("link", text("in")))
		require.NoError(t, os.Rename("out", "in")) // as an editor does
		require.ErrorContains(t, s.WriteFile("in", text("x")), "is the input")
		require.NoError(t, os.WriteFile("in", []byte("in"), 0o644))
		require.NoError(t, os.Remove("hard"))
		require.NoError(t, os.Link("in", "hard"))
	}
	require.NoError(t, Streams{}.WriteFile("in", text("x")), "nothing was read")
}

// A folder with an input in it is not replaced, however the input is called.
func TestFolderHoldsInput(t *testing.T) {
	dir := t.TempDir()
	pages := filepath.Join(dir, "pages")
	require.NoError(t, writeFolder(t, pages, "a"))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(filepath.Join(pages, "a"), link))
	for _, name := range []string{filepath.Join(pages, "a"), link} {
		s := Streams{inputs: new(inputs)}
		_, _, err := s.ReadFile(name)
		require.NoError(t, err)
		_, err = s.NewFolder(pages)
		require.EqualError(t, err, pages+": this folder contains the input "+name+", and is not replaced")
		f, err := s.NewFolder(filepath.Join(dir, "other"))
		require.NoError(t, err)
		f.Remove()
	}
}

// All files of a new folder are written or none, and what a killed process has left is completed.
func TestFillFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	files := []themes.File{{Name: "a", Data: []byte("a")}, {Name: "b", Data: []byte("b")}}
	broken := append(files[:2:2], themes.File{Name: "sub/c"}, themes.File{Name: "no/such/d"})
	require.Error(t, Streams{}.FillFolder(dir, broken))
	require.NoDirExists(t, dir)
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.Error(t, Streams{}.FillFolder(dir, broken))
	require.Empty(t, names(t, dir))
	deep := dir + "-with-folder"
	require.NoError(t, Streams{}.FillFolder(deep, append(files[:2:2], themes.File{Name: "sub/c"})))
	require.Equal(t, []string{"a", "b", "sub"}, names(t, deep))
	require.FileExists(t, filepath.Join(deep, "sub", "c"))

	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("a"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".b.ceptre-new"), []byte("half"), 0o644))
	require.NoError(t, Streams{}.FillFolder(dir, files))
	require.Equal(t, []string{"a", "b"}, names(t, dir))
	for _, other := range []string{"a", "c"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, other), []byte("mine"), 0o644))
		require.EqualError(t, Streams{}.FillFolder(dir, files),
			dir+": contains other files, such as "+other+"; name a new folder")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("a"), 0o644))
	}
}
