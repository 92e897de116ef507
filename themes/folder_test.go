package themes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// folder writes files by name into a folder named mine.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mine")
	require.NoError(t, os.Mkdir(dir, 0o755))
	for name, data := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644))
	}
	return dir
}

// A folder that only names its base is that theme with another name.
func TestBareFolder(t *testing.T) {
	theme := find(t, folder(t, bare()))
	want := find(t, Default)
	require.Equal(t, want.CSS(), theme.CSS())
	require.Equal(t, "mine", theme.Name)
	require.Empty(t, theme.Assets())
	for _, name := range Replaceable() {
		_, own := theme.File(name)
		require.False(t, own, name)
	}
}

// bare returns the least that a folder may hold.
func bare() map[string]string { return map[string]string{"theme.json": `{"base": "stage"}`} }

// A folder that changes nothing is not the one that its author meant.
func TestEmptyFolder(t *testing.T) {
	for _, files := range []map[string]string{nil, {"README.md": "x", ".git": "x"}, {"a.svg": "A", "z.woff2": "Z"}} {
		dir := folder(t, files)
		_, err := Find(dir)
		require.EqualError(t, err, dir+": holds no file of a theme, such as `theme.json` or `theme.css`: `ceptre theme "+
			"stage -o FOLDER` writes them")
	}
}

// What editors write before a text is no part of it: places are as the author sees them.
func TestFolderMarks(t *testing.T) {
	theme := find(t, folder(t, map[string]string{
		"theme.json": mark + `{"base": "paper"}`, "theme.css": mark + "p {}", "scene.html": mark + "scene",
		"a.svg": mark + "A",
	}))
	require.Equal(t, "paper", theme.Base)
	require.NotContains(t, string(theme.CSS()), mark)
	scene, _ := theme.File("scene.html")
	require.Equal(t, "scene", string(scene))
	require.Equal(t, mark+"A", string(theme.Assets()[0].Data), "assets are copied as they are")
	_, err := Find(folder(t, map[string]string{"theme.json": mark + `{"base": 7}`}))
	require.ErrorContains(t, err, "theme.json:1:10: base: is not a string")
}

// Of text in another encoding browsers would make something else.
func TestFolderEncoding(t *testing.T) {
	for data, at := range map[string]string{"\xff\xfep\x00": "1:1", "p {}\n/* caf\xe9 */": "2:7"} {
		_, err := Find(folder(t, map[string]string{"theme.css": data}))
		require.ErrorContains(t, err, "theme.css:"+at+": is not text in UTF-8: save it as such")
	}
}

// TestFolder: files of the folder replace built-in ones; all others are the base's.
func TestFolder(t *testing.T) {
	theme := find(t, folder(t, map[string]string{
		"theme.json": `{"base": "paper", "light": {"page": {"ink": "#123"}}}`,
		"scene.html": "scene", "z.woff2": "Z", "a.svg": "A", "README.md": "x", ".git": "x",
	}))
	want := find(t, "paper")
	want.Light.Page.Ink = "#112233"
	require.Equal(t, string(want.CSS()), string(theme.CSS()))
	data, own := theme.File("scene.html")
	require.True(t, own)
	require.Equal(t, "scene", string(data))
	for _, no := range []string{"index.html", "a.svg", "README.md", "theme.json", ""} {
		_, own := theme.File(no)
		require.False(t, own, no)
	}
	require.Equal(t, []File{{"a.svg", []byte("A")}, {"z.woff2", []byte("Z")}}, theme.Assets())
}

// Both parts of the stylesheet can be replaced, each alone.
func TestFolderSheets(t *testing.T) {
	shared, err := stylesheets.ReadFile("site.css")
	require.NoError(t, err)
	stage, err := stylesheets.ReadFile("stage.css")
	require.NoError(t, err)
	css := string(find(t, folder(t, map[string]string{"theme.css": "mine"})).CSS())
	require.Contains(t, css, string(shared))
	require.NotContains(t, css, string(stage))
	require.Regexp(t, `\}\n\nmine$`, css)
	css = string(find(t, folder(t, map[string]string{"site.css": "mine"})).CSS())
	require.Contains(t, css, "@layer site {\n\nmine\n}\n\n"+string(stage))
	require.NotContains(t, css, string(shared))
}

// The folder that [Sources] fills is the theme itself.
func TestSources(t *testing.T) {
	for _, name := range Names() {
		for _, shared := range []bool{false, true} {
			sources, err := Sources(name, shared)
			require.NoError(t, err)
			contents := map[string]string{}
			for _, f := range sources {
				contents[f.Name] = string(f.Data)
			}
			require.Len(t, contents, map[bool]int{false: 2, true: 3}[shared])
			theme, want := find(t, folder(t, contents)), find(t, name)
			require.Equal(t, string(want.CSS()), string(theme.CSS()))
			theme.Name, theme.files = name, nil
			want.origins = theme.Origins() // where ours has none
			require.Equal(t, want, theme)
		}
	}
	_, err := Sources("none", false)
	require.ErrorContains(t, err, `no theme "none"`)
}

// A folder is known by being one; themes of ours come first.
func TestFolderNames(t *testing.T) {
	t.Chdir(filepath.Dir(folder(t, bare())))
	for _, name := range []string{"mine", "./mine", "mine/"} {
		require.Equal(t, "mine", find(t, name).Name)
	}
	paper := find(t, "paper")
	require.NoError(t, os.CopyFS("paper", os.DirFS("mine")))
	require.Equal(t, paper, find(t, "paper"))
	require.NotEqual(t, paper.Light, find(t, "./paper").Light)
	t.Chdir("mine")
	require.Equal(t, "mine", find(t, "./").Name)
}

func TestFolderErrors(t *testing.T) {
	_, err := Find(folder(t, map[string]string{"style.css": ""}))
	require.ErrorContains(t, err, filepath.Join("mine", "style.css")+": is not a file of a theme: there can be all.html, "+
		"cast.html, collection.html, ")
	require.ErrorContains(t, err, ", theme.css, theme.json, thread.html, README, and fonts and pictures that end with "+
		".woff2, .png, .svg or .jpg")
	_, err = Find(folder(t, map[string]string{"theme.json": "{\n  \"fonts\": 7}"}))
	require.ErrorContains(t, err, filepath.Join("mine", "theme.json")+":2:12: fonts: is not an object")
	dir := folder(t, bare())
	require.NoError(t, os.Mkdir(filepath.Join(dir, "a.svg"), 0o755))
	_, err = Find(dir)
	require.ErrorContains(t, err, "a.svg: is not a file")
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".hidden"), 0o755))
	require.NoError(t, os.Remove(filepath.Join(dir, "a.svg")))
	find(t, dir)
}

// All that is wrong in a folder is said at once.
func TestFolderAllErrors(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": "", "site.css": "}", "theme.css": "p {", "theme.json": `{"base": 7}`})
	_, err := Find(dir)
	var files []string
	for _, line := range strings.Split(err.Error(), "\n") {
		file, _, _ := strings.Cut(strings.TrimPrefix(line, dir+string(filepath.Separator)), ":")
		files = append(files, file)
	}
	require.Equal(t, []string{"a.txt", "site.css", "theme.css", "theme.json"}, files)
	_, err = Find(folder(t, map[string]string{"theme.json": "\xff"}))
	require.NotContains(t, err.Error(), "\n", "no more is said of what cannot be read")
}

// TestFolderIsKept: the caller may change the returned values.
func TestFolderIsKept(t *testing.T) {
	theme := find(t, folder(t, map[string]string{"theme.css": "mine", "a.png": "A"}))
	data, _ := theme.File("theme.css")
	data[0] = 'x'
	theme.Assets()[0].Data[0] = 'x'
	again, _ := theme.File("theme.css")
	require.Equal(t, "mine", string(again))
	require.Equal(t, "A", string(theme.Assets()[0].Data))
}

// TestFolderLeftovers: files of editors and systems are no part of a theme.
func TestFolderLeftovers(t *testing.T) {
	th := find(t, folder(t, map[string]string{
		"theme.css": "p {}", "theme.css~": "x", "#theme.json#": "x", "theme.css.bak": "x", ".theme.css.swp": "x", "4913": "x",
		".DS_Store": "x", "README~": "x",
	}))
	require.Equal(t, "mine", th.Name)
	_, err := Find(folder(t, map[string]string{"49a13": ""}))
	require.ErrorContains(t, err, "49a13: is not a file of a theme")
}
