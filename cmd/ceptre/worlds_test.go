package main

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// worldCasts holds the types of the characters of each example in Celf.
var worldCasts = map[string]string{"lanterns": "guest", "quarry-king": "person", "saltmark": "person"}

// eachWorld calls f with every example in Celf and its script or prose.
func eachWorld(t *testing.T, f func(*testing.T, *lang.Program, *prose.Prose)) {
	files, err := fs.Glob(examples.FS, "*.clf")
	require.NoError(t, err)
	require.Len(t, files, len(worldCasts))
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			text, err := fs.ReadFile(examples.FS, file)
			require.NoError(t, err)
			p, errs := celf.Load(file, text)
			require.Empty(t, errs)
			f(t, p, worldProse(t, p))
		})
	}
}

// worldProse returns the only text beside a world.
func worldProse(t *testing.T, p *lang.Program) *prose.Prose {
	var found []string
	for _, extension := range []string{".md", ".scenes"} {
		if _, err := fs.Stat(examples.FS, p.Name+extension); err == nil {
			found = append(found, p.Name+extension)
		}
	}
	require.Len(t, found, 1)
	text, err := fs.ReadFile(examples.FS, found[0])
	require.NoError(t, err)
	described := exec.Describe(p)
	written, err := prose.Parse(found[0], text, prose.Options{Program: described})
	require.NoError(t, err)
	require.NoError(t, written.Check(described))
	require.Empty(t, written.Notes())
	require.Empty(t, written.Untold(described), "rules without a scene")
	return written
}

func runWorld(t *testing.T, p *lang.Program, seed uint64) *trace.Trace {
	tr, err := exec.Run(t.Context(), p, p.Traces[0], exec.Options{Seed: seed, Chooser: exec.Random(seed).For(p)})
	require.NoError(t, err)
	return tr
}

// In a hundred runs of a world each rule fires now and then, and a run is neither an anecdote nor endless.
func TestWorldsAreStories(t *testing.T) {
	eachWorld(t, func(t *testing.T, p *lang.Program, _ *prose.Prose) {
		runs := make(map[string]int)
		for seed := range uint64(100) {
			tr := runWorld(t, p, seed)
			require.Equal(t, trace.Quiescent, tr.End.Why)
			require.Greater(t, len(tr.Steps), 10)
			require.Less(t, len(tr.Steps), 120)
			fired := make(map[string]bool)
			for _, step := range tr.Steps {
				fired[step.Rule] = true
			}
			for rule := range fired {
				runs[rule]++
			}
			if seed < 3 {
				require.NoError(t, replay.Verify(t.Context(), p, tr, replay.VerifyOptions{Exact: true}))
			}
		}
		for _, rule := range p.Rules() {
			require.GreaterOrEqual(t, runs[rule.Name], 5, "runs in which %s fires", rule.Name)
		}
	})
}

// The site of a world is like those of programs, and without the faults of the sites of Quiescent Theater: names
// missing on links, two links between the same scenes, dead ends, no map and no way back.
func TestWorldSites(t *testing.T) {
	var v validator
	eachWorld(t, func(t *testing.T, p *lang.Program, text *prose.Prose) {
		for _, seed := range []uint64{1, 2} {
			tr := runWorld(t, p, seed)
			require.Equal(t, worldCasts[p.Name], castOf(t, tr))
			made, err := site.Build(t.Context(), causal.New(tr), site.Options{Prose: text, Bare: seed > 1})
			require.NoError(t, err)
			require.Empty(t, made.Notes)
			require.Empty(t, made.Check())
			requireWalkable(t, made)
			requireShort(t, made)
			for _, page := range made.Pages {
				if strings.HasSuffix(page.Path, ".html") {
					requireLinks(t, page)
				}
			}
			if seed == 1 {
				v.add(t, made)
			}
		}
	})
	t.Run("valid", v.requireValid)
}

// requireLinks checks the links of a page: each page leads to the map and to the cover; each scene leads to another
// one once, by a link that names the characters that it follows, and back to those before.
func requireLinks(t *testing.T, page site.Page) {
	links := anchorsOf(page.Data)
	for _, to := range []string{"map.html", "index.html"} {
		require.True(t, slices.ContainsFunc(links, func(a anchor) bool {
			at, _, _ := strings.Cut(a.href, "#")
			return path.Join(path.Dir(page.Path), at) == to || page.Path == to
		}), "%s: no link to %s", page.Path, to)
	}
	if path.Dir(page.Path) != "scenes" {
		return
	}
	led := make(map[string]bool)
	words := wordsOf(page.Data)
	for i, a := range links {
		to := a.attrs["data-to"]
		if to == "" {
			continue
		}
		require.False(t, led[to], "%s: two links to %s", page.Path, to)
		led[to] = true
		for _, who := range strings.Fields(a.attrs["data-cast"]) {
			require.Contains(t, strings.ToLower(words[i]), who, "%s: the link to %s", page.Path, to)
		}
	}
	require.NotEmpty(t, led, "%s: a dead end", page.Path)
}

// wordsOf returns the text of each link of a page.
func wordsOf(page []byte) []string {
	var words []string
	inside := false
	for tokens := html.NewTokenizer(bytes.NewReader(page)); tokens.Next() != html.ErrorToken; {
		switch t := tokens.Token(); {
		case t.Data == "a" && t.Type == html.StartTagToken:
			words, inside = append(words, ""), true
		case t.Data == "a" && t.Type == html.EndTagToken:
			inside = false
		case inside && t.Type == html.TextToken:
			words[len(words)-1] += t.Data
		}
	}
	return words
}
