package site

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// prosaic returns prose with front matter and no sections.
func prosaic(t *testing.T, front string) *prose.Prose {
	t.Helper()
	p, err := prose.Parse("verona.md", []byte("---\n"+front+"---\n"), prose.Options{})
	require.NoError(t, err)
	return p
}

// readable returns the texts of a page that readers see or hear, without programs.
func readable(page []byte) []string {
	var texts []string
	tokens, code := html.NewTokenizer(bytes.NewReader(page)), 0
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return texts
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if slices.Contains([]string{"code", "style", "script"}, token.Data) {
				code++
			}
			for _, a := range token.Attr {
				if a.Key == "aria-label" || a.Key == "alt" || a.Key == "content" {
					texts = append(texts, a.Val)
				}
			}
		case html.EndTagToken:
			if slices.Contains([]string{"code", "style", "script"}, tokens.Token().Data) {
				code--
			}
		case html.TextToken:
			if text := strings.TrimSpace(string(tokens.Text())); code == 0 && text != "" {
				texts = append(texts, html.UnescapeString(text))
			}
		}
	}
}

// englishWords returns a pattern of the words of the English messages that another language does not have.
func englishWords(language string) *regexp.Regexp {
	word := regexp.MustCompile(`[\p{L}’]+`)
	own := make(map[string]bool)
	say := func(w *locale.Words, each func(string)) {
		for _, key := range locale.Keys() {
			for n := range 3 {
				filled := regexp.MustCompile(`\{.*?\}`).ReplaceAllString(w.Count(key, n), "")
				for _, found := range word.FindAllString(filled, -1) {
					each(found)
				}
			}
		}
	}
	say(locale.For(language, nil), func(w string) { own[strings.ToLower(w)] = true })
	var words []string
	say(locale.For("en", nil), func(w string) {
		if w = strings.ToLower(w); !own[w] && !slices.Contains(words, w) {
			words = append(words, w)
		}
	})
	return regexp.MustCompile(`(?i)(^|[^\p{L}’])(` + strings.Join(words, "|") + `)($|[^\p{L}’])`)
}

// A page in another language has no English word of ours: all that is left are names of the program.
func TestLanguages(t *testing.T) {
	long, cut := sitetest.Verona(200, 3), sitetest.Verona(40, 5)
	cut.End.Why = trace.LimitHit
	// Words of the program, which are told as they stand.
	program := regexp.MustCompile(`(?i)\b(market square|do/\w+|in secret|at|has)\b`)
	for _, language := range []string{"de", "es-MX", "fr"} {
		words := englishWords(language)
		options := Options{Prose: prosaic(t, "title: V\nlanguage: "+language+"\n"), PlayURL: "/play/"}
		sites := []*Site{build(t, sitetest.Duel(), options), build(t, long, options), build(t, cut, options),
			build(t, &trace.Trace{}, options)}
		all, err := Collect(context.Background(), []*causal.Graph{causal.New(sitetest.Duel()), causal.New(cut)}, options)
		require.NoError(t, err)
		for i, s := range append(sites, all) {
			require.Equal(t, language, s.Words.Language)
			for _, p := range s.Pages {
				if !strings.HasSuffix(p.Path, ".html") {
					continue
				}
				require.Contains(t, string(p.Data), `<html lang="`+language+`">`)
				require.Equal(t, 1, bytes.Count(p.Data, []byte(" lang=")), "%d: %s: the text is in this language", i, p.Path)
				for _, text := range readable(p.Data) {
					require.NotRegexp(t, words, program.ReplaceAllString(text, ""), "%s: %d: %s", language, i, p.Path)
				}
			}
		}
	}
}

// All words in templates are taken by key.
func TestTemplatesHaveNoWords(t *testing.T) {
	files := Sources()
	for name, src := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		bare := regexp.MustCompile(`(?s)\{\{.*?\}\}`).ReplaceAll(src, nil)
		for _, text := range readable(bare) {
			if strings.Contains(text, "width=device-width") || text == "light dark" || text == "articlewebsite" ||
				text == "summary_large_image" || text == "(JSON)" {
				continue // for browsers, and the name of a format
			}
			require.NotRegexp(t, `\p{L}`, text, name)
		}
		for _, key := range regexp.MustCompile(`(?:say|count|pieces) "([^"]*)"`).FindAllSubmatch(src, -1) {
			require.Contains(t, locale.Keys(), string(key[1]), name)
		}
	}
	require.NotEmpty(t, files)
}

// Words of the author stand on pages in the place of ours, escaped as any text is.
func TestWordsOfTheAuthor(t *testing.T) {
	s := build(t, sitetest.Duel(), Options{Prose: prosaic(t, "words:\n  cover-size: A farce of {scenes} <at> {hours}\n"+
		"  scene: {one: one act, other: \"{n} acts\"}\n  exits: Ways out\n  read: all of {name}!\n")})
	cover, scene := string(page(t, s, "index.html")), string(page(t, s, "scenes/t1.html"))
	require.Contains(t, cover, "A farce of 4 acts &lt;at&gt; 2 hours")
	require.Contains(t, cover, ">all of <span class=\"whom\">Romeo</span>!</a>")
	require.Contains(t, cover, "one act")
	require.Contains(t, scene, ">Ways out</h2>")
	require.Contains(t, cover, `<html lang="en">`)
	require.NotContains(t, scene, "Exits")
}

// The script has the English words in its table, a site in another language has its own there, and no text
// for readers stands outside of the table.
func TestWordsOfTheScript(t *testing.T) {
	table := func(src []byte) map[string]string {
		found := tableOfWords.FindSubmatch(src)
		require.NotNil(t, found)
		var texts map[string]string
		require.NoError(t, json.Unmarshal(found[1], &texts))
		return texts
	}
	english := table(script)
	for key, text := range english {
		require.Equal(t, locale.For("", nil).Text(key), text)
		require.Contains(t, strings.Replace(string(script), `"`+key+`": `, "", 1), `"`+key+`"`, "a word that is said")
	}
	for _, key := range regexp.MustCompile(`say\("([^"]*)"`).FindAllSubmatch(script, -1) {
		require.Contains(t, english, string(key[1]))
	}
	require.Equal(t, script, page(t, build(t, sitetest.Duel(), Options{}), scriptPath))
	for _, language := range []string{"de", "es", "fr"} {
		s := build(t, sitetest.Duel(), Options{Prose: prosaic(t, "language: "+language+"\n"), Bare: true})
		for key, text := range table(page(t, s, scriptPath)) {
			require.Equal(t, locale.For(language, nil).Text(key), text)
			require.Contains(t, english, key)
		}
	}
	bare := tableOfWords.ReplaceAll(script, nil)
	require.NotRegexp(t, `"[(↑← ]*[A-Za-z]+ [a-z]+ `, string(bare))
	require.Equal(t, []byte("x"), worded([]byte("x"), locale.For("de", nil)))
}
