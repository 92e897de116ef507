package site

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
)

// frame returns the frame around a page of a class at a path.
func (b *builder) frame(title, class, path string) frame {
	f := frame{
		Title: title, Play: b.site.Title, Author: b.site.Author, Class: class,
		Root: toRoot(path), ID: b.id, Above: b.Above, Summary: b.site.Description,
		Language: b.foreign(), Page: b.words.Language, Direction: b.words.Direction(), Alone: b.alone(),
		Doors: b.doors(class, path),
	}
	if b.URL != "" {
		f.Canonical = b.address(path)
		f.Preview = b.address(previewPath)
	}
	return f
}

// alone reports whether only one character appears, so that readers have no choice of characters to
// follow.
func (b *builder) alone() bool {
	seen := func(t causal.Thread) bool { return len(b.performance.Way(t.Character)) > 0 }
	first := slices.IndexFunc(b.performance.Threads, seen)
	return first >= 0 && !slices.ContainsFunc(b.performance.Threads[first+1:], seen)
}

// foreign returns the language of the author's text, "" if it is that of the pages.
func (b *builder) foreign() string {
	if b.words.Same(b.site.Language) {
		return ""
	}
	return b.site.Language
}

// address returns the whole address of a page.
func (b *builder) address(path string) string {
	if path == indexPath {
		path = ""
	}
	return strings.TrimSuffix(b.URL, "/") + "/" + EscapePath(path)
}

// print adds a page of a kind.
func (b *builder) print(kind, path, title string, page any) error {
	data, err := b.press.print(kind, page)
	if err == nil {
		b.add(path, title, data)
	}
	return err
}

// doors lead to the pages about the whole, from a page of a class at a path.
func (b *builder) doors(class, path string) []door {
	if len(b.performance.Scenes) == 0 {
		return nil
	}
	doors := []door{{URL: numbered(hoursBase, 0), Name: b.words.Say("hours"), class: hoursBase}}
	if len(b.performance.Threads) > 0 {
		doors = append(doors, door{URL: numbered(allBase, 0), Name: b.words.Say("all"), class: allBase},
			door{URL: numbered(mapBase, 0), Name: b.words.Say("map"), class: mapBase})
	}
	if !b.Bare {
		doors = append(doors, door{URL: madePath, Name: b.words.Say("made"), class: madeClass})
	}
	for i := range doors {
		doors[i].URL = toRoot(path) + doors[i].URL
		doors[i].Here = doors[i].class == class
	}
	if url := b.playURL(path); url != "" && path != indexPath { // which says it by itself
		doors = append(doors, door{URL: url, Name: b.words.Say("play")})
	}
	return doors
}

// toRoot is the way from a page to the site's root.
func toRoot(path string) string { return strings.Repeat("../", strings.Count(path, "/")) }

// aim lets the doors of a scene's page lead to where the scene is on the pages about the
// whole.
func (b *builder) aim(doors []door, l *Leaf) {
	for i := range doors {
		path := b.paths.on[doors[i].class][l.Scene]
		if path == "" {
			continue
		}
		spot := l.Scene.ID.String()
		if doors[i].class == mapBase && b.paths.off[l.Scene] {
			spot = "interludes"
		}
		doors[i].URL = toRoot(l.Path) + path + "#" + spot
	}
}
