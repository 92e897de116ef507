package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"

	"github.com/ceptre-graph/ceptre/site/scenes"
)

// The files of a site. Paths are relative and have slashes.
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

// paths are the paths of pages to which several others link.
type paths struct {
	people map[string]string                   // first pages of characters
	rooms  map[string]string                   // first pages of places, by their terms as text
	on     map[string]map[*scenes.Scene]string // where each scene is on pages that show many, by their class
	off    map[*scenes.Scene]bool              // scenes that are on no line of the map
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

// slugs are names of files, without their ends, that are taken.
type slugs map[string]bool

// device matches the names that some systems keep for other things than files.
var device = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// slug returns a file name for a name that is not taken yet: lower-case ASCII letters and digits
// with single hyphens between. It needs no escapes in addresses, classes and tags. Letters lose
// their marks, and letters of other alphabets are transliterated; a name without any letter left
// becomes the word for its kind.
func (taken slugs) slug(name, kind string) string {
	// In the letters of ASCII that sound or look the most alike: "zoe" for "Zoë", whether that is
	// written with one character or with two, and "anna" for "Анна".
	plain := strings.ToLower(unidecode.Unidecode(schwa.Replace(name)))
	base := strings.Join(strings.FieldsFunc(plain, func(r rune) bool { return !isLetter(r) && (r < '0' || r > '9') }), "-")
	if strings.ContainsFunc(name, unicode.IsLetter) && !strings.ContainsFunc(base, isLetter) || base == "" {
		base = strings.TrimSuffix(kind+"-"+base, "-")
	}
	base = strings.TrimRight(base[:min(len(base), 40)], "-")
	slug := base
	for n := 2; taken[slug] || device.MatchString(slug); n++ {
		slug = fmt.Sprintf("%s-%d", base, n)
	}
	taken[slug] = true
	return slug
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' }

// schwa is a letter that is no e for the library.
var schwa = strings.NewReplacer("ə", "e", "Ə", "e")

// identity returns a key that distinguishes a site from others in the storage of readers' browsers.
// It depends on the scenes and their events.
func identity(s *Site) string {
	h := sha256.New()
	io.WriteString(h, s.Hash.String())
	for _, l := range s.Leaves {
		io.WriteString(h, "\n"+l.Path)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}
