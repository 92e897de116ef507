package site

import "slices"

// mostRelated is how many causes or effects a scene's page shows at once; the
// rest is folded away. The beginning of a stage often has many.
const mostRelated = 6

// ways are links of one kind to other scenes.
type ways struct {
	ID      string
	Heading string
	Links   []link
	Rest    []link // folded away
	Said    string // below the links
}

// A link leads to a scene.
type link struct {
	URL    string
	Who    string // "Follow Romeo and Juliet →", or who is there
	Title  string
	Number int
}

// ways returns all that leads away from a scene, without empty kinds.
func (b *builder) ways(s *Scene) []ways {
	people := b.tell.names.people
	exits := ways{ID: "exits", Heading: "Exits", Said: b.stories(s.Ends, "end")}
	for _, p := range s.Exits {
		exits.Links = append(exits.Links, b.link(p.Scene, "Follow "+people(p.Cast)+" →"))
	}
	back := ways{ID: "back", Heading: "Before this", Said: b.stories(s.Begins, "begin")}
	for _, p := range s.Entrances {
		back.Links = append(back.Links, b.link(p.Scene, people(p.Cast)+":"))
	}
	all := []ways{
		exits,
		b.related("effects", "What came of it", s.Effects),
		b.related("meanwhile", "Meanwhile", s.Meanwhile),
		back,
		b.related("causes", "What led to it", s.Causes),
	}
	return slices.DeleteFunc(all, func(w ways) bool { return len(w.Links) == 0 && w.Said == "" })
}

// stories says "Here Romeo’s story ends.", or nothing of nobody.
func (b *builder) stories(cast []string, verb string) string {
	people := b.tell.names.people(cast)
	switch len(cast) {
	case 0:
		return ""
	case 1:
		return "Here " + people + "’s story " + verb + "s."
	}
	return "Here the stories of " + people + " " + verb + "."
}

// related links to scenes that no character leads to.
func (b *builder) related(id, heading string, scenes []*Scene) ways {
	var links []link
	for _, s := range scenes {
		who := b.tell.names.company(s)
		if who != "" {
			who += ":"
		}
		links = append(links, b.link(s, who))
	}
	shown := min(len(links), mostRelated)
	return ways{ID: id, Heading: heading, Links: links[:shown], Rest: links[shown:]}
}

// link leads from one scene's page to another's.
func (b *builder) link(to *Scene, who string) link {
	return link{URL: to.file(), Who: who, Title: b.sceneTitle(to), Number: to.Number}
}
