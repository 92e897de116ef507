package epub

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
)

// The elements of a package document (EPUB 3.3, section 5).
type (
	packaged struct {
		XMLName    xml.Name `xml:"http://www.idpf.org/2007/opf package"`
		Version    string   `xml:"version,attr"`
		Identifier string   `xml:"unique-identifier,attr"`
		Language   string   `xml:"xml:lang,attr"`
		Metadata   metadata `xml:"metadata"`
		Items      []item   `xml:"manifest>item"`
		Spine      []ref    `xml:"spine>itemref"`
	}
	metadata struct {
		Prefix      string   `xml:"xmlns:dc,attr"`
		Identifier  named    `xml:"dc:identifier"`
		Title       string   `xml:"dc:title"`
		Languages   []string `xml:"dc:language"`
		Creator     string   `xml:"dc:creator,omitempty"`
		Description string   `xml:"dc:description,omitempty"`
		Meta        []meta   `xml:"meta"`
	}
	named struct {
		ID    string `xml:"id,attr"`
		Value string `xml:",chardata"`
	}
	meta struct {
		Property string `xml:"property,attr"`
		Value    string `xml:",chardata"`
	}
	item struct {
		ID         string `xml:"id,attr"`
		Href       string `xml:"href,attr"`
		Media      string `xml:"media-type,attr"`
		Properties string `xml:"properties,attr,omitempty"`
	}
	ref struct {
		ID string `xml:"idref,attr"`
	}
)

// accessibility says how the book can be read, in the words of schema.org.
func accessibility() []meta {
	return []meta{
		{"schema:accessMode", "textual"},
		{"schema:accessMode", "visual"},
		{"schema:accessModeSufficient", "textual"},
		{"schema:accessibilityFeature", "structuralNavigation"},
		{"schema:accessibilityFeature", "tableOfContents"},
		{"schema:accessibilityFeature", "readingOrder"},
		{"schema:accessibilityHazard", "none"},
		{"schema:accessibilitySummary", "All of the story is text with headings and links. The map repeats in a picture what the list of scenes says."},
	}
}

// packageDocument lists the files, and says what the book is.
func (b *book) packageDocument() ([]byte, error) {
	d := packaged{Version: "3.0", Identifier: "id", Language: "en", Metadata: metadata{
		Prefix:     "http://purl.org/dc/elements/1.1/",
		Identifier: named{"id", "urn:uuid:" + uuid(b.site.Hash)},
		Title:      b.site.Title, Creator: b.site.Author, Description: b.site.Description,
		Languages: []string{cmp.Or(b.site.Language, "en")},
		Meta:      append([]meta{{"dcterms:modified", made().Format("2006-01-02T15:04:05Z")}}, accessibility()...),
	}}
	for i, f := range b.files {
		d.Items = append(d.Items, item{fmt.Sprintf("f%d", i), address(f.name), f.media, f.properties})
	}
	for i := range len(b.chapters) + 1 { // and the contents
		d.Spine = append(d.Spine, ref{fmt.Sprintf("f%d", i)})
	}
	text, err := xml.MarshalIndent(d, "", " ")
	return bytes.Join([][]byte{[]byte(xml.Header), text, []byte("\n")}, nil), err
}

// uuid returns a hash as a UUID of version 8 (RFC 9562), which is for what is made in
// ways of one's own: the same run is the same book.
func uuid(h causal.Hash) string {
	u := h.Sum
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}
