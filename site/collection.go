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
// to see to (see [causal.Graph.Hash]). The error is as that of [Build].
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
	o.Above = "The only story"
	if len(c.graphs) > 1 {
		o.Above = fmt.Sprintf("The %s of %d stories", words.Ordinal(i+1), len(c.graphs))
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

// bind makes one site of all. What is not of one story is made as for the first.
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
	page := collectionPage{frame: root.frame("", "collection", indexPath), Stories: c.entries(), Size: "1 story", Playable: root.playURL(indexPath)}
	if n := len(c.stories); n > 1 {
		page.Size = fmt.Sprintf("%d stories", n)
	}
	var err error
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
	Playable     string // the way to the pages for play, or ""
}

// A storyEntry is a story with what makes it different.
type storyEntry struct {
	URL     string
	Name    string
	Size    string   // "54 scenes and 12 hours; seed 7"
	Ends    []string // facts at its end that few others have, rarest first
	Happens []string // what happens in few others
	Never   []string // what happens in all others
}

// mostDifferences is how many differences of a kind are named.
const mostDifferences = 5

func (c *collection) entries() []storyEntry {
	graphs := c.graphs
	ends, rules := make([]map[string]string, len(graphs)), make([]map[string]string, len(graphs))
	for i, g := range graphs {
		ends[i], rules[i] = c.outcome(i, g), happenings(g)
	}
	entries := make([]storyEntry, len(graphs))
	for i, g := range graphs {
		e := storyEntry{URL: storyFolder(i+1) + "/" + indexPath, Name: "The " + words.Ordinal(i+1) + " story"}
		e.Size = words.Count(len(c.stories[i].Leaves), "scene") + " and " + words.Count(len(c.stories[i].Play.Hours), "hour")
		if run := g.Trace.Run; run != nil {
			e.Size += fmt.Sprintf("; seed %d", run.Seed)
		}
		e.Ends, e.Happens = rarest(ends, i), rarest(rules, i)
		e.Never = missing(rules, i)
		entries[i] = e
	}
	return entries
}

// outcome returns the facts at the end of a story, in words, by themselves as programs
// write them. Where somebody is says least, so that comes last.
func (c *collection) outcome(i int, g *causal.Graph) map[string]string {
	facts := make(map[string]string)
	for id := range g.Trace.Resources {
		r := g.Resource(g.Trace.Resources[id].ID)
		if r.Consumer == causal.Outside && r.Producer != causal.Outside && !r.StageToken() {
			key := r.String()
			if r.Pred == c.stories[i].Play.Location {
				key = "~" + key
			}
			facts[key] = c.builders[i].tell.Fact(r)
		}
	}
	return facts
}

// happenings returns the rules that fired, in words, by name.
func happenings(g *causal.Graph) map[string]string {
	rules := make(map[string]string)
	for i := range g.Trace.Steps {
		rule := g.Trace.Steps[i].Rule
		rules[rule] = words.Lower(words.Rule(rule))
	}
	return rules
}

// rarest returns what one of several sets has and the fewest others have, by how few, then
// by name; nothing that more than half of them have.
func rarest(sets []map[string]string, i int) []string {
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
	slices.SortFunc(items, func(a, b item) int { return cmp.Or(a.in-b.in, strings.Compare(a.key, b.key)) })
	var out []string
	for _, it := range items[:min(len(items), mostDifferences)] {
		out = append(out, sets[i][it.key])
	}
	return out
}

func having(sets []map[string]string, key string) int {
	n := 0
	for _, s := range sets {
		if _, ok := s[key]; ok {
			n++
		}
	}
	return n
}

// missing returns what all sets but one have.
func missing(sets []map[string]string, i int) []string {
	if len(sets) < 2 {
		return nil
	}
	other := sets[(i+1)%len(sets)]
	var out []string
	for key, said := range other {
		if _, has := sets[i][key]; !has && having(sets, key) == len(sets)-1 {
			out = append(out, said)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), mostDifferences)]
}
