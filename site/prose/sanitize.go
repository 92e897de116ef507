//go:build !js

package prose

import (
	"bytes"

	"github.com/ceptre-graph/ceptre/site/markup"
	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// This file is the only one that knows the library that cleans HTML.

// A policy says what of an author's HTML is kept: what users of forums may write. It
// holds no scripts and no styles, and links lead out of the site.
type policy struct{ rules *bluemonday.Policy }

func newPolicy() *policy {
	rules := bluemonday.UGCPolicy()
	rules.AllowRelativeURLs(false) // a site holds only its own pages
	rules.RequireNoFollowOnLinks(false)
	return &policy{rules}
}

func (p *policy) clean(text []byte) []byte { return p.rules.SanitizeBytes(text) }

// balance closes open elements and drops unmatched closing tags, since pieces of HTML between
// pieces of Markdown need not nest. It also drops ids, as a page may contain the same text twice.
func balance(text []byte) (markup.HTML, error) {
	nodes, err := html.ParseFragment(bytes.NewReader(text),
		&html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	for _, node := range nodes {
		dropID(node)
		for below := range node.Descendants() {
			dropID(below)
		}
		if err := html.Render(&b, node); err != nil {
			return "", err
		}
	}
	return markup.HTML(b.String()), nil
}

func dropID(node *html.Node) {
	kept := node.Attr[:0]
	for _, a := range node.Attr {
		if a.Key != "id" {
			kept = append(kept, a)
		}
	}
	node.Attr = kept
}
