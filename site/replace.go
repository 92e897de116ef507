package site

import (
	"bytes"
	"errors"
	"html/template"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

// replacement says how one site in a folder takes the place of another.
type replacement struct {
	root    *os.Root
	words   *locale.Words   // of the new site
	old     []string        // files of the site that is there
	files   []string        // files of the new one
	stale   []string        // old files that are no longer made
	changed map[string]bool // new files that are not there as they are to be
	signs   []string        // changed files with a notice in their place during the replacement, the first page first
}

// newReplacement compares a site with the files of a folder.
func newReplacement(root *os.Root, s *Site, old, files []string) *replacement {
	r := &replacement{root: root, words: s.Words, old: old, files: files, changed: make(map[string]bool)}
	if r.words == nil {
		r.words = locale.For("", nil)
	}
	made := make(map[string]bool)
	for _, p := range s.Pages {
		made[p.Path] = true
		if !isThere(root, p) {
			r.changed[p.Path] = true
		}
	}
	r.stale = slices.DeleteFunc(slices.Clone(old), func(f string) bool { return made[f] })
	if len(r.changed)+len(r.stale) > 0 {
		for _, f := range files {
			r.changed[f] = r.changed[f] || isSign(f) // which is replaced for a moment
		}
	}
	return r
}

// isSign reports whether a file says that a site is incomplete while it is: the first page, and the
// stylesheets, which all pages show.
func isSign(file string) bool { return file == indexPath || path.Base(file) == stylePath }

// Names in the staging folder of files that are no pages; no page has such a path.
const (
	signsFolder     = stagingName + "/" + stagingName + "/signs"
	interimManifest = stagingName + "/" + stagingName + "/interim"
	finalManifest   = stagingName + "/" + stagingName + "/final"
)

// incompletePage is the template of the first page of a site that is incomplete, in words of the new one.
var incompletePage = template.Must(template.New("incomplete").Parse(`<!DOCTYPE html>
<html lang="{{.Language}}"{{with .Direction}} dir="{{.}}"{{end}}>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>{{.Say "incomplete"}}</title>
<p>{{.Say "incomplete-text"}}</p>
</html>
`))

// incompleteRule begins the rule by which all pages with a stylesheet say that the site is incomplete.
const incompleteRule = "\nbody::before { /* incomplete */\n"

// incompleteSheet returns a stylesheet with that rule, in the place of one that it has already.
func incompleteSheet(old string, w *locale.Words) []byte {
	old, _, _ = strings.Cut(old, incompleteRule)
	return []byte(old + incompleteRule + "\tcontent: " + themes.Quote(w.Say("incomplete-text")) + `;
	display: block;
	padding: 0.5em;
	color: #000;
	background: #fd0;
}
`)
}

// stageRest writes the other files to the staging folder, so that no step of the replacement needs
// room on the disk.
func (r *replacement) stageRest() error {
	if err := r.root.MkdirAll(signsFolder, 0o755); err != nil {
		return err
	}
	err := errors.Join(
		writeSynced(r.root, interimManifest, manifest(slices.Concat(r.old, r.files))),
		writeSynced(r.root, finalManifest, manifest(r.files)))
	for _, f := range r.files {
		sign := r.sign(f)
		if sign == nil {
			continue
		}
		staged := path.Join(signsFolder, f)
		err = errors.Join(err, r.root.MkdirAll(path.Dir(staged), 0o755), writeSynced(r.root, staged, sign))
		at := len(r.signs)
		if f == indexPath {
			at = 0
		}
		r.signs = slices.Insert(r.signs, at, f)
	}
	return err
}

// sign returns what stands in the place of a file while the site is incomplete; nil for nothing.
func (r *replacement) sign(file string) []byte {
	switch {
	case !r.changed[file] || !isSign(file):
		return nil
	case file == indexPath:
		var page bytes.Buffer
		_ = incompletePage.Execute(&page, r.words) // of plain texts, into memory
		return page.Bytes()
	}
	old, err := r.root.ReadFile(file)
	if err != nil {
		return nil // there is no page yet that shows it
	}
	return incompleteSheet(string(old), r.words)
}

// steps returns the steps that follow the staging. The process may be killed between any two of
// them, and each is atomic.
//
//  1. The manifest names old and new files, so that the next writer can clean up the folder.
//  2. The first page and the stylesheets say that the site is incomplete.
//  3. The other pages are moved, and the pages that are no longer made are removed.
//  4. The stylesheets are moved, and then the first page.
//  5. The manifest names the new files.
func (r *replacement) steps() (steps []func() error) {
	if len(r.changed)+len(r.stale) > 0 {
		steps = append(steps, r.move(interimManifest, manifestName))
	}
	for _, f := range r.signs {
		steps = append(steps, r.move(path.Join(signsFolder, f), f))
	}
	var others, sheets, first []func() error
	for _, f := range r.files {
		move := r.move(path.Join(stagingName, f), f)
		switch {
		case !r.changed[f]:
			continue
		case f == indexPath:
			first = append(first, move)
		case isSign(f):
			sheets = append(sheets, move)
		default:
			others = append(others, move)
		}
	}
	for _, f := range r.stale {
		others = append(others, func() error { return r.remove(f) })
	}
	return slices.Concat(steps, others, []func() error{r.sync}, sheets, first,
		[]func() error{r.move(finalManifest, manifestName), r.sync})
}

// move returns the step that moves a file.
func (r *replacement) move(from, to string) func() error {
	return func() error {
		if err := r.root.MkdirAll(path.Dir(to), 0o755); err != nil {
			return err
		}
		return r.root.Rename(from, to)
	}
}

// remove removes a file, and the folders that are empty without it.
func (r *replacement) remove(file string) error {
	if err := r.root.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for dir := path.Dir(file); dir != "." && r.root.Remove(dir) == nil; dir = path.Dir(dir) {
	}
	return nil
}

// sync waits until the names of the files are on the disk, where the system can tell.
func (r *replacement) sync() error {
	done := make(map[string]bool)
	for _, f := range append(slices.Clone(r.files), manifestName) {
		dir := path.Dir(f)
		if !r.changed[f] && f != manifestName || done[dir] {
			continue
		}
		done[dir] = true
		if folder, err := r.root.Open(dir); err == nil {
			_ = folder.Sync() // Windows has no such thing for folders
			folder.Close()
		}
	}
	return nil
}
