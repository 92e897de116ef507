package site

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// pages makes a site of files that contain their path and a mark.
func pages(mark string, paths ...string) *Site {
	s := &Site{}
	for _, p := range paths {
		s.Pages = append(s.Pages, Page{Path: p, Data: []byte(p + mark)})
	}
	return s
}

// snapshot returns every file below dir with its text, links as their target.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		name, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			files[name], err = os.Readlink(path)
			return err
		case d.IsDir():
			files[name] = "folder"
			return nil
		}
		data, err := os.ReadFile(path)
		files[name] = string(data)
		return err
	}))
	return files
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// refused requires that writing fails with a message and changes nothing.
func refused(t *testing.T, s *Site, dir, message string) {
	t.Helper()
	before := snapshot(t, dir)
	require.ErrorContains(t, Write(s, dir), message)
	require.Equal(t, before, snapshot(t, dir))
}

func TestWriteNewFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "public")
	require.NoError(t, Write(pages(" 1", "index.html", "scenes/t1.html"), dir))
	require.Equal(t, map[string]string{
		".":              "folder",
		"scenes":         "folder",
		"index.html":     "index.html 1",
		"scenes/t1.html": "scenes/t1.html 1",
		".ceptre-site":   manifestHeader + "\nindex.html\nscenes/t1.html\n",
	}, snapshot(t, dir))
	info, err := os.Stat(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o644), info.Mode().Perm())
}

func TestWriteReplacesOwnFilesOnly(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Write(pages(" 1", "index.html", "scenes/t1.html", "scenes/t2.html", "pictures/a.svg"), dir))
	put(t, dir, "CNAME", "example.org")
	put(t, dir, "scenes/mine.txt", "mine")
	require.NoError(t, os.Remove(filepath.Join(dir, "scenes/t1.html"))) // by hand
	require.NoError(t, Write(pages(" 2", "index.html", "style.css"), dir))
	require.Equal(t, map[string]string{
		".":               "folder",
		"scenes":          "folder",
		"CNAME":           "example.org",
		"scenes/mine.txt": "mine",
		"index.html":      "index.html 2",
		"style.css":       "style.css 2",
		".ceptre-site":    manifestHeader + "\nindex.html\nstyle.css\n",
	}, snapshot(t, dir))
}

func TestWriteRefusesForeignFolders(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "thesis.txt", "years of work")
	refused(t, pages("", "index.html"), dir,
		dir+": is not empty and was not written by ceptre publish; choose another folder")

	file := filepath.Join(dir, "thesis.txt")
	require.EqualError(t, Write(pages("", "index.html"), file), file+": is not a folder")

	below := filepath.Join(file, "site")
	require.EqualError(t, Write(pages("", "index.html"), below), below+": not a directory")
}

// Whether a folder may be written to is known before there is a site.
func TestCheckFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, CheckFolder(dir))
	deep := filepath.Join(dir, "a", "b")
	require.NoError(t, CheckFolder(deep))
	require.Empty(t, snapshot(t, dir)["a"], "nothing was made")
	require.NoError(t, Write(pages("", "index.html"), deep))
	require.NoError(t, CheckFolder(deep))

	put(t, dir, "thesis.txt", "years of work")
	require.EqualError(t, CheckFolder(dir),
		dir+": is not empty and was not written by ceptre publish; choose another folder")
	file := filepath.Join(dir, "thesis.txt")
	require.EqualError(t, CheckFolder(file), file+": is not a folder")
	below := filepath.Join(file, "site")
	require.EqualError(t, CheckFolder(below), below+": not a directory")
}

func TestWriteRefusesForeignFilesInTheWay(t *testing.T) {
	for name, plant := range map[string]func(dir string){
		"scenes/t1.html is in the way: it was not written by ceptre publish": func(dir string) {
			put(t, dir, "scenes/t1.html", "mine")
		},
		"scenes is in the way: not a folder": func(dir string) {
			put(t, dir, "scenes", "mine")
		},
		"style.css is in the way: a folder": func(dir string) {
			put(t, dir, "style.css/mine", "mine")
		},
		".ceptre-site.new is in the way: not a folder": func(dir string) {
			put(t, dir, stagingName, "mine")
		},
	} {
		dir := t.TempDir()
		require.NoError(t, Write(pages(" 1", "index.html"), dir))
		plant(dir)
		refused(t, pages(" 2", "index.html", "style.css", "scenes/t1.html"), dir, name)
	}
}

func TestWriteFollowsNoLinks(t *testing.T) {
	outside := t.TempDir()
	put(t, outside, "t1.html", "outside")
	dir := t.TempDir()
	require.NoError(t, Write(pages(" 1", "index.html", "scenes/t1.html"), dir))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "scenes")))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "scenes")))
	refused(t, pages(" 2", "index.html", "scenes/t1.html"), dir, "scenes is in the way: not a folder")
	refused(t, pages(" 2", "index.html"), dir, "scenes is in the way: not a folder")

	require.NoError(t, os.Remove(filepath.Join(dir, "scenes")))
	require.NoError(t, os.Remove(filepath.Join(dir, "index.html")))
	require.NoError(t, os.Symlink(filepath.Join(outside, "t1.html"), filepath.Join(dir, "index.html")))
	require.NoError(t, Write(pages(" 3", "index.html"), dir))
	require.Equal(t, "index.html 3", snapshot(t, dir)["index.html"], "the link itself is replaced")
	require.Equal(t, map[string]string{".": "folder", "t1.html": "outside"}, snapshot(t, outside))
}

func TestWriteThroughLinkToFolder(t *testing.T) {
	target := t.TempDir()
	link := filepath.Join(t.TempDir(), "public")
	require.NoError(t, os.Symlink(target, link))
	require.NoError(t, Write(pages("", "index.html"), link))
	require.Contains(t, snapshot(t, target), "index.html")
}

func TestWriteRefusesTamperedManifests(t *testing.T) {
	for line, message := range map[string]string{
		"../victim":        `.ceptre-site:3: "../victim" is not a file of a site`,
		"/etc/passwd":      `"/etc/passwd" is not a file`,
		"a/../../b":        `is not a file`,
		".":                `is not a file`,
		"":                 `is not a file`,
		`..\victim`:        `is not a file`,
		"C:victim":         `is not a file`,
		".ceptre-site":     `is not a file`,
		".ceptre-site.new": `is not a file`,
	} {
		parent := t.TempDir()
		put(t, parent, "victim", "victim")
		dir := filepath.Join(parent, "public")
		put(t, dir, manifestName, manifestHeader+"\nindex.html\n"+line+"\n")
		put(t, dir, "index.html", "old")
		refused(t, pages("", "index.html"), dir, message)
		require.Equal(t, "victim", snapshot(t, parent)["victim"])
	}
	dir := t.TempDir()
	put(t, dir, manifestName, "index.html\n")
	refused(t, pages("", "index.html"), dir, "not a manifest of ours")
}

// A page below another page cannot be staged: the old site stays.
func TestWriteFailureKeepsOldSite(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Write(pages(" 1", "index.html", "old.html"), dir))
	refused(t, pages(" 2", "index.html", "a", "a/b"), dir, "a")
	refused(t, pages(" 2", "index.html", "../x"), dir, `"../x" is not a path of a page`)

	fresh := filepath.Join(t.TempDir(), "public")
	require.Error(t, Write(pages("", "a", "a/b"), fresh))
	require.NoDirExists(t, fresh)
}

// A writer may be killed at any moment; what it leaves is put in order by the
// next one.
func TestWriteAfterKill(t *testing.T) {
	staging := t.TempDir() // killed while staging a new site
	put(t, staging, stagingName+"/index.html", "half")
	require.NoError(t, Write(pages(" 2", "index.html"), staging))
	require.NotContains(t, snapshot(t, staging), stagingName)

	moving := t.TempDir() // killed while moving: the manifest names old and new
	put(t, moving, manifestName, manifestHeader+"\nindex.html\nnew.html\nold.html\n")
	put(t, moving, "index.html", "new")
	put(t, moving, "old.html", "old")
	put(t, moving, stagingName+"/new.html", "new")
	require.NoError(t, Write(pages(" 3", "index.html"), moving))
	require.Equal(t, []string{".", ".ceptre-site", "index.html"}, slices.Sorted(maps.Keys(snapshot(t, moving))))
}

// Files of a manifest that are gone are no reason to fail.
func TestManifestOfNothing(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, manifestName, manifestHeader+"\n")
	require.NoError(t, Write(pages("", "index.html"), dir))
	require.Contains(t, snapshot(t, dir), "index.html")
}
