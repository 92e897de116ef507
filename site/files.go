package site

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

// addFiles adds the files that pages share, and those for search engines.
func (b *builder) addFiles(ctx context.Context) error {
	b.add(stylePath, "", b.Theme.CSS())
	b.add(scriptPath, "", b.script())
	b.add(themes.IconFile, "", b.Theme.Icon())
	preview := false // whether the theme has one
	for _, f := range b.Theme.Assets() {
		if f.Name != themes.IconFile {
			b.add(f.Name, "", f.Data)
		}
		preview = preview || f.Name == previewPath
	}
	if b.Above == "" { // several stories have the pages for play in common, beside their index
		for _, p := range b.Play {
			b.add(playFolder+"/"+p.Path, p.Title, p.Data)
		}
	}
	if b.URL == "" {
		return nil
	}
	if !preview {
		if err := b.addPreview(ctx); err != nil {
			return err
		}
	}
	return b.addSitemap()
}

// script returns the script of the theme, or ours, with the words of the pages.
func (b *builder) script() []byte {
	if own, ok := b.Theme.File(scriptPath); ok {
		return worded(own, b.words)
	}
	return worded(script, b.words)
}

// tableOfWords finds the words of a script, which are JSON.
var tableOfWords = regexp.MustCompile(`(?s)\nconst words = (\{\n.*?\n\});\n`)

// worded returns a script with words in the place of those in its table. A script without such a table, or
// with the same words in it, stays as it is.
func worded(src []byte, w *locale.Words) []byte {
	at := tableOfWords.FindSubmatchIndex(src)
	if at == nil {
		return src
	}
	var table map[string]string
	if json.Unmarshal(src[at[2]:at[3]], &table) != nil {
		return src
	}
	changed := false
	for _, key := range locale.Keys() {
		if text, ok := table[key]; ok && text != w.Text(key) {
			table[key], changed = w.Text(key), true
		}
	}
	if !changed {
		return src
	}
	data, err := json.MarshalIndent(table, "", "  ")
	if err != nil {
		panic(err) // texts by name can be written
	}
	return slices.Concat(src[:at[2]], data, src[at[3]:])
}

// A sitemap is a sitemap as defined by version 0.9 of the protocol of sitemaps.org.
type sitemap struct {
	XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []struct {
		Loc string `xml:"loc"`
	} `xml:"url"`
}

// addSitemap adds the list of all pages.
func (b *builder) addSitemap() error {
	var m sitemap
	paths := []string{indexPath}
	for _, p := range b.site.Pages {
		if strings.HasSuffix(p.Path, ".html") {
			paths = append(paths, p.Path)
		}
	}
	for _, p := range paths {
		m.URLs = append(m.URLs, struct {
			Loc string `xml:"loc"`
		}{b.address(p)})
	}
	data, err := xml.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	b.add(sitemapPath, "", bytes.Join([][]byte{[]byte(xml.Header), data, []byte("\n")}, nil))
	return nil
}

// EscapePath escapes the path of a page for an address.
func EscapePath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// playURL returns the way from a page at a path to the pages for play, or "".
func (b *builder) playURL(path string) string {
	if len(b.Play) == 0 {
		return b.PlayURL
	}
	root := toRoot(path)
	if b.Above != "" {
		root += "../"
	}
	return root + playFolder + "/" + indexPath
}

// playable has the ways from the index to pages on which readers play and change the world; "" where there are
// none.
type playable struct{ Play, Change string }

func (b *builder) playable() playable {
	to := playable{Play: b.playURL(indexPath)}
	if b.Change != "" {
		to.Change = playFolder + "/" + b.Change
	}
	return to
}
