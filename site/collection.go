package site

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/site/tell"
	"github.com/ceptre-graph/ceptre/site/words"
)

// A collection is different stories of one program under one index.
type collection struct {
	stories []*Site
	tellers []*tell.Teller
}

// storyFolder is where a story of a collection lies, from 1.
func storyFolder(n int) string { return fmt.Sprintf("story-%d", n) }

// Collect builds the sites of runs and an index above them, which says what makes each
// different. The runs are of one program; whether their stories differ is for the caller
// to see to (see [causal.Graph.Hash]). The error is as that of [Build].
func Collect(ctx context.Context, graphs []*causal.Graph, o Options) (*Site, error) {
	c := &collection{}
	for i, g := range graphs {
		one := o
		if o.URL != "" {
			one.URL = strings.TrimSuffix(o.URL, "/") + "/" + storyFolder(i+1)
		}
		b, err := newBuilder(g, one)
		if err != nil {
			return nil, err
		}
		story, err := b.build(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", storyFolder(i+1), err)
		}
		c.stories, c.tellers = append(c.stories, story), append(c.tellers, b.tell)
	}
	return c.bind(o, graphs)
}

// bind makes one site of all.
func (c *collection) bind(o Options, graphs []*causal.Graph) (*Site, error) {
	b, err := newBuilder(graphs[0], o)
	if err != nil {
		return nil, err
	}
	all := b.site
	page := collectionPage{frame: b.frame("", "collection", indexPath), Stories: c.entries(graphs)}
	if page.Introduction, err = o.Prose.Introduction(); err != nil {
		return nil, err
	}
	if err := b.print("collection", indexPath, "", page); err != nil {
		return nil, err
	}
	b.add(stylePath, "", b.Theme.CSS())
	b.add(scriptPath, "", b.script())
	for i, story := range c.stories {
		for _, p := range story.Pages {
			p.Path = storyFolder(i+1) + "/" + p.Path
			all.Pages = append(all.Pages, p)
		}
		for _, l := range story.Leaves {
			moved := *l
			moved.Path = storyFolder(i+1) + "/" + l.Path
			all.Leaves = append(all.Leaves, &moved)
		}
		for _, n := range story.Notes {
			if !slices.Contains(all.Notes, n) {
				all.Notes = append(all.Notes, n)
			}
		}
	}
	return all, nil
}

// collectionPage is the index above stories.
type collectionPage struct {
	frame
	Introduction template.HTML
	Stories      []storyEntry
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

func (c *collection) entries(graphs []*causal.Graph) []storyEntry {
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
			facts[key] = c.tellers[i].Fact(r)
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
// by name; nothing that all have.
func rarest(sets []map[string]string, i int) []string {
	type item struct {
		key string
		in  int
	}
	var items []item
	for key := range sets[i] {
		if n := having(sets, key); n < len(sets) {
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
