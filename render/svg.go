package render

import (
	"bytes"
	"encoding/xml"
)

// dress gives the picture that Graphviz made a title, for browsers and screen
// readers, and the theme's whole list of fonts, of which Graphviz can only use
// the first. It drops the XML declaration, document type and comments before
// the picture, none of which an SVG needs.
func dress(svg []byte, title, fonts string) []byte {
	start := max(0, bytes.Index(svg, []byte("<svg")))
	end := start + bytes.IndexByte(svg[start:], '>') + 1
	var b bytes.Buffer
	b.Write(svg[start:end])
	writeElement(&b, "title", title)
	writeElement(&b, "style", "text { font-family: "+fonts+" }")
	b.Write(svg[end:])
	return b.Bytes()
}

func writeElement(b *bytes.Buffer, name, text string) {
	b.WriteString("\n<" + name + ">")
	xml.EscapeText(b, []byte(text)) // a buffer takes everything
	b.WriteString("</" + name + ">")
}
