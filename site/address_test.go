package site

import (
	"context"
	"encoding/xml"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

const home = "https://example.org/the%20town/"

// requireAddresses requires that every whole address of a page of the site is one: its
// canonical one is its own, the preview's is there, and the sitemap has each page once.
func requireAddresses(t *testing.T, s *Site) {
	paths := make(map[string]bool)
	var listed []string
	for _, p := range s.Pages {
		paths[p.Path] = true
	}
	address := func(url string) string {
		path := strings.TrimPrefix(url, home)
		require.NotEqual(t, url, path)
		if path == "" || strings.HasSuffix(path, "/") {
			path += indexPath
		}
		return path
	}
	canonical, image := regexp.MustCompile(`rel="canonical" href="(.*?)"`), regexp.MustCompile(`og:image" content="(.*?)"`)
	for _, p := range s.Pages {
		if !strings.HasSuffix(p.Path, ".html") {
			continue
		}
		listed = append(listed, p.Path)
		require.Equal(t, p.Path, address(canonical.FindStringSubmatch(string(p.Data))[1]))
		require.True(t, paths[address(image.FindStringSubmatch(string(p.Data))[1])], p.Path)
	}
	var m sitemap
	require.NoError(t, xml.Unmarshal(page(t, s, sitemapPath), &m))
	var found []string
	for _, u := range m.URLs {
		found = append(found, address(u.Loc))
	}
	require.ElementsMatch(t, listed, found)
}

func TestAddresses(t *testing.T) {
	s := build(t, sitetest.Verona(700, 3), Options{URL: strings.TrimSuffix(home, "/")})
	requireAddresses(t, s)
	require.Contains(t, string(page(t, s, "hours--2.html")), home+"hours--2.html")
}

// Stories are sites of their own, with an index above, to which each leads back.
func TestCollect(t *testing.T) {
	text, err := prose.Parse("p.md", []byte("---\nurl: "+home+"\n---\n\nHear them all.\n"), prose.Options{})
	require.NoError(t, err)
	var graphs []*causal.Graph
	for seed := range uint64(3) {
		graphs = append(graphs, causal.New(sitetest.Verona(40, seed)))
	}
	s, err := Collect(context.Background(), graphs, Options{Prose: text})
	require.NoError(t, err)
	require.Empty(t, s.Check())
	index := page(t, s, indexPath)
	require.NoError(t, sitetest.Nesting(index))
	require.Contains(t, string(index), "Hear them all.")
	require.Equal(t, []string{"The first story", "The second story", "The third story"}, sitetest.Texts(index, "h3"))
	for i, above := range []string{"The first of 3 stories", "The second of 3 stories", "The third of 3 stories"} {
		for _, path := range []string{indexPath, hoursBase + ".html"} {
			data := page(t, s, storyFolder(i+1)+"/"+path)
			require.Contains(t, string(data), `href="../index.html">`+above+`</a>`)
		}
	}
	ids := make(map[string]bool)
	for _, p := range s.Pages {
		if strings.HasSuffix(p.Path, "index.html") {
			ids[regexp.MustCompile(`data-play="(.*?)"`).FindStringSubmatch(string(p.Data))[1]] = true
		}
	}
	require.Len(t, ids, 4, "what readers' browsers remember is not mixed up")
	require.Equal(t, indexPath, s.Pages[0].Path)
	requireAddresses(t, s)
}

// Stories are told apart by the facts that the fewest of them share; raw facts count only where
// there is nothing else.
func TestRarest(t *testing.T) {
	of := func(texts ...string) differences {
		d := make(differences)
		for _, text := range texts {
			d[strings.ToLower(text)] = difference{Text: text, raw: text == "Raw"}
		}
		return d
	}
	sets := []differences{of("A", "B", "C", "Raw"), of("B", "C"), of("C", "Raw"), of("C", "D")}
	rare := func(i int) (texts []string) {
		for _, d := range rarest(sets, i) {
			texts = append(texts, d.Text)
		}
		return texts
	}
	require.Equal(t, []string{"A", "B"}, rare(0))
	require.Equal(t, []string{"B"}, rare(1))
	require.Equal(t, []string{"Raw"}, rare(2))
	require.Empty(t, missing(sets, 0))
	require.Equal(t, []string{"C"}, missing([]differences{of("A"), of("C"), of("C")}, 0))
	ann, bob := differences{"do/meet": {Text: "Ann meets Bob"}}, differences{"do/meet": {Text: "Bob meets Cid"}}
	require.Empty(t, missing([]differences{of("A"), ann, bob}, 0), "titles of other stories' characters")
}

// Stories are told apart by the author's words for what happens in them, if there are any.
func TestStoriesInTheAuthorsWords(t *testing.T) {
	text, err := prose.Parse("p.md", []byte("---\ncharacters: {romeo: Romeo, paris: Paris, juliet: Juliet}\n---\n"+
		"## do/insult\n{C} insults {C'}.\n\n## do/insult (later times)\n### {C} goes on\n"+
		"## story (if has juliet ring)\n### A ring\nJuliet is *glad*.\n\n## story\n### Strife\n"), prose.Options{})
	require.NoError(t, err)
	insulted := sitetest.New(sitetest.Program()).Set("at romeo tomb", "at paris tomb")
	insulted.Play("do/insult romeo tomb paris", "$at romeo tomb", "$at paris tomb", "+anger paris romeo").
		Play("do/insult paris tomb romeo", "$at romeo tomb", "$at paris tomb", "+has romeo poison")
	given := sitetest.New(sitetest.Program()).Set("at romeo tomb", "at juliet tomb", "has romeo ring")
	given.Play("do/give romeo ring juliet tomb", "$at romeo tomb", "$at juliet tomb", "-has romeo ring",
		"+has juliet ring")
	s, err := Collect(context.Background(),
		[]*causal.Graph{causal.New(insulted.Finish(trace.Quiescent)), causal.New(given.Finish(trace.Quiescent))},
		Options{Prose: text})
	require.NoError(t, err)
	index := string(page(t, s, indexPath))
	require.Contains(t, index, "<h3><a href=\"story-1/index.html\">Strife</a></h3>\n"+
		"<p class=\"part\">1 scene and 1 hour</p>\n"+
		"<p>In the end: anger (Paris → Romeo).</p>\n"+
		"<p>In few others: <a href=\"story-1/scenes/t1.html\">Paris goes on</a>.</p>")
	require.Contains(t, index, ">A ring</a></h3>\n<p class=\"part\">1 scene and 1 hour</p>\n<div class=\"prose\">\n"+
		"<p>Juliet is <em>glad</em>.</p>\n</div>\n<p>In the end: Juliet has ring.</p>\n"+
		"<p>In few others: <a href=\"story-2/scenes/t1.html\">give</a>.</p>\n<p>In all others: Paris goes on.</p>")
}
