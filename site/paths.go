package site

import (
	"fmt"
	"regexp"
	"strings"

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

func newPaths(p *scenes.Play) *paths {
	paths := &paths{people: make(map[string]string), rooms: make(map[string]string),
		on: make(map[string]map[*scenes.Scene]string), off: make(map[*scenes.Scene]bool)}
	taken := make(slugs)
	for _, c := range p.Cast.Names {
		if len(p.Way(c)) > 0 {
			paths.people[c] = peopleFolder + "/" + taken.slug(c)
		}
	}
	taken = make(slugs)
	for _, r := range p.Rooms {
		paths.rooms[r.Place.String()] = roomsFolder + "/" + taken.slug(r.Place.String())
	}
	return paths
}

// scenePath returns where a scene's page is in the site.
func scenePath(s *scenes.Scene) string { return scenesFolder + "/" + s.ID.String() + ".html" }

// slugs are names of files, without their ends, that are taken.
type slugs map[string]bool

// device matches the names that some systems keep for other things than files.
var device = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// slug returns a name of a file that can be read aloud: of letters and digits of ASCII,
// in lower case, with single hyphens between, not taken yet.
func (taken slugs) slug(name string) string {
	plain := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	base := strings.Join(plain, "-")
	base = strings.TrimRight(base[:min(len(base), 40)], "-")
	slug := base
	for n := 2; slug == "" || taken[slug] || device.MatchString(slug); n++ {
		slug = strings.TrimPrefix(fmt.Sprintf("%s-%d", base, n), "-")
	}
	taken[slug] = true
	return slug
}

// numbered returns the path of a page that is continued on others: NAME.html,
// NAME--2.html, which is no slug.
func numbered(base string, part int) string {
	if part == 0 {
		return base + ".html"
	}
	return fmt.Sprintf("%s--%d.html", base, part+1)
}
