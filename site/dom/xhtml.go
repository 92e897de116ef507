package dom

import (
	"bytes"
	"encoding/xml"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// The namespaces of elements, by their names in package html.
var namespaces = map[string]string{
	"":     "http://www.w3.org/1999/xhtml",
	"svg":  "http://www.w3.org/2000/svg",
	"math": "http://www.w3.org/1998/Math/MathML",
}

const xlink = "http://www.w3.org/1999/xlink"

// stranger is the replacement for invalid names of elements, by namespace.
var stranger = map[string]string{"": "span", "svg": "g", "math": "mrow"}

// XHTML writes a tree as XML. It adds the tags that HTML may omit, and leaves out comments.
// Characters that XML cannot hold are replaced by marks, and attributes with invalid names are left
// out.
func XHTML(n *html.Node) []byte {
	var b bytes.Buffer
	writeNode(&b, n, "none")
	return b.Bytes()
}

// writeNode writes a node into an element of a namespace.
func writeNode(b *bytes.Buffer, n *html.Node, outer string) {
	switch n.Type {
	case html.TextNode:
		escape(b, n.Data)
	case html.DoctypeNode:
		b.WriteString("<!DOCTYPE html>\n")
	case html.ElementNode:
		writeElement(b, n, outer)
	case html.DocumentNode:
		for c := range n.ChildNodes() {
			writeNode(b, c, outer)
		}
	}
}

func writeElement(b *bytes.Buffer, n *html.Node, outer string) {
	name := n.Data
	if !plain(name) {
		name = stranger[n.Namespace]
	}
	b.WriteString("<" + name)
	if n.Namespace != outer {
		attribute(b, "xmlns", namespaces[n.Namespace])
		if n.Namespace == "svg" {
			attribute(b, "xmlns:xlink", xlink)
		}
	}
	for _, a := range n.Attr {
		if writable(a) {
			attribute(b, full(a), a.Val)
		}
	}
	if n.FirstChild == nil && (void[n.Data] || n.Namespace != "") {
		b.WriteString("/>")
		return
	}
	b.WriteString(">")
	for c := range n.ChildNodes() {
		writeNode(b, c, n.Namespace)
	}
	b.WriteString("</" + name + ">")
}

// void are the elements of HTML that never hold anything.
var void = map[string]bool{"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true,
	"input": true, "link": true, "meta": true, "source": true, "track": true, "wbr": true}

// writable reports whether an attribute has a name that XML takes. Namespaces are
// declared where they begin.
func writable(a html.Attribute) bool {
	if a.Namespace != "" {
		return a.Namespace == "xlink" || a.Namespace == "xml"
	}
	switch a.Key {
	case "xml:lang", "epub:type", "xmlns:epub":
		return true
	}
	return plain(a.Key) && !strings.HasPrefix(a.Key, "xmlns")
}

// plain reports whether a name is of letters, digits and hyphens, and begins with a letter.
func plain(name string) bool {
	for i, r := range name {
		letter := r == '_' || r < unicode.MaxASCII && unicode.IsLetter(r)
		if !letter && (i == 0 || r != '-' && r != '.' && !(r >= '0' && r <= '9')) {
			return false
		}
	}
	return name != ""
}

func attribute(b *bytes.Buffer, name, value string) {
	b.WriteString(" " + name + `="`)
	escape(b, value)
	b.WriteString(`"`)
}

// escape writes a text; a buffer takes everything.
func escape(b *bytes.Buffer, text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		_ = xml.EscapeText(b, []byte(line)) // which would write line ends as references
		if more {
			b.WriteByte('\n')
		}
	}
}
