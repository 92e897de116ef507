package site

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/site/locale"
	"pgregory.net/rapid"
)

// aSite draws a site with a first page, a stylesheet, and some of a few pages, each of one of two kinds.
func aSite(name string) *rapid.Generator[*Site] {
	return rapid.Custom(func(t *rapid.T) *Site {
		s := &Site{}
		for _, p := range []string{indexPath, stylePath, "a.html", "scenes/t1.html", "scenes/t2.html",
			"story-1/" + stylePath} {
			if p == indexPath || rapid.Bool().Draw(t, name+" has "+p) {
				s.Pages = append(s.Pages, Page{Path: p, Data: fmt.Appendf(nil, "%s %d", p, rapid.IntRange(0, 1).Draw(t, "kind"))})
			}
		}
		return s
	})
}

// told returns the files of a site, without those that readers do not see and that are not of the site.
func told(t *testing.T, dir string) map[string]string {
	files := snapshot(t, dir)
	maps.DeleteFunc(files, func(name, text string) bool {
		return strings.HasPrefix(name, manifestName) || text == "folder" || text == "mine"
	})
	return files
}

func filesOf(s *Site) map[string]string {
	files := make(map[string]string)
	for _, p := range s.Pages {
		files[p.Path] = string(p.Data)
	}
	return files
}

// Wherever a writer is killed, the folder holds the old site, or the new one, or one that says that it
// is incomplete, and the next writer completes it.
func TestKilledWriters(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		before, after := aSite("old").Draw(r, "old"), aSite("new").Draw(r, "new")
		dir := t.TempDir()
		require.NoError(t, Write(before, dir))
		put(t, dir, "scenes/mine.txt", "mine")
		steps := staged(t, after, dir)
		killed := rapid.IntRange(0, len(steps)).Draw(r, "killed after steps")
		for _, step := range steps[:killed] {
			require.NoError(t, step())
		}
		found := told(t, dir)
		if !maps.Equal(found, filesOf(before)) && !maps.Equal(found, filesOf(after)) {
			require.Contains(t, found[indexPath], "<p>This site is incomplete: ")
		}
		require.NoError(t, Write(after, dir))
		require.Equal(t, filesOf(after), told(t, dir))
		require.NoDirExists(t, dir+"/"+stagingName)
		require.FileExists(t, dir+"/scenes/mine.txt")
	})
}

// staged stages a site in a folder, and returns the steps that are left.
func staged(t *testing.T, s *Site, dir string) []func() error {
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { root.Close() })
	old, err := readManifest(root)
	require.NoError(t, err)
	files, err := s.files()
	require.NoError(t, err)
	steps, err := s.replace(root, old, files)
	require.NoError(t, err)
	return steps
}

// While a site is incomplete, its other pages say so, too, by their stylesheet, once.
func TestIncompleteStylesheet(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Write(pages(" 1", indexPath, stylePath, "a.html"), dir))
	for range 2 {
		for _, step := range staged(t, pages(" 2", indexPath, stylePath, "b.html"), dir)[:4] {
			require.NoError(t, step())
		}
		require.Equal(t, string(incompleteSheet("style.css 1", locale.For("", nil))), told(t, dir)[stylePath])
	}
}

// Unchanged files are not written again.
func TestWriteAgain(t *testing.T) {
	dir := t.TempDir()
	s := pages(" 1", indexPath, stylePath, "a.html")
	require.NoError(t, Write(s, dir))
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	for _, p := range s.Pages {
		require.NoError(t, os.Chtimes(dir+"/"+p.Path, long, long))
	}
	require.NoError(t, Write(s, dir))
	for _, p := range s.Pages {
		info, err := os.Stat(dir + "/" + p.Path)
		require.NoError(t, err)
		require.Equal(t, long, info.ModTime())
	}
}

// The notice is in the words of the new site, as text.
func TestIncompleteInOtherWords(t *testing.T) {
	words := locale.For("he", locale.Own{"incomplete-text": {"other": "חסר & \"</style>\""}})
	words.Language = "he"
	dir := t.TempDir()
	require.NoError(t, Write(pages(" 1", indexPath, stylePath), dir))
	next := pages(" 2", indexPath, stylePath)
	next.Words = words
	for _, step := range staged(t, next, dir)[:4] {
		require.NoError(t, step())
	}
	found := told(t, dir)
	require.Contains(t, found[indexPath], `<html lang="he" dir="rtl">`)
	require.Contains(t, found[indexPath], "<p>חסר &amp; &#34;&lt;/style&gt;&#34;</p>")
	require.Contains(t, found[stylePath], `content: "חסר \26  \22 \3c /style\3e \22 ";`)
}
