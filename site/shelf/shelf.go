// Package shelf lists the forms in which a site is written.
package shelf

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/epub"
	"github.com/ceptre-graph/ceptre/site/single"
	"github.com/ceptre-graph/ceptre/site/twee"
)

// Form is a form in which a site is written.
type Form struct {
	Name   string
	Ends   []string                          // of names of files, the usual one first
	Write  func(io.Writer, *site.Site) error // nil for a folder
	OneRow bool                              // it breaks the map itself
}

// Forms returns all forms; the first is a folder.
func Forms() []Form {
	return []Form{
		{Name: "site"},
		{Name: "html", Ends: []string{".html", ".htm"}, Write: single.Write},
		{Name: "epub", Ends: []string{".epub"}, Write: epub.Write, OneRow: true},
		{Name: "twee", Ends: []string{".twee", ".tw"}, Write: twee.Write},
	}
}

// Names returns the names of all forms.
func Names() (names []string) {
	for _, f := range Forms() {
		names = append(names, f.Name)
	}
	return names
}

// Ends returns the ends of names of files that have forms.
func Ends() (ends []string) {
	for _, f := range Forms() {
		ends = append(ends, f.Ends...)
	}
	return ends
}

// Of returns the name of the form that the name of a file asks for; "" where it asks for none.
func Of(file string) string {
	for _, f := range Forms() {
		for _, end := range f.Ends {
			if strings.EqualFold(filepath.Ext(file), end) {
				return f.Name
			}
		}
	}
	return ""
}
