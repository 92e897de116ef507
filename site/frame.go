package site

import (
	"strings"
)

// frame returns what stands around a page of a class at a path.
func (b *builder) frame(title, class, path string) frame {
	f := frame{
		Title: title, Play: b.site.Title, Author: b.site.Author, Class: class,
		Root: strings.Repeat("../", strings.Count(path, "/")), ID: b.id, Above: b.Above,
		Summary: b.site.Description,
	}
	f.Language = b.foreign()
	if b.URL != "" {
		f.Canonical = b.address(path)
		f.Preview = b.address(previewPath)
	}
	return f
}

// foreign returns the language of the author's text, "" if it is that of the pages.
func (b *builder) foreign() string {
	if b.site.Language == english {
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

// The names of the pages about the whole.
const (
	hoursName = "Scene by scene"
	allName   = "All at once"
	mapName   = "The map"
	madeName  = "How this was made"
)

// doors lead to the pages about the whole, from a page at the root.
func (b *builder) doors() []door {
	if len(b.play.Scenes) == 0 {
		return nil
	}
	doors := []door{{URL: numbered(hoursBase, 0), Name: hoursName}}
	if len(b.play.Threads) > 0 {
		doors = append(doors, door{URL: numbered(allBase, 0), Name: allName}, door{URL: numbered(mapBase, 0), Name: mapName})
	}
	if !b.Bare {
		doors = append(doors, door{URL: madePath, Name: madeName})
	}
	return doors
}

// doorsFrom are those from a page below the root, or from one of them.
func (b *builder) doorsFrom(path, name string) []door {
	doors := b.doors()
	for i := range doors {
		doors[i].URL = strings.Repeat("../", strings.Count(path, "/")) + doors[i].URL
		doors[i].Here = doors[i].Name == name
	}
	return doors
}

// sceneDoors lead to where a scene is on the pages about the whole.
func (b *builder) sceneDoors(l *Leaf) []door {
	doors := b.doorsFrom(l.Path, "")
	for i := range doors {
		places, spot := b.paths.hours, l.Scene.ID.String()
		switch doors[i].Name {
		case allName:
			places = b.paths.all
		case mapName:
			places = b.paths.maps
			if b.paths.off[l.Scene] {
				spot = "interludes"
			}
		}
		if path := places[l.Scene]; path != "" && doors[i].Name != madeName {
			doors[i].URL = "../" + path + "#" + spot
		}
	}
	return doors
}
