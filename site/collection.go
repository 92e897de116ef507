package site

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/site/words"
)

// A collection is different stories of one program under one index.
type collection struct {
	graphs   []*causal.Graph
	builders []*builder
	stories  []*Site
}

// storyFolder is where a story of a collection lies, from 1.
func storyFolder(n int) string { return fmt.Sprintf("story-%d", n) }

// Collect builds the sites of runs and an index above them, which says what makes each
// different. The runs are of one program; whether their stories differ is for the caller
// to see to (see [hash.Of]). The error is as that of [Build].
func Collect(ctx context.Context, graphs []*causal.Graph, o Options) (*Site, error) {
	c := &collection{graphs: graphs}
	o.URL = cmp.Or(o.URL, o.Prose.Front().URL)
	for i := range graphs {
		if err := c.build(ctx, i, o); err != nil {
			return nil, fmt.Errorf("%s: %w", storyFolder(i+1), err)
		}
	}
	return c.bind(ctx, o)
}

// build builds a story.
func (c *collection) build(ctx context.Context, i int, o Options) error {
	w := wordsOf(o.Prose)
	o.Above = w.Say("only-story")
	if len(c.graphs) > 1 {
		o.Above = w.Say("nth-of-stories", "nth", w.Ordinal(i+1), "n", len(c.graphs))
	}
	if o.URL != "" {
		o.URL = strings.TrimSuffix(o.URL, "/") + "/" + storyFolder(i+1)
	}
	b, err := newBuilder(c.graphs[i], o)
	if err != nil {
		return err
	}
	story, err := b.build(ctx)
	c.builders, c.stories = append(c.builders, b), append(c.stories, story)
	return err
}

// bind makes one site of all stories. Options that do not depend on a story are those of the first.
func (c *collection) bind(ctx context.Context, o Options) (*Site, error) {
	root, all := *c.builders[0], *c.stories[0]
	all.Pages, all.Leaves, all.Notes, all.People, all.Rooms = nil, nil, nil, nil, nil
	root.Options, root.site, root.id = o, &all, ""
	root.Theme = c.builders[0].Theme
	for _, b := range c.builders {
		root.id += b.id[:8]
	}
	for i, story := range c.stories {
		all.adopt(story, storyFolder(i+1))
	}
	if err := root.addFiles(ctx); err != nil {
		return nil, err
	}
	page := collectionPage{frame: root.frame("", "collection", indexPath),
		Size: root.words.Count("story", len(c.stories)), Playable: root.playable()}
	var err error
	if page.Stories, err = c.entries(); err != nil {
		return nil, err
	}
	if page.Introduction, err = o.Prose.Introduction(); err != nil {
		return nil, err
	}
	if err := root.print("collection", indexPath, "", page); err != nil {
		return nil, err
	}
	last := len(all.Pages) - 1
	all.Pages = append([]Page{all.Pages[last]}, all.Pages[:last]...)
	return &all, nil
}

// adopt adds the pages of a story in a folder.
func (s *Site) adopt(story *Site, folder string) {
	for _, p := range story.Pages {
		p.Path = folder + "/" + p.Path
		s.Pages = append(s.Pages, p)
	}
	for _, l := range story.Leaves {
		moved := *l
		moved.Path = folder + "/" + l.Path
		s.Leaves = append(s.Leaves, &moved)
	}
	for _, n := range story.Notes {
		if !slices.Contains(s.Notes, n) {
			s.Notes = append(s.Notes, n)
		}
	}
}

// collectionPage is the index above stories.
type collectionPage struct {
	frame
	Introduction template.HTML
	Size         string // "4 stories"
	Stories      []storyEntry
	Playable     playable
}

// A storyEntry is a story with its differences from the others.
type storyEntry struct {
	URL     string
	Name    string        // the author's title, or "The first story"
	Titled  bool          // it is the author's
	Size    string        // "54 scenes and 12 hours"
	Text    template.HTML // the author's words about it
	Ends    []string      // facts at its end that few others have, rarest first
	Happens []difference  // events that happen in few others
	Never   []string      // events that happen in all others
}

// mostDifferences is how many differences of a kind are named.
const mostDifferences = 5

// entries returns what the index says of each story. Titles take turns over the stories.
func (c *collection) entries() ([]storyEntry, error) {
	graphs, w := c.graphs, c.builders[0].words
	ends, rules := make([]differences, len(graphs)), make([]differences, len(graphs))
	for i, g := range graphs {
		ends[i], rules[i] = c.outcome(i, g), c.happenings(i, g)
	}
	entries := make([]storyEntry, len(graphs))
	told := c.builders[0].Prose.Narrator(graphs[0].Trace.Program, 0)
	for i := range graphs {
		e := storyEntry{URL: storyFolder(i+1) + "/" + indexPath, Name: w.Say("nth-story", "nth", w.Ordinal(i+1))}
		e.Size = w.Say("story-size", "scenes", w.Count("scene", len(c.stories[i].Leaves)),
			"hours", w.Count("hour", len(c.stories[i].Performance.Hours)))
		title, text, err := c.builders[i].tell.Story(told)
		if err != nil {
			return nil, err
		}
		if e.Text = text; title != "" {
			e.Name, e.Titled = title, true
		}
		for _, d := range rarest(ends, i) {
			e.Ends = append(e.Ends, d.Text)
		}
		e.Happens, e.Never = rarest(rules, i), missing(rules, i)
		entries[i] = e
	}
	return entries, nil
}

// differences are what may make a story different, by their names in the program.
type differences map[string]difference

// A difference is in words.
type difference struct {
	Text string
	URL  string // of the scene in which it happens, from the index; "" for facts
	raw  bool   // for want of the author's words it reads like the program
}

// outcome returns the facts at the end of a story. Locations of characters tell least and come
// last; facts with more than two arguments are listed without a sentence.
func (c *collection) outcome(i int, g *causal.Graph) differences {
	facts, tell := make(differences), c.builders[i].tell
	for id := range g.Trace.Resources {
		r := g.Resource(g.Trace.Resources[id].ID)
		if r.Consumer == causal.Outside && r.Producer != causal.Outside && !r.StageToken() {
			key := r.String()
			if c.stories[i].Performance.Cast.Location.Tells(r.Pred) {
				key = "~" + key
			}
			facts[key] = difference{tell.Fact(r), "", len(r.Args) > 2 || !tell.Names.Given(r.Args)}
		}
	}
	return facts
}

// happenings returns the rules that fired: by the title of the first scene that an event of the rule
// gave its name to, by the first title that the author gave one of their events, or else by name.
func (c *collection) happenings(i int, g *causal.Graph) differences {
	b, rules := c.builders[i], make(differences)
	leaves := make(map[causal.Event]*Leaf)
	for _, l := range b.site.Leaves {
		for _, e := range l.Scene.Events {
			leaves[e] = l
		}
	}
	for e := range causal.Event(g.Len()) {
		rule := g.Label(e)
		if said, ok := rules[rule]; ok && !said.raw {
			continue
		}
		leaf, title := leaves[e], b.tell.Title(e)
		if leaf.named == e {
			title = leaf.Short
		}
		text := cmp.Or(title, untitled(rule), b.words.Say("nameless"))
		rules[rule] = difference{text, storyFolder(i+1) + "/" + leaf.Path, title == ""}
	}
	return rules
}

// rarest returns the differences of sets[i] that the fewest other sets have, sorted by that number
// and then by name. It omits differences that more than half of the sets have, and raw facts if
// there is any other difference.
func rarest(sets []differences, i int) []difference {
	type item struct {
		key string
		in  int
	}
	var items []item
	for key := range sets[i] {
		if n := having(sets, key); 2*n <= len(sets) {
			items = append(items, item{key, n})
		}
	}
	raw := func(it item) bool { return sets[i][it.key].raw }
	if slices.ContainsFunc(items, func(it item) bool { return !raw(it) }) {
		items = slices.DeleteFunc(items, raw)
	}
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Or(a.in-b.in, strings.Compare(a.key, b.key)) })
	var out []difference
	for _, it := range items[:min(len(items), mostDifferences)] {
		out = append(out, sets[i][it.key])
	}
	return out
}

func having(sets []differences, key string) int {
	n := 0
	for _, s := range sets {
		if _, ok := s[key]; ok {
			n++
		}
	}
	return n
}

// missing returns the rules that all sets but sets[i] have, if their titles are the same in all of
// these: others mention characters of one story.
func missing(sets []differences, i int) []string {
	if len(sets) < 2 {
		return nil
	}
	other := sets[(i+1)%len(sets)]
	var out []string
	for rule, said := range other {
		if _, has := sets[i][rule]; has || having(sets, rule) < len(sets)-1 {
			continue
		}
		text := said.Text
		if !slices.ContainsFunc(sets, func(s differences) bool { d, ok := s[rule]; return ok && d.Text != text }) {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), mostDifferences)]
}

// untitled returns a rule within a sentence.
func untitled(rule string) string { return words.Lower(words.Rule(rule)) }
