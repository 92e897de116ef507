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
	Rest    []Link   // folded away
	More    string   // "And 3 more scenes of this hour", which are found on the page of hours
	Said    []string // below the links: the stories that begin or end here
	Over    string   // said where no way leads on
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
	Cast     string // who goes there, by the names of their pages, with spaces between
	Stays    bool   // it is the next in the same room
	Forward  bool
}

// ways returns all that leads away from a scene, without empty kinds.
func (b *builder) ways(l *Leaf) []Ways {
	s := l.Scene
	exits := Ways{ID: "exits", Heading: b.words.Say("exits"), Said: b.stories(s.Ends, b.ending())}
	passages := append(b.everybody(s), s.Exits...)
	for _, p := range passages {
		exits.Links = append(exits.Links, b.exit(s, p))
	}
	if len(passages) == 0 && s.Ending() {
		exits.Heading, exits.Over = b.words.Say("the-end"), b.over()
	}
	back := Ways{ID: "back", Heading: b.words.Say("before"), Said: b.stories(s.Begins, "story-begins")}
	for _, p := range s.Entrances {
		l := b.link(p.Scene, b.words.Say("back-with", "people", b.tell.Names.People(p.Cast)))
		l.Cast = b.slugs(p.Cast)
		back.Links = append(back.Links, l)
	}
	effects := slices.DeleteFunc(slices.Clone(s.Effects), func(o *scenes.Scene) bool { // to which an exit leads
		return slices.ContainsFunc(passages, func(p scenes.Passage) bool { return p.Scene == o })
	})
	all := []Ways{
		exits,
		b.related("effects", b.words.Say("effects"), effects),
		b.meanwhile(s),
		back,
		b.related("causes", b.words.Say("causes"), s.Causes),
	}
	for i := range all[1].Links {
		all[1].Links[i].Forward = true
	}
	for i := range all[1].Rest {
		all[1].Rest[i].Forward = true
	}
	return slices.DeleteFunc(all, func(w Ways) bool { return len(w.Links) == 0 && len(w.Said) == 0 && w.Over == "" })
}

// onward says by which way of its page a reader comes from a leaf to a scene: what the exit
// says, or under which heading the link stands; "" where none leads there.
func (l *Leaf) onward(to *scenes.Scene) string {
	for _, w := range l.Ways {
		for _, link := range slices.Concat(w.Links, w.Rest) {
			if link.To == to {
				if link.Cast != "" || link.Stays { // an exit
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

// over says that no way leads on: in the play, or in what was recorded of it.
func (b *builder) over() string {
	if b.cut() {
		return b.words.Say("over-cut", "reason", b.reason(b.graph.Trace.End))
	}
	return b.words.Say("over")
}

// exit leads to a next scene, for all who go there and for who stays.
func (b *builder) exit(from *scenes.Scene, p scenes.Passage) Link {
	l := b.link(p.Scene, b.onwards(from, p))
	l.After = b.passed(from, p.Scene)
	l.Cast, l.Stays, l.Forward = b.slugs(p.Cast), p.Stays, true
	return l
}

// onwards says whom one follows by a passage, or that one stays.
func (b *builder) onwards(from *scenes.Scene, p scenes.Passage) string {
	people, place := b.followed(from, p), ""
	if p.Stays {
		room, _ := from.Room()
		place = b.tell.Names.Place(room)
	}
	switch {
	case people != "" && p.Stays:
		return b.words.Say("exit-follow-stay", "people", people, "place", place)
	case people != "":
		return b.words.Say("exit-follow", "people", people)
	case len(p.Comers) > 0:
		return b.words.Say("exit-stay-see", "place", place, "people", b.tell.Names.People(p.Comers))
	}
	return b.words.Say("exit-stay", "place", place)
}

// followed names the characters that take a passage, and the place it leads to if that is another
// one: "Romeo and Juliet to the tomb". If it leads them to several places, each character is named
// with its own.
func (b *builder) followed(from *scenes.Scene, p scenes.Passage) string {
	company := make(map[whither][]string)
	var where []whither
	var parts []string
	for _, c := range p.Cast {
		to := b.to(from, p.Scene, c)
		company[to] = append(company[to], c)
		if len(company[to]) == 1 {
			where = append(where, to)
		}
	}
	for _, to := range where {
		people := b.tell.Names.People(company[to])
		if to.key != "" {
			people = b.words.Say(to.key, "people", people, "place", to.place)
		}
		parts = append(parts, people)
	}
	return b.words.ListEach(parts)
}

// A whither is a place that characters go to or are at, with the key of the message that says so.
type whither struct{ key, place string }

// to says where a character goes from one scene to the next. It returns nothing for a character that
// stays; but a character that was left behind, at another place than the one where the scene ends,
// is given its place.
func (b *builder) to(from, next *scenes.Scene, character string) whither {
	_, here, known := b.performance.Span(from, character)
	_, there, ok := b.performance.Span(next, character)
	room, told := from.Room()
	switch {
	case !ok || !known:
		return whither{}
	case !here.Equal(there):
		return whither{"people-to", b.tell.Names.Place(there)}
	case told && !here.Equal(room):
		return whither{"people-in", b.tell.Names.Place(here)}
	}
	return whither{}
}

// slugs returns the names of the pages of characters.
func (b *builder) slugs(cast []string) string {
	names := make([]string, len(cast))
	for i, c := range cast {
		names[i] = b.slug(c)
	}
	return strings.Join(names, " ")
}

// slug returns the name of a character's pages.
func (b *builder) slug(character string) string { return path.Base(b.paths.people[character]) }

// ending is the key of the message that stories end, or what was recorded of them.
func (b *builder) ending() string {
	if b.cut() {
		return "record-ends"
	}
	return "story-ends"
}

// stories says of characters that their stories begin or end, by the key of that message.
func (b *builder) stories(cast []string, key string) []string {
	if len(cast) == 0 {
		return nil
	}
	people := b.tell.Names.People(cast)
	owner := words.Possessive(people, b.Prose.Front().Characters[cast[0]].Plural)
	return []string{b.words.Count(key, len(cast), "owner", owner, "people", people)}
}

// cut reports whether the run was ended before it had come to its end.
func (b *builder) cut() bool {
	end := b.graph.Trace.End
	return end != nil && end.Why != trace.Quiescent
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
