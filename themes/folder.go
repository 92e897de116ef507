package themes

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/bounded"
)

// paletteFile is the file of a folder that is as those of single themes.
const paletteFile = "theme.json"

// A File is one of a theme's folder.
type File struct {
	Name string
	Data []byte
}

// Replaceable returns the names of the files that a theme's folder may have in the
// place of ours, sorted. It may have fonts and pictures beside them.
func Replaceable() []string {
	return []string{
		"all.html", "cast.html", "collection.html", "hours.html", "index.html", "layout.html", "made.html", "map.html",
		"parts.html", "scene.html",
		sharedSheet, "site.js", ownSheet, paletteFile, "thread.html",
	}
}

// File returns the file of that name that the theme's folder has in the place of
// ours, and whether it has one.
func (t *Theme) File(name string) (data []byte, own bool) {
	for _, f := range t.files {
		if f.Name == name && !isAsset(name) {
			return bytes.Clone(f.Data), true
		}
	}
	return nil, false
}

// Assets returns the fonts and pictures of the theme's folder, sorted by name. They
// belong beside the stylesheet, which names them without a folder.
func (t *Theme) Assets() []File {
	var assets []File
	for _, f := range t.files {
		if isAsset(f.Name) {
			assets = append(assets, File{f.Name, bytes.Clone(f.Data)})
		}
	}
	return assets
}

func isAsset(name string) bool {
	return slices.Contains([]string{".woff2", ".png", ".svg", ".jpg"}, path.Ext(name))
}

// readFolder reads a theme from a folder. Each file of it is optional, but one must be
// there that changes something: a folder without is another one than its author thinks.
// The error has all that is wrong in any of the files.
func readFolder(dir string) (*Theme, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("theme: %w", err)
	}
	found, unread := readMembers(dir, entries)
	if unread == nil && !slices.ContainsFunc(found, func(f File) bool { return !isAsset(f.Name) }) {
		return nil, fmt.Errorf("%s: holds no file of a theme, such as `%s` or `%s`: `ceptre theme %s -o FOLDER` writes them",
			dir, paletteFile, ownSheet, Default)
	}
	var origins []string
	for _, f := range found {
		origins = append(origins, filepath.Join(dir, f.Name))
	}
	t, err := fromFolder(dir, found)
	if err = errors.Join(unread, err); err != nil {
		return nil, err
	}
	t.origins = origins
	return t, nil
}

// readMembers reads the files of a theme's folder, which are sorted.
func readMembers(dir string, entries []os.DirEntry) (found []File, err error) {
	var errs []error
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "README") || isLeftover(e.Name()) {
			continue
		}
		data, err := readMember(filepath.Join(dir, e.Name()))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		found = append(found, File{e.Name(), data})
	}
	return found, errors.Join(errs...)
}

// isLeftover reports whether a file is hidden or made by an editor for its own use: by Emacs
// (`x~`, `#x#`), Vim (`x~`, `.x.swp`, `4913`), and others.
func isLeftover(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") ||
		slices.Contains([]string{".bak", ".orig", ".swp", ".tmp"}, path.Ext(name)) || strings.Trim(name, "0123456789") == ""
}

// readMember reads a file of a theme's folder, if it is one that may be there.
func readMember(file string) ([]byte, error) {
	name := filepath.Base(file)
	if !isAsset(name) && !slices.Contains(Replaceable(), name) {
		return nil, fmt.Errorf("%s: is not a file of a theme: there can be %s, README, and fonts and pictures that end with "+
			".woff2, .png, .svg or .jpg",
			file, strings.Join(Replaceable(), ", "))
	}
	info, err := os.Lstat(file) // a link may lead outside the published files
	if err != nil {
		return nil, fmt.Errorf("theme: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is not a file", file)
	}
	data, err := readFile(file)
	if err != nil {
		return nil, fmt.Errorf("theme: %w", err)
	}
	if isAsset(name) {
		return data, nil
	}
	if data, err = plainText(file, data); err == nil && path.Ext(name) == ".css" {
		err = checkCSS(file, data)
	}
	return data, err
}

// readFile reads a file whole, if it is not too large.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := bounded.Read(f, bounded.Text)
	if errors.Is(err, bounded.ErrTooLarge) {
		err = fmt.Errorf("%s: has more than %d MB", name, bounded.Text>>20)
	}
	return data, err
}

// fromFolder makes a theme of the files of a folder.
func fromFolder(dir string, found []File) (*Theme, error) {
	t, err := builtIn(Default)
	isPalette := func(f File) bool { return f.Name == paletteFile }
	if i := slices.IndexFunc(found, isPalette); i >= 0 {
		t, err = parseOn(Default, filepath.Join(dir, paletteFile), found[i].Data)
	}
	if err != nil {
		return nil, err
	}
	if abs, err := filepath.Abs(dir); err == nil { // which "." and ".." need
		dir = abs
	}
	t.Name = filepath.Base(dir)
	t.Base = cmp.Or(t.Base, Default)
	t.files = slices.DeleteFunc(found, isPalette)
	return t, nil
}
