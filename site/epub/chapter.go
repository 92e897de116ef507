package epub

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/dom"
)

const xhtml = "application/xhtml+xml"

// write makes the file of a chapter of its page in the site.
func (b *book) write(c *chapter) error {
	tree, err := dom.Parse(c.page.Data)
	if err != nil {
		return err
	}
	name := b.names[c.page.Path]
	root := dom.Find(tree, "html")
	dom.Set(root, "xmlns:epub", "http://www.idpf.org/2007/ops")
	b.head(dom.Find(tree, "head"), c, strings.Repeat("../", strings.Count(name, "/")))
	body := dom.Find(tree, "body")
	body.Attr = slices.DeleteFunc(body.Attr, func(a html.Attribute) bool { return a.Key != "class" })
	if c.kind == cover {
		dom.Set(body, "epub:type", "frontmatter")
	}
	properties := ""
	for e := range dom.Elements(root) {
		if e.Data == "svg" {
			properties = "svg"
		}
		b.adapt(e, c)
	}
	if svg := dom.Find(body, "svg"); svg != nil && c.kind == chart {
		cutMap(svg, b.site.Words)
	}
	c.file = file{name: name, media: xhtml, properties: properties, data: document(tree)}
	return nil
}

// document returns a page as a file of XML.
func document(tree *html.Node) []byte {
	return bytes.Join([][]byte{[]byte(xml.Header), dom.XHTML(tree), []byte("\n")}, nil)
}

// head makes a new head, since the head of the page is for browsers and search engines.
func (b *book) head(head *html.Node, c *chapter, up string) {
	for head.FirstChild != nil {
		head.RemoveChild(head.FirstChild)
	}
	t := element("title")
	if language := b.foreign(c.kind); language != "" {
		dom.Set(t, "lang", language)
		dom.Set(t, "dir", "auto")
	}
	t.AppendChild(&html.Node{Type: html.TextNode, Data: cmp.Or(c.title, b.site.Title)})
	head.AppendChild(t)
	head.AppendChild(element("link", "rel", "stylesheet", "type", "text/css", "href", up+"book.css"))
}

func element(name string, attrs ...string) *html.Node {
	e := &html.Node{Type: html.ElementNode, Data: name}
	for i := 0; i < len(attrs); i += 2 {
		dom.Set(e, attrs[i], attrs[i+1])
	}
	return e
}

// useless are the classes of elements that only a site needs: its navigation, the parts that its
// script shows, and the rules behind scenes.
var useless = []string{"skip", "masthead", "foot", "resume", "changes", "rule"}

// adapt changes an element of a page for the book.
func (b *book) adapt(e *html.Node, c *chapter) {
	_, hidden := dom.Attr(e, "hidden")
	if hidden || e.Data == "script" || slices.ContainsFunc(useless,
		func(class string) bool { return dom.Classed(e, class) }) {
		dom.Remove(e)
		return
	}
	dom.Drop(e, "tabindex", "loading")
	speak(e)
	switch {
	case e.Data == "a":
		b.link(e, c)
	case dom.Classed(e, "to") || dom.Classed(e, "number"):
		set(e)
	case e.Data == "img":
		dom.LinkPicture(e)
	case e.Data == "svg":
		dom.Set(e, "role", "document") // not an image: it has links
	case e.Data == "section" && dom.Classed(e, "whole"):
		b.thin(e)
	}
}

// set puts a point between a part of a link and the one before, as reading systems may ignore
// styles. The character that an exit follows stands on a line of its own.
func set(part *html.Node) {
	before := part.PrevSibling
	for before != nil && before.Type != html.ElementNode {
		before = before.PrevSibling
	}
	exit := func(n *html.Node) bool { return dom.Classed(n, "exits") }
	if before == nil || dom.Classed(before, "who") && dom.Within(before, exit) {
		return
	}
	part.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: "· "}, part)
}

// speak says in XML, too, in which language an element is.
func speak(e *html.Node) {
	if lang, ok := dom.Attr(e, "lang"); ok {
		dom.Set(e, "xml:lang", lang)
	}
}

// thin takes links to pages that are left out from a list.
func (b *book) thin(list *html.Node) {
	for li := range dom.Elements(list) {
		if li.Data != "li" {
			continue
		}
		a := dom.Find(li, "a")
		if href, _ := dom.Attr(a, "href"); b.names[href] == "" {
			dom.Remove(li)
		}
	}
}

// link changes a link to a page of the site into one to its file in the book. It removes a link to
// a page that is left out.
func (b *book) link(a *html.Node, c *chapter) {
	for _, key := range []string{"href", "xlink:href"} {
		url, ok := dom.Attr(a, key)
		if !ok || strings.HasPrefix(url, "#") || dom.Outside(url) {
			continue
		}
		to, fragment, _ := strings.Cut(url, "#")
		name := b.names[path.Join(path.Dir(c.page.Path), to)]
		if name == "" {
			dom.Unlink(a)
			return
		}
		to = strings.Repeat("../", strings.Count(c.page.Path, "/")) + site.EscapePath(name)
		if fragment != "" {
			to += "#" + fragment
		}
		dom.Set(a, key, to)
	}
}
