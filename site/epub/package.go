package epub

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"

	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/words"
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
		Spine      spine    `xml:"spine"`
	}
	metadata struct {
		Prefix      string   `xml:"xmlns:dc,attr"`
		Identifier  named    `xml:"dc:identifier"`
		Title       spoken   `xml:"dc:title"`
		Languages   []string `xml:"dc:language"`
		Creator     *spoken  `xml:"dc:creator"`
		Description *spoken  `xml:"dc:description"`
		Meta        []meta   `xml:"meta"`
	}
	named struct {
		ID    string `xml:"id,attr"`
		Value string `xml:",chardata"`
	}
	// spoken is text in a language. It has no attribute for the direction, as the default is the
	// direction of its letters ("auto", which states that, is new in EPUB 3.3).
	spoken struct {
		Language string `xml:"xml:lang,attr,omitempty"`
		Value    string `xml:",chardata"`
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
	spine struct {
		Direction string `xml:"page-progression-direction,attr,omitempty"`
		Refs      []ref  `xml:"itemref"`
	}
	ref struct {
		ID string `xml:"idref,attr"`
	}
)

// accessibility says how the book can be read, in the words of schema.org.
func (b *book) accessibility() []meta {
	return []meta{
		{"schema:accessMode", "textual"},
		{"schema:accessMode", "visual"},
		{"schema:accessModeSufficient", "textual"},
		{"schema:accessibilityFeature", "structuralNavigation"},
		{"schema:accessibilityFeature", "tableOfContents"},
		{"schema:accessibilityFeature", "readingOrder"},
		{"schema:accessibilityHazard", "none"},
		{"schema:accessibilitySummary", b.site.Words.Say("book-access")},
	}
}

// packageDocument returns the package document: the files and the metadata of the book.
func (b *book) packageDocument() ([]byte, error) {
	d := packaged{Version: "3.0", Identifier: "id", Language: b.site.Words.Language, Metadata: metadata{
		Prefix:     "http://purl.org/dc/elements/1.1/",
		Identifier: named{"id", "urn:uuid:" + b.site.Hash.UUID(8)},
		Title:      *b.spoken(b.site.Title), Creator: b.spoken(b.site.Author), Description: b.spoken(b.site.Description),
		Languages: words.Nonempty(b.foreign(cover), b.site.Words.Language), // the author's, and that of links
		Meta:      append([]meta{{"dcterms:modified", made().Format("2006-01-02T15:04:05Z")}}, b.accessibility()...),
	}}
	d.Spine.Direction = b.site.Words.Direction()
	for i, f := range b.files {
		d.Items = append(d.Items, item{fmt.Sprintf("f%d", i), site.EscapePath(f.name), f.media, f.properties})
	}
	for i := range len(b.chapters) + 1 { // and the contents
		d.Spine.Refs = append(d.Spine.Refs, ref{fmt.Sprintf("f%d", i)})
	}
	text, err := xml.MarshalIndent(d, "", " ")
	return bytes.Join([][]byte{[]byte(xml.Header), text, []byte("\n")}, nil), err
}

// spoken returns a text of the author about the book, or nil if it is empty.
func (b *book) spoken(text string) *spoken {
	if text == "" {
		return nil
	}
	return &spoken{cmp.Or(b.site.Language, b.site.Words.Language), text}
}
