package site

import (
	"context"
	"html/template"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/english"
)

// coverPage is the index page: the characters to follow, the rooms to wait in, and links to the
// other pages.
type coverPage struct {
	frame
	Subtitle     string
	Introduction template.HTML
	Opening      template.HTML // the author's beginning of the whole
	Cast         []castEntry
	Rooms        []roomEntry
	All          string // link to the characters that the cover has no room for, or ""
	Followed     bool   // there is a character to follow
	Interludes   []Link // scenes without characters to begin with; the first offer where no character is to follow
	Playable     playable
}

// A castEntry is a character with the way to its first scene, if it has one.
type castEntry struct {
	ID, Name string
	Whom     string // the name within a sentence
	Part     string // "12 scenes"
	Scenes   int
	URL      string
	Whole    string // the page of the whole thread
}

// A roomEntry is a place with the way to its page.
type roomEntry struct{ URL, Name, Part string }

// addCover adds the index before all other pages.
func (b *builder) addCover(context.Context) error {
	page := coverPage{frame: b.frame("", "cover-page", indexPath), Subtitle: b.words.Say("cover-empty"),
		Playable: b.playable()}
	if n := len(b.performance.Scenes); n > 0 {
		page.Subtitle = b.words.Say("cover-size", "scenes", b.words.Count("scene", n),
			"hours", b.words.Count("hour", len(b.performance.Hours)))
	}
	var err error
	if page.Introduction, err = b.Prose.Introduction(); err != nil {
		return err
	}
	if page.Opening, err = b.tell.About(opening().Topic, opening().event); err != nil {
		return err
	}
	page.Cast = b.castEntries()
	page.Followed = slices.ContainsFunc(page.Cast, func(c castEntry) bool { return c.URL != "" })
	if !page.Followed {
		page.Cast = nil // there would be nothing to choose
	}
	for _, r := range b.performance.Rooms { // in the order of their first scenes
		page.Rooms = append(page.Rooms, roomEntry{numbered(b.paths.rooms[r.Place.String()], 0),
			english.Capital(b.tell.Names.Place(r.Place)), b.words.Count("scene", len(r.Way))})
	}
	if len(page.Cast) > mostOffered || len(page.Rooms) > mostOffered {
		if err := b.addCast(page.Cast, page.Rooms); err != nil {
			return err
		}
		page.Cast, page.Rooms = busiest(page.Cast), page.Rooms[:min(len(page.Rooms), mostOffered)]
		page.All = numbered(castBase, 0)
	}
	page.Interludes = b.beginnings()
	data, err := b.press.print("index", page)
	if err != nil {
		return err
	}
	b.site.Pages = slices.Insert(b.site.Pages, 0, Page{Path: indexPath, Data: data})
	return nil
}

// mostBeginnings is how many interludes the cover offers.
const mostBeginnings = 12

// beginnings lead to the interludes that nothing leads to: no character begins there.
func (b *builder) beginnings() []Link {
	var links []Link
	for _, s := range b.performance.Hours[:min(1, len(b.performance.Hours))] {
		for _, s := range s {
			if s.Interlude() && len(s.Led) == 0 && len(links) < mostBeginnings {
				l := b.link(s, "")
				l.URL = scenePath(s)
				links = append(links, l)
			}
		}
	}
	return links
}

func (b *builder) castEntries() []castEntry {
	entries := make([]castEntry, len(b.performance.Cast.Names))
	for i, c := range b.performance.Cast.Names {
		way := b.performance.Way(c)
		entries[i] = castEntry{Name: english.Capital(b.tell.Names.Person(c)), Whom: b.tell.Names.Person(c),
			Part: b.words.Count("scene", len(way)), Scenes: len(way)}
		if len(way) > 0 {
			entries[i].ID, entries[i].URL, entries[i].Whole = b.slug(c), scenePath(way[0]), numbered(b.paths.people[c], 0)
		}
	}
	return entries
}
