package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

// The site of every example, cut by every method: no link is dead, every scene can be
// reached, every way ends; every character can be followed by links alone; pages are no
// longer than a telephone likes to load; and they are valid.
func TestExampleSites(t *testing.T) {
	var v validator
	eachExample(t, func(t *testing.T, p *lang.Program) {
		tr := runExample(t, p, p.Traces[0], 1)
		text := exampleProse(t, p)
		for _, m := range scenes.Methods() {
			o := site.Options{Prose: text, Scenes: m, Bare: text == nil || m != scenes.Chain} // pictures take time
			made, err := site.Build(t.Context(), causal.New(tr), o)
			require.NoError(t, err)
			require.Empty(t, made.Check())
			requireWalkable(t, made)
			requireShort(t, made)
			if m == scenes.Chain { // the others have the same templates
				v.add(t, made)
			}
		}
	})
	t.Run("valid", v.requireValid)
}

// An anchor is a link of a page.
type anchor struct {
	href  string
	attrs map[string]string
}

// anchorsOf returns the links of a page.
func anchorsOf(page []byte) []anchor {
	var found []anchor
	for tokens := html.NewTokenizer(bytes.NewReader(page)); tokens.Next() != html.ErrorToken; {
		t := tokens.Token()
		if t.Data != "a" || t.Type != html.StartTagToken {
			continue
		}
		a := anchor{attrs: make(map[string]string)}
		for _, attr := range t.Attr {
			a.attrs[attr.Key] = attr.Val
		}
		a.href = a.attrs["href"]
		found = append(found, a)
	}
	return found
}

// goOn returns where the first link of a page leads that a character goes by.
func goOn(page []byte, at, who string) string {
	for _, a := range anchorsOf(page) {
		onward := a.attrs["rel"] == "next" || strings.Contains(a.attrs["class"], "follow")
		if onward && slices.Contains(strings.Fields(a.attrs["data-cast"]), who) {
			return path.Join(path.Dir(at), a.href)
		}
	}
	return ""
}

// requireWalkable follows every character from the cover through all of its scenes.
func requireWalkable(t *testing.T, s *site.Site) {
	pages := make(map[string][]byte)
	for _, p := range s.Pages {
		pages[p.Path] = p.Data
	}
	followed := 0
	for _, a := range anchorsOf(pages["index.html"]) {
		if !strings.Contains(a.attrs["class"], "follow") {
			continue
		}
		walked := []string{}
		for at := a.href; at != ""; at = goOn(pages[at], at, a.attrs["data-cast"]) {
			walked = append(walked, at)
		}
		require.Equal(t, threadPages(s)[followed], walked, a.attrs["data-cast"])
		followed++
	}
	require.Len(t, threadPages(s), followed)
}

// threadPages are the pages of the scenes of each character who is in any, as the cover
// has them.
func threadPages(s *site.Site) [][]string {
	var all [][]string
	for _, c := range s.Performance.Cast.Names {
		way := []string{}
		for _, scene := range s.Performance.Way(c) {
			way = append(way, s.Leaves[scene.Number-1].Path)
		}
		if len(way) > 0 {
			all = append(all, way)
		}
	}
	return all
}

var picture = regexp.MustCompile(`(?s)<svg.*?</svg>`)

func requireShort(t *testing.T, s *site.Site) {
	for _, p := range s.Pages {
		if strings.HasSuffix(p.Path, ".html") {
			require.Less(t, len(picture.ReplaceAll(p.Data, nil)), 100_000, p.Path)
		}
	}
}

// A validator gathers pages for html-validate, which is slow: of those in a folder of a
// site, which are made alike, only some.
type validator struct {
	pages []site.Page
}

// mostAlike is about how many pages of a folder are validated, from the first to the last.
const mostAlike = 10

func (v *validator) add(t *testing.T, s *site.Site) {
	folders := make(map[string][]site.Page)
	for _, p := range s.Pages {
		if strings.HasSuffix(p.Path, ".html") {
			folders[path.Dir(p.Path)] = append(folders[path.Dir(p.Path)], p)
		}
	}
	for folder, pages := range folders {
		last := len(pages) - 1
		for i, p := range pages {
			if folder == "." || i%(1+last/mostAlike) == 0 || i == last {
				p.Path = t.Name() + "/" + p.Path
				v.pages = append(v.pages, p)
			}
		}
	}
}

// requireValid runs html-validate, once for all.
func (v *validator) requireValid(t *testing.T) {
	if os.Getenv("CEPTRE_HTML_VALIDATE") == "" {
		t.Skip("CEPTRE_HTML_VALIDATE is not set: the folder of the npm package html-validate")
	}
	dir := t.TempDir()
	var names bytes.Buffer
	for i, p := range v.pages {
		file := filepath.Join(dir, fmt.Sprintf("%d-%s", i, strings.ReplaceAll(p.Path, "/", "-")))
		require.NoError(t, os.WriteFile(file, p.Data, 0o644))
		fmt.Fprintln(&names, file)
	}
	cmd := exec.Command("node", filepath.Join("testdata", "validate.mjs"))
	cmd.Stdin = &names
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Empty(t, string(said))
}
