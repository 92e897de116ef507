package prose

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/ceptre-graph/ceptre/site/words"
)

// misled returns which links of a chapter do not lead out of the site.
func (c *chapter) misled() []diagnostic {
	var diagnostics []diagnostic
	for _, link := range c.links {
		u, err := url.Parse(link.url)
		switch msg := "link to " + cmp.Or(shown(link.text), "nothing") + ": "; {
		case strings.Contains(link.text, "{"):
			diagnostics = append(diagnostics, diagnostic{link.at, msg + "an address holds no variables"})
		case err != nil:
			diagnostics = append(diagnostics, diagnostic{link.at, msg + "not an address"})
		case !wholeAddress(u):
			diagnostics = append(diagnostics, diagnostic{link.at, msg + "a site holds only its own pages, so write a whole " +
				"address (https://…)"})
		}
	}
	return diagnostics
}

// wholeAddress reports whether an address leads somewhere from wherever the site
// lies, and is of a kind that pages may link to.
func wholeAddress(u *url.URL) bool {
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}

// shown returns a piece of the text in the form that messages show.
func shown(s string) string { return words.Shorten(words.Clean(s)) }
