package site

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

// mostRelated is how many causes or effects a scene's page shows at once; the
// rest is folded away. The beginning of a stage often has many.
const mostRelated = 6

// Ways are links of one kind to other scenes.
type Ways struct {
	ID      string
	Heading string
	Links   []Link
	Rest    []Link // folded away
	More    string // "And 3 more scenes of this hour", which are found on the page of hours
	Said    string // below the links: the stories that begin or end here
	Over    string // said where no way leads on
}

// Link leads to a scene.
type Link struct {
	To       *scenes.Scene
	URL      string // from the folder of scenes
	Who      string // "Follow Romeo and Juliet to the tomb", or who is there
	Title    string
	Scene    string // the id
	Number   int
	Language string // of the title; "" for that of the page
	After    string // changes of stage that it passes: "nightfall and dawn"
	Cast     string // characters that go there, by the names of their pages, with spaces between
	Rooms    string // in which it is the next, by the names of their pages, with spaces between
	Forward  bool
}

// ways returns all that leads away from a scene, without empty kinds.
func (b *builder) ways(l *Leaf) []Ways {
	s := l.Scene
	exits := Ways{ID: "exits", Heading: b.words.Say("exits"), Said: b.stories(s.Ends)}
	passages := append(b.everybody(s), s.Exits...)
	for _, p := range passages {
		exits.Links = append(exits.Links, b.exit(s, p))
	}
	if len(passages) == 0 && s.Ending() {
		exits.Heading, exits.Over, exits.Said = b.words.Say("the-end"), b.over(s), ""
	}
	back := Ways{ID: "back", Heading: b.words.Say("before"), Said: b.storiesOf(s.Begins, "story-begins")}
	for _, p := range s.Entrances {
		l := b.link(p.Scene, b.words.Say("back-with", "people", b.tell.Names.People(p.Cast)))
		l.Cast = b.slugs(p.Cast)
		back.Links = append(back.Links, l)
	}
	all := []Ways{
		exits,
		b.related("effects", b.words.Say("effects"), without(s.Effects, passages)),
		b.meanwhile(s),
		back,
		b.related("causes", b.words.Say("causes"), without(s.Causes, s.Entrances)),
	}
	for i := range all[1].Links {
		all[1].Links[i].Forward = true
	}
	for i := range all[1].Rest {
		all[1].Rest[i].Forward = true
	}
	return slices.DeleteFunc(all, func(w Ways) bool { return len(w.Links) == 0 && w.Said == "" && w.Over == "" })
}

// without returns the scenes to which no passage leads.
func without(list []*scenes.Scene, passages []scenes.Passage) []*scenes.Scene {
	return slices.DeleteFunc(slices.Clone(list), func(s *scenes.Scene) bool {
		return slices.ContainsFunc(passages, func(p scenes.Passage) bool { return p.Scene == s })
	})
}

// onward says by which way of its page a reader comes from a leaf to a scene: what the exit
// says, or under which heading the link stands; "" where none leads there.
func (l *Leaf) onward(to *scenes.Scene) string {
	for _, w := range l.Ways {
		for _, link := range slices.Concat(w.Links, w.Rest) {
			if link.To == to {
				if link.Cast != "" || link.Rooms != "" { // an exit
					return cmp.Or(link.Who, w.Heading)
				}
				return w.Heading
			}
		}
	}
	return ""
}

// beginning names the characters that readers can follow from the cover to a scene, or returns ""
// if there are none.
func (s *Site) beginning(first *scenes.Scene) string {
	var names []string
	for _, p := range s.People {
		if slices.Contains(first.Begins, p.Key) {
			names = append(names, p.Name)
		}
	}
	return english.List(names)
}

// meanwhile leads to what else happens in the same hour, and says how much of that it
// does not lead to.
func (b *builder) meanwhile(s *scenes.Scene) Ways {
	w := b.related("meanwhile", b.words.Say("meanwhile-elsewhere"), s.Meanwhile)
	here, known := s.Room()
	if slices.ContainsFunc(s.Meanwhile,
		func(o *scenes.Scene) bool { there, ok := o.Room(); return ok && known && there.Equal(here) }) {
		w.Heading = b.words.Say("meanwhile")
	}
	if more := len(b.performance.Hours[s.Hour-1]) - 1 - len(s.Meanwhile); more > 0 {
		w.More = b.words.Count("more-scenes", more)
	}
	return w
}

// over says that no way leads on from a scene: in the play, by the stories that end, or in what was
// recorded of it.
func (b *builder) over(s *scenes.Scene) string {
	switch {
	case b.cut():
		return b.words.Say("over-cut", "reason", b.reason(b.graph.Trace.End))
	case len(s.Ends) > 0:
		return b.stories(s.Ends)
	}
	return b.words.Say("over")
}

// exit leads to a next scene, for all who go there and for who stays.
func (b *builder) exit(from *scenes.Scene, p scenes.Passage) Link {
	l := b.link(p.Scene, b.onwards(from, p))
	l.After = b.passed(from, p.Scene)
	l.Cast, l.Rooms, l.Forward = b.slugs(p.Cast), b.roomSlugs(p.Rooms), true
	return l
}

// onwards says whom one follows by a passage, or that one stays.
func (b *builder) onwards(from *scenes.Scene, p scenes.Passage) string {
	people := b.followed(from, p)
	var rooms []string
	for _, room := range p.Rooms {
		rooms = append(rooms, b.tell.Names.In(room))
	}
	place := b.words.Either(rooms)
	switch {
	case people != "" && len(rooms) > 0:
		return b.words.Say("exit-follow-stay", "people", people, "place", place)
	case people != "":
		return b.words.Say("exit-follow", "people", people)
	case len(p.Comers) > 0:
		return b.words.Say("exit-stay-see", "place", place, "people", b.tell.Names.People(p.Comers))
	}
	return b.words.Say("exit-stay", "place", place)
}

// followed names the characters that take a passage. If that leads some of them to another place, and
// all are there then, it says to which: "Romeo and Juliet to the tomb". If they all stay where they were
// left behind, at another place than the one where the scene ends, it says where.
func (b *builder) followed(from *scenes.Scene, p scenes.Passage) string {
	if len(p.Cast) == 0 {
		return ""
	}
	people := b.tell.Names.People(p.Cast)
	room, told := from.Room()
	var place trace.Term
	moves, behind := false, told
	for i, c := range p.Cast {
		_, there, ok := b.performance.Span(p.Scene, c)
		if !ok || i > 0 && !there.Equal(place) {
			return people
		}
		place = there
		_, here, known := b.performance.Span(from, c)
		moves = moves || known && !here.Equal(there)
		behind = behind && known && here.Equal(there) && !here.Equal(room)
	}
	switch {
	case moves:
		return b.words.Say("people-to", "people", people, "place", b.tell.Names.Place(place))
	case behind:
		return b.words.Say("people-in", "people", people, "place", b.tell.Names.In(place))
	}
	return people
}

// slugs returns the names of the pages of characters.
func (b *builder) slugs(cast []string) string {
	names := make([]string, len(cast))
	for i, c := range cast {
		names[i] = b.slug(c)
	}
	return strings.Join(names, " ")
}

// roomSlugs returns the names of the pages of rooms.
func (b *builder) roomSlugs(rooms []trace.Term) string {
	names := make([]string, len(rooms))
	for i, r := range rooms {
		names[i] = path.Base(b.paths.rooms[r.String()])
	}
	return strings.Join(names, " ")
}

// slug returns the name of a character's pages.
func (b *builder) slug(character string) string { return path.Base(b.paths.people[character]) }

// stories says that the stories of characters end, or what was recorded of them; "" for none.
func (b *builder) stories(cast []string) string {
	if b.cut() {
		return b.storiesOf(cast, "record-ends")
	}
	return b.storiesOf(cast, "story-ends")
}

// storiesOf says of characters what happens to their stories, by the key of that message.
func (b *builder) storiesOf(cast []string, key string) string {
	if len(cast) == 0 {
		return ""
	}
	people := b.tell.Names.People(cast)
	owner := words.Possessive(people, b.Prose.Front().Characters[cast[0]].Plural)
	return b.words.Count(key, len(cast), "owner", owner, "people", people)
}

// cut reports whether the run was ended before it had come to its end: to rest, or to its goal.
func (b *builder) cut() bool {
	end := b.graph.Trace.End
	return end != nil && end.Why != trace.Quiescent && !b.Solved[b.graph]
}

// related links to scenes that no character leads to.
func (b *builder) related(id, heading string, related []*scenes.Scene) Ways {
	var links []Link
	for _, s := range related {
		links = append(links, b.link(s, english.Capital(b.tell.Names.Company(s))))
	}
	shown := min(len(links), mostRelated)
	return Ways{ID: id, Heading: heading, Links: links[:shown], Rest: links[shown:]}
}

// link leads from one scene's page to another's.
func (b *builder) link(to *scenes.Scene, who string) Link {
	return Link{To: to, URL: path.Base(scenePath(to)), Who: who, Title: b.leaves[to].Title, Scene: to.ID.String(),
		Number: to.Number, Language: b.foreign()}
}

// WritePlan says how few readings see every scene, and which one sees most.
func (s *Site) WritePlan(w io.Writer) error {
	plan := s.Performance.Plan()
	total := len(s.Leaves)
	if total == 0 {
		_, err := fmt.Fprintln(w, "Nothing happens, so there is nothing to read.")
		return err
	}
	all := "the only scene"
	if total > 1 {
		all = "all " + english.Count(total, "scene")
	}
	fmt.Fprintf(w, "It takes %s to see %s; a single reading shows at most %d.\n",
		english.Count(len(plan.Readings), "reading"), all, len(plan.Best))
	fmt.Fprintf(w, "\nThe reading that sees most:\n")
	if err := s.writeReading(w, plan.Best); err != nil {
		return err
	}
	if len(plan.Readings) == 1 {
		return nil // the same one
	}
	for i, r := range plan.Readings {
		fmt.Fprintf(w, "\nReading %d of %d:\n", i+1, len(plan.Readings))
		if err := s.writeReading(w, r); err != nil {
			return err
		}
	}
	return nil
}

// writeReading lists the scenes of a reading, with the character to choose on the cover and the link
// to take from each scene.
func (s *Site) writeReading(w io.Writer, r scenes.Reading) error {
	if who := s.beginning(r[0]); who != "" {
		fmt.Fprintf(w, "       → Follow %s, from the cover\n", who)
	}
	for i, scene := range r {
		l := s.Leaves[scene.Number-1]
		if _, err := fmt.Fprintf(w, "%5d  %s\n", scene.Number, l.Title); err != nil {
			return err
		}
		if i+1 < len(r) {
			fmt.Fprintf(w, "       → %s\n", l.onward(r[i+1]))
		}
	}
	return nil
}
