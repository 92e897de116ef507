package preview

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

//go:embed reload.js
var script []byte

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A plain page is one of the server's own.
type plain struct {
	Title string
	Text  string // about the reader's wish
	Why   string // the message to the author, in lines
	Home  bool   // there is a first page to go to
}

// blank returns the page shown in place of a site that was never made.
func blank(failure string) []byte {
	if failure == "" {
		return plain{Title: "One moment", Text: "The site is being made. It will show here by itself."}.page()
	}
	return plain{Title: "There is no site yet", Text: "It could not be made. This page changes by itself when it can.",
		Why: failure}.page()
}

func (p plain) page() []byte {
	var out bytes.Buffer
	_ = pageTemplate.Execute(&out, p) // of plain texts, into memory
	return out.Bytes()
}

// inject puts the element of our script into a page: at the end of its head or, where that
// is not written out, of the page. It says which version of the site the page is of.
func inject(page []byte, version string) []byte {
	element := fmt.Sprintf(`<script src="%s" data-version="%s" defer></script>`, scriptPath, version)
	return slices.Insert(slices.Clone(page), endOfHead(page), []byte(element)...)
}

// endOfHead returns where the end tag of the head begins.
func endOfHead(page []byte) int {
	at := 0
	tokens := html.NewTokenizer(bytes.NewReader(page))
	for tokens.Next() != html.ErrorToken {
		size := len(tokens.Raw())
		if t := tokens.Token(); t.DataAtom == atom.Head && t.Type == html.EndTagToken {
			return at
		}
		at += size
	}
	return len(page)
}
