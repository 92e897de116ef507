package site

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/site/scenes"
)

// Where things are in a site. Paths are relative and have slashes.
const (
	indexPath      = "index.html"
	stylePath      = "style.css"
	scriptPath     = "site.js"
	tracePath      = "trace.json"
	sitemapPath    = "sitemap.xml"
	previewPath    = "preview.png"
	scenesFolder   = "scenes"
	peopleFolder   = "people"
	roomsFolder    = "rooms"
	picturesFolder = "pictures"
	playFolder     = "play"
)

// paths are where the pages are that more than one other links to.
type paths struct {
	people map[string]string                   // first pages of characters
	rooms  map[string]string                   // first pages of places, by their terms as text
	on     map[string]map[*scenes.Scene]string // where each scene is on pages that show many, by their class
	off    map[*scenes.Scene]bool              // those that are on no line of the map
}

func newPaths(p *scenes.Performance) *paths {
	paths := &paths{people: make(map[string]string), rooms: make(map[string]string),
		on: make(map[string]map[*scenes.Scene]string), off: make(map[*scenes.Scene]bool)}
	taken := make(slugs)
	for _, c := range p.Cast.Names {
		if len(p.Way(c)) > 0 {
			paths.people[c] = peopleFolder + "/" + taken.slug(c, "person")
		}
	}
	taken = make(slugs)
	for _, r := range p.Rooms {
		paths.rooms[r.Place.String()] = roomsFolder + "/" + taken.slug(r.Place.String(), "place")
	}
	return paths
}

// scenePath returns where a scene's page is in the site.
func scenePath(s *scenes.Scene) string { return scenesFolder + "/" + s.ID.String() + ".html" }

// numbered returns the path of a page that is continued on others: NAME.html,
// NAME--2.html, which is no slug.
func numbered(base string, part int) string {
	if part == 0 {
		return base + ".html"
	}
	return fmt.Sprintf("%s--%d.html", base, part+1)
}
