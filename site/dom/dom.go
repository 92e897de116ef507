// Package dom reads pages of HTML as trees, changes them, and writes them as XHTML.
//
// Books and single pages are made from the finished pages of a site, so that the contents of a page
// are decided in one place: its template. This package finds elements by name, class and attribute,
// changes links, and cuts out the parts that are useless on paper.
package dom

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Parse reads a page as browsers do, which take any text for a page.
func Parse(page []byte) (*html.Node, error) { return html.Parse(bytes.NewReader(page)) }

// Fragment reads a piece of a page, as it stands in an element such as div.
func Fragment(piece string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(piece),
		&html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
}

// Elements returns all elements at and below a node, in the order of the text. The node
// that was returned last may be changed or cut out.
func Elements(n *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for _, e := range elements(n, nil) {
			if !yield(e) {
				return
			}
		}
	}
}

func elements(n *html.Node, found []*html.Node) []*html.Node {
	if n.Type == html.ElementNode {
		found = append(found, n)
	}
	for c := range n.ChildNodes() {
		found = elements(c, found)
	}
	return found
}

// Find returns the first element of a name, or nil.
func Find(n *html.Node, name string) *html.Node {
	if n.Type == html.ElementNode && n.Data == name {
		return n
	}
	for c := range n.ChildNodes() {
		if e := Find(c, name); e != nil {
			return e
		}
	}
	return nil
}

// Clone returns a copy of a node with all that is in it, which stands in no tree.
func Clone(n *html.Node) *html.Node {
	twin := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace,
		Attr: slices.Clone(n.Attr)}
	for c := range n.ChildNodes() {
		twin.AppendChild(Clone(c))
	}
	return twin
}

// Attr returns the value of an attribute and whether there is one. The name of an
// attribute with a namespace is as in "xlink:href".
func Attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if full(a) == name {
			return a.Val, true
		}
	}
	return "", false
}

// Set gives an element an attribute, in the place of one of that name.
func Set(n *html.Node, name, value string) {
	for i := range n.Attr {
		if full(n.Attr[i]) == name {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
}

// Drop removes attributes.
func Drop(n *html.Node, names ...string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return slices.Contains(names, full(a)) })
}

// Classed reports whether an element is of a class.
func Classed(n *html.Node, class string) bool {
	classes, _ := Attr(n, "class")
	return slices.Contains(strings.Fields(classes), class)
}

// Rename gives an element another name.
func Rename(n *html.Node, name string) { n.Data, n.DataAtom = name, atom.Lookup([]byte(name)) }

// Remove cuts an element, with all that is in it, out of its tree.
func Remove(n *html.Node) {
	if n.Parent != nil {
		n.Parent.RemoveChild(n)
	}
}

// Unlink replaces a link by its contents.
func Unlink(n *html.Node) {
	name := "span"
	if n.Namespace != "" {
		name = "g"
	}
	Rename(n, name)
	Drop(n, "href", "xlink:href", "rel", "target", "download", "hreflang", "type")
}

// Text returns the text of a node, with each gap in it as one space.
func Text(n *html.Node) string {
	var b strings.Builder
	collect(&b, n)
	return strings.Join(strings.Fields(b.String()), " ")
}

func collect(b *strings.Builder, n *html.Node) {
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	for c := range n.ChildNodes() {
		collect(b, c)
	}
}

// full returns the name of an attribute with its namespace.
func full(a html.Attribute) string {
	if a.Namespace != "" {
		return a.Namespace + ":" + a.Key
	}
	return a.Key
}

// Within reports whether a node lies in one that is meant.
func Within(n *html.Node, meant func(*html.Node) bool) bool {
	for outer := range n.Ancestors() {
		if meant(outer) {
			return true
		}
	}
	return false
}

// LinkPicture makes a link of a picture that lies elsewhere, with the text that stands
// for it, or plain text within a link. Books and single pages fetch nothing.
func LinkPicture(img *html.Node) {
	alt, _ := Attr(img, "alt")
	src, _ := Attr(img, "src")
	img.Attr = nil
	Rename(img, "span")
	if src != "" && !Within(img, func(n *html.Node) bool { return n.Data == "a" }) {
		Rename(img, "a")
		Set(img, "href", src)
	}
	if alt == "" {
		alt = "a picture"
	}
	img.AppendChild(&html.Node{Type: html.TextNode, Data: alt})
}

// Outside reports whether an address begins with a scheme or a host, and so leads out of
// a site.
func Outside(url string) bool {
	before, _, found := strings.Cut(url, ":")
	return strings.HasPrefix(url, "//") || found && !strings.ContainsAny(before, "/?#")
}
