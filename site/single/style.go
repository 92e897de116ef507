package single

import (
	"html/template"
	"path"
	"regexp"
	"strings"
)

// bodies finds the element body in selectors; each section is what the body of a page is
// in the site.
var bodies = regexp.MustCompile(`(^|[\s,{}>+~(;/])body([\s,{.:\[>+~)]|$)`)

// addresses finds files that a stylesheet names.
var addresses = regexp.MustCompile(`url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)`)

// style returns the site's stylesheet for sections, and what shows one at a time.
func (b *binder) style() template.CSS {
	css := string(b.files["style.css"])
	for range 2 { // finds overlap where one follows the other at once
		css = bodies.ReplaceAllString(css, "${1}.page${2}")
	}
	css = addresses.ReplaceAllStringFunc(css, func(found string) string {
		parts := addresses.FindStringSubmatch(found)
		name := parts[1] + parts[2] + parts[3]
		if strings.HasPrefix(name, "data:") {
			return found
		}
		if data, ok := b.data(path.Clean(name)); ok {
			return `url("` + data + `")`
		}
		return `url("data:,")` // one page fetches nothing
	})
	// A stylesheet within a page ends where the page says so, whatever it says itself.
	return template.CSS(strings.ReplaceAll(css+"\n"+style, "</", `<\/`))
}
