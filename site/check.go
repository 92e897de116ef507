package site

import (
	"bytes"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// A DeadLink is a link of a site that leads nowhere, or a scene to which no
// link leads.
type DeadLink struct {
	Page string // the page the link is on
	URL  string // as the page has it; the scene's path where none leads to it
	Why  string
}

// String returns the link as a line of a report.
func (d DeadLink) String() string { return d.Page + ": " + d.URL + ": " + d.Why }

// Check follows every link on every page and in every picture, and returns
// those that lead to no page of the site, or to a fragment the page does not
// have; then the scenes that cannot be reached from the index. Links that begin
// with a scheme or a host lead out of the site and are not followed.
func (s *Site) Check() []DeadLink {
	pages := make(map[string]*anchors, len(s.Pages))
	for _, p := range s.Pages {
		pages[p.Path] = findAnchors(p)
	}
	var dead []DeadLink
	ways := make(map[string][]string)
	for _, p := range s.Pages {
		for _, link := range pages[p.Path].links {
			to, why := resolve(p.Path, link, pages)
			if why != "" {
				dead = append(dead, DeadLink{Page: p.Path, URL: link, Why: why})
			}
			ways[p.Path] = append(ways[p.Path], to)
		}
	}
	seen := reachable(indexPath, ways)
	for _, scene := range s.Scenes {
		if !seen[scene.Path()] {
			dead = append(dead, DeadLink{Page: indexPath, URL: scene.Path(), Why: "no way leads to this scene"})
		}
	}
	return dead
}

// anchors are the links of a page and what links can point at in it.
type anchors struct {
	links []string
	ids   map[string]bool
}

// findAnchors reads an HTML page or an SVG picture. Other files have none.
func findAnchors(p Page) *anchors {
	a := &anchors{ids: make(map[string]bool)}
	if ext := path.Ext(p.Path); ext != ".html" && ext != ".svg" {
		return a
	}
	tokens := html.NewTokenizer(bytes.NewReader(p.Data))
	for tokens.Next() != html.ErrorToken {
		for _, attr := range tokens.Token().Attr {
			switch attr.Key {
			case "href", "src", "xlink:href":
				a.links = append(a.links, attr.Val)
			case "id":
				a.ids[attr.Val] = true
			}
		}
	}
	return a
}

// resolve returns the page of the site a link leads to, "" for one that leads
// out of it, and what is wrong with it.
func resolve(from, link string, pages map[string]*anchors) (to, why string) {
	u, err := url.Parse(link)
	switch {
	case err != nil:
		return "", "not a URL"
	case outside(u):
		return "", ""
	case u.Path == "" && u.Fragment == "":
		return "", "leads nowhere"
	case strings.HasPrefix(u.Path, "/"):
		return "", "does not work from a folder: it begins with /"
	}
	to = from
	if u.Path != "" {
		to = path.Join(path.Dir(from), u.Path)
	}
	page, ok := pages[to]
	switch {
	case !ok:
		return "", "no such page"
	case u.Fragment != "" && !page.ids[u.Fragment]:
		return to, "no such place on the page"
	}
	return to, ""
}

// outside reports whether a URL leads out of the site.
func outside(u *url.URL) bool { return u.Scheme != "" || u.Host != "" }

// reachable returns every page that ways lead to from start.
func reachable(start string, ways map[string][]string) map[string]bool {
	seen := map[string]bool{start: true}
	for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
		for _, to := range ways[queue[0]] {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return seen
}
