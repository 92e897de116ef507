package render

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// leaf is what the tests want to know of a page of an atlas.
type leaf struct {
	ids   map[string]bool
	links []string
	ways  map[string]string // by relation
	size  int
}

func readLeaf(t fataler, data []byte) *leaf {
	t.Helper()
	l := &leaf{ids: make(map[string]bool), ways: make(map[string]string), size: len(data)}
	for n := range parsePage(t, data).Descendants() {
		attrs := make(map[string]string)
		for _, a := range n.Attr {
			attrs[a.Key] = a.Val
		}
		if id := attrs["id"]; id != "" {
			l.ids[id] = true
		}
		if link := attrs["data-url"]; link != "" {
			l.links = append(l.links, link)
		}
		if n.Type == html.ElementNode && n.Data == "a" && attrs["rel"] != "" {
			l.ways[attrs["rel"]] = attrs["href"]
		}
	}
	return l
}

// leaves writes an atlas.
func leaves(t fataler, g *causal.Graph, o Options, size int) map[string]*leaf {
	t.Helper()
	a, err := NewAtlas(g, o, size)
	require.NoError(t, err)
	pages := make(map[string]*leaf)
	require.NoError(t, a.Write(context.Background(), func(file string, data []byte) error {
		require.NotContains(t, pages, file)
		require.Regexp(t, `^[a-z0-9-]+\.html$`, file)
		pages[file] = readLeaf(t, data)
		return nil
	}))
	require.Len(t, pages, a.Len())
	return pages
}

// checkLeaves holds an atlas against what it is to be.
func checkLeaves(t fataler, pages map[string]*leaf) {
	t.Helper()
	require.Contains(t, pages, "index.html")
	for file, page := range pages {
		for _, link := range page.links {
			to, id, marked := strings.Cut(link, "#")
			require.Contains(t, pages, to, "from %s", file)
			require.NotEqual(t, file, to)
			require.True(t, !marked || pages[to].ids[id], "%s links to %s, where that is not", file, link)
		}
		for rel, to := range page.ways {
			require.Contains(t, pages, to, "%s of %s", rel, file)
		}
		require.Equal(t, file != "index.html", page.ways["up"] != "", file)
		if up := page.ways["up"]; up != "" {
			require.Contains(t, pages[up].links, file)
		}
		if next := page.ways["next"]; next != "" {
			require.Equal(t, file, pages[next].ways["prev"])
		}
		if prev := page.ways["prev"]; prev != "" {
			require.Equal(t, file, pages[prev].ways["next"])
		}
	}
}

// TestAtlas: each selected event is on one map, and links lead to existing pages.
func TestAtlas(t *testing.T) {
	for _, v := range []View{Causal, Steps} {
		t.Run(string(v), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := randomTown(t)
				o := Options{View: v, Select: randomSelect(t, g)}
				pages := leaves(t, g, o, rapid.IntRange(1, 8).Draw(t, "size"))
				checkLeaves(t, pages)
				maps := make(map[string]int)
				for _, page := range pages {
					if leadsDown(page, pages) {
						continue
					}
					for id := range page.ids {
						maps[id]++
					}
				}
				for _, e := range mustSelect(t, g, o.Select).Events {
					require.Equal(t, 1, maps[g.Step(e).ID.String()], g.Step(e).ID)
				}
			})
		})
	}
}

// leadsDown reports whether a page is an overview.
func leadsDown(page *leaf, pages map[string]*leaf) bool {
	return slices.ContainsFunc(page.links, func(link string) bool { return !strings.Contains(link, "#") })
}

// TestAtlasOfLanes: lanes have no facts that lead to other pages, and only events with characters.
func TestAtlasOfLanes(t *testing.T) {
	for _, v := range []View{Threads, Storyline} {
		checkLeaves(t, leaves(t, longTown(60), Options{View: v}, 15))
	}
}

// Where events stand together their ids are not there to be led to.
func TestAtlasOfFoldedMaps(t *testing.T) {
	for _, m := range fold.Methods() {
		checkLeaves(t, leaves(t, longTown(80), Options{Collapse: []fold.Method{m}}, 20))
	}
}

// A map of a long run is not larger than one of a short one, and there are as many as
// it takes.
func TestAtlasIsBounded(t *testing.T) {
	largest := func(steps int) (pages, size int) {
		all := leaves(t, longTown(steps), Options{}, 50)
		for _, page := range all {
			size = max(size, page.size)
		}
		return len(all), size
	}
	_, small := largest(200)
	pages, large := largest(800)
	require.Equal(t, 1+16, pages)
	require.Less(t, float64(large), 1.5*float64(small))
}

// An atlas of three levels: with more maps than an overview has boxes.
func TestAtlasOfManyLevels(t *testing.T) {
	pages := leaves(t, longTown(3*mostParts), Options{View: Steps}, 1)
	checkLeaves(t, pages)
	require.Len(t, pages, 1+mostParts+3*mostParts)
	require.Len(t, pages["index.html"].links, mostParts)
}

func TestAtlasErrors(t *testing.T) {
	for _, v := range []View{Rules, State, Why, "sideways"} {
		_, err := NewAtlas(longTown(3), Options{View: v}, 1)
		require.EqualError(t, err, fmt.Sprintf("the %s view is not divided into pages", v))
	}
	_, err := NewAtlas(longTown(3), Options{Select: fold.Options{From: 9}}, 1)
	require.ErrorContains(t, err, "From")
}

// A context that ends, and a writer that fails, stop the rest.
func TestAtlasStops(t *testing.T) {
	a, err := NewAtlas(longTown(4000), Options{}, 100)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	written := 0
	begin := time.Now()
	err = a.Write(ctx, func(string, []byte) error {
		written++
		cancel()
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, written, a.Len()/2)
	require.Less(t, time.Since(begin), 10*time.Second)

	require.ErrorIs(t, a.Write(ctx, func(string, []byte) error { panic("nothing is written") }), context.Canceled)

	full := errors.New("the disk is full")
	require.ErrorIs(t, a.Write(t.Context(), func(string, []byte) error { return full }), full)
}

// The same run gives the same pages, in whatever order they are done.
func TestAtlasIsTheSame(t *testing.T) {
	write := func() map[string]string {
		a, err := NewAtlas(longTown(200), Options{Link: func(s *trace.Step) string { return "scenes/" + s.ID.String() }}, 30)
		require.NoError(t, err)
		pages := make(map[string]string)
		require.NoError(t, a.Write(t.Context(), func(file string, data []byte) error {
			pages[file] = string(data)
			return nil
		}))
		return pages
	}
	require.Equal(t, write(), write())
}
