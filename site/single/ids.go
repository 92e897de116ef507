package single

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/site/dom"
)

// separator stands between the id of a section and that of something in it. Ids of
// sections do not have it.
const separator = "__"

// references are the attributes that hold ids, with spaces between.
var references = map[string]bool{"for": true, "headers": true, "list": true, "form": true,
	"aria-activedescendant": true, "aria-controls": true,
	"aria-describedby": true, "aria-details": true, "aria-flowto": true, "aria-labelledby": true, "aria-owns": true}

// local finds references to parts of a picture: "url(#arrow)".
var local = regexp.MustCompile(`url\(\s*["']?#([^)"']+)["']?\s*\)`)

// rename puts the section's id before all ids of an element, as other sections may have
// the same.
func (b *binder) rename(e *html.Node, page string) {
	prefix := b.ids[page] + separator
	for i, a := range e.Attr {
		switch {
		case a.Key == "id" && strings.TrimSpace(a.Val) != "":
			e.Attr[i].Val = prefix + strings.Join(strings.Fields(a.Val), "-")
		case references[a.Key]:
			ids := strings.Fields(a.Val)
			for j := range ids {
				ids[j] = prefix + ids[j]
			}
			e.Attr[i].Val = strings.Join(ids, " ")
		case e.Data == "use" && a.Key == "href" && strings.HasPrefix(a.Val, "#"):
			e.Attr[i].Val = "#" + prefix + a.Val[1:]
		case strings.Contains(a.Val, "url(") && a.Key != "href" && a.Key != "alt":
			e.Attr[i].Val = local.ReplaceAllString(a.Val, "url(#"+prefix+"$1)")
		}
	}
	dom.Drop(e, "data-root")
}
