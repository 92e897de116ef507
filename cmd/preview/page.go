package preview

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/ceptre-graph/ceptre/site/locale"
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
	Home  string // the text of the link to the first page; "" where there is none
	Words *locale.Words
}

// blank returns the page shown in place of a site that was never made, and so has no words yet.
func blank(failure string) []byte {
	p := plain{Title: "One moment", Text: "The site is being made. It will show here by itself.",
		Words: locale.For("", nil)}
	if failure != "" {
		p.Title, p.Text = "There is no site yet", "It could not be made. This page changes by itself when it can."
		p.Why = failure
	}
	return p.page()
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
