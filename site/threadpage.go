package site

import (
	"context"
	"html/template"
	"path"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

// A threadPage is what happens to a character, or in a room, as one text.
type threadPage struct {
	frame
	Kicker       string
	Name         string
	Part         string        // "12 scenes, from the first hour to the ninth"
	Introduction template.HTML // the author's
	Start        *Link
	Pager        *pager
	Leaves       []*Leaf
	End          string // on the last part
}

// addPeople adds the pages of the characters.
func (b *builder) addPeople(ctx context.Context) error {
	for _, c := range b.performance.Cast.Names {
		if err := ctx.Err(); err != nil {
			return err
		}
		way := b.performance.Way(c)
		if len(way) == 0 {
			continue
		}
		name := b.tell.Names.Person(c)
		page := threadPage{Kicker: b.words.Say("life"), Name: english.Capital(name),
			Start: b.start(b.words.Say("follow-thread", "name", name), way)}
		page.Start.Cast = b.slug(c)
		page.End = b.stories([]string{c})
		b.site.People = append(b.site.People, newThread(c, b.paths.people[c], name))
		if err := b.addThread(b.paths.people[c], person(c), page, way); err != nil {
			return err
		}
	}
	return nil
}

// addRooms adds the pages of the places.
func (b *builder) addRooms(ctx context.Context) error {
	for _, r := range b.performance.Rooms {
		if err := ctx.Err(); err != nil {
			return err
		}
		name := b.tell.Names.Place(r.Place)
		page := threadPage{Kicker: b.words.Say("room"), Name: english.Capital(name),
			Start: b.start(b.words.Say("wait-thread"), r.Way)}
		page.Start.Rooms = path.Base(b.paths.rooms[r.Place.String()])
		page.End = b.words.Say("room-end")
		if b.cut() {
			page.End = b.words.Say("room-end-cut")
		}
		b.site.Rooms = append(b.site.Rooms, newThread(r.Place.String(), b.paths.rooms[r.Place.String()], name))
		if err := b.addThread(b.paths.rooms[r.Place.String()], room(r), page, r.Way); err != nil {
			return err
		}
	}
	return nil
}

func newThread(key, base, name string) Thread {
	return Thread{Key: key, Slug: path.Base(base), Name: name, Path: numbered(base, 0)}
}

// start leads to the first scene of a thread.
func (b *builder) start(who string, way []*scenes.Scene) *Link {
	l := b.link(way[0], who)
	l.URL = "../" + scenePath(way[0])
	return &l
}

// addThread adds the parts of a thread.
func (b *builder) addThread(base string, of occasion, page threadPage, way []*scenes.Scene) error {
	about, err := b.tell.About(of.Topic, of.event)
	if err != nil {
		return err
	}
	end := page.End
	page.Part = b.words.Say("thread-size", "scenes", b.words.Count("scene", len(way)),
		"hours", b.words.Hours(way[0].Hour, way[len(way)-1].Hour))
	parts := partsOf(b.leavesOf(way), (*Leaf).size)
	for i, part := range parts {
		file := numbered(base, i)
		page.frame = b.frame(page.Name, "thread", file)
		page.Pager, page.Leaves = newPager(path.Base(base), i, len(parts)), part
		page.Introduction, page.End = "", ""
		if i == 0 {
			page.Introduction = about
		}
		if i == len(parts)-1 {
			page.End = end
		}
		if err := b.print("thread", file, page.Name, page); err != nil {
			return err
		}
	}
	return nil
}

// leavesOf returns what the pages of scenes tell.
func (b *builder) leavesOf(list []*scenes.Scene) []*Leaf {
	leaves := make([]*Leaf, 0, len(list))
	for _, s := range list {
		leaves = append(leaves, b.leaves[s])
	}
	return leaves
}
