package site

import (
	"bytes"
	"errors"
	"net/url"
	"path"
	"strings"

	"github.com/ceptre-graph/ceptre/themes"
	"golang.org/x/net/html"
)

// A Fault is a link of a site that leads nowhere, a scene to which no link leads, or a way
// of reading that does not end.
type Fault struct {
	Page string // where it is
	URL  string // the link as the page has it, or the path of the scene
	Why  string
}

// String returns the fault as a line of a report.
func (f Fault) String() string { return f.Page + ": " + f.URL + ": " + f.Why }

// Check follows every link on every page and in every picture, and returns
// those that lead to no page of the site, or to a fragment the page does not
// have; then the scenes that cannot be reached from the index; then the pages from which
// some way of reading does not reach an ending. Links that begin with a scheme or a host
// lead out of the site and are not followed, nor are those to pages for play that are served
// beside it.
func (s *Site) Check() []Fault {
	pages := make(map[string]*anchors, len(s.Pages))
	for _, p := range s.Pages {
		pages[p.Path] = findAnchors(p)
	}
	var faults []Fault
	ways, onward := make(map[string][]string), make(map[string][]string)
	for _, p := range s.Pages {
		for _, link := range pages[p.Path].links {
			if s.beside != "" && link.url == s.beside {
				continue
			}
			to, why := resolve(p.Path, link.url, pages)
			if why != "" {
				faults = append(faults, Fault{Page: p.Path, URL: link.url, Why: why})
			}
			ways[p.Path] = append(ways[p.Path], to)
			if link.onward {
				onward[p.Path] = append(onward[p.Path], to)
			}
		}
	}
	seen := reachable(indexPath, ways)
	for _, leaf := range s.Leaves {
		if !seen[leaf.Path] {
			faults = append(faults, Fault{Page: indexPath, URL: leaf.Path, Why: "no way leads to this scene"})
		}
	}
	return append(faults, s.endless(pages, onward)...)
}

// Faults returns what [Site.Check] finds as an error. In pages from templates of the user's own, which a theme
// holds, a fault may be intended, and is only noted.
func (s *Site) Faults(look *themes.Theme) error {
	var found []error
	for _, fault := range s.Check() {
		found = append(found, errors.New(fault.String()))
	}
	for name := range Sources() {
		if _, own := look.File(name); own && len(found) > 0 {
			s.Notes = append(s.Notes, errors.Join(found...).Error())
			return nil
		}
	}
	return errors.Join(found...)
}

// endless proves that whoever goes on reading reaches an ending, whatever they choose. All
// ways onward lead to scenes of higher numbers, so there is no going round; and a scene
// from which none leads says that it is an ending.
func (s *Site) endless(pages map[string]*anchors, onward map[string][]string) []Fault {
	number := make(map[string]int, len(s.Leaves))
	for _, l := range s.Leaves {
		number[l.Path] = l.Scene.Number
	}
	var faults []Fault
	for _, l := range s.Leaves {
		for _, to := range onward[l.Path] {
			if number[to] <= number[l.Path] {
				faults = append(faults, Fault{Page: l.Path, URL: to, Why: "going on leads back"})
			}
		}
		if page := pages[l.Path]; page != nil && page.over != (len(onward[l.Path]) == 0) {
			faults = append(faults, Fault{Page: l.Path, URL: l.Path,
				Why: "is an ending and does not say so, or says so and is " +
					"none"})
		}
	}
	return faults
}

// anchors are the links of a page and the fragments that links can point to.
type anchors struct {
	links []anchor
	ids   map[string]bool
	over  bool // it says that it is an ending
}

// An anchor is a link; onward is one that a reader goes on by.
type anchor struct {
	url    string
	onward bool
}

// findAnchors reads an HTML page or an SVG picture. Other files have none.
func findAnchors(p Page) *anchors {
	a := &anchors{ids: make(map[string]bool)}
	if ext := path.Ext(p.Path); ext != ".html" && ext != ".svg" {
		return a
	}
	tokens := html.NewTokenizer(bytes.NewReader(p.Data))
	for tokens.Next() != html.ErrorToken {
		a.note(tokens.Token())
	}
	return a
}

func (a *anchors) note(t html.Token) {
	attrs := make(map[string]string, len(t.Attr))
	for _, attr := range t.Attr {
		attrs[attr.Key] = attr.Val
	}
	for _, key := range []string{"href", "src", "xlink:href"} {
		if url, ok := attrs[key]; ok {
			a.links = append(a.links, anchor{url, t.Data == "a" && attrs["rel"] == "next"})
		}
	}
	if id, ok := attrs["id"]; ok {
		a.ids[id] = true
	}
	a.over = a.over || attrs["class"] == "over"
}

// resolve returns the page of the site that a link leads to, or "" for a link that leads out of it.
// A non-empty why describes a fault of the link.
func resolve(from, link string, pages map[string]*anchors) (to, why string) {
	u, err := url.Parse(link)
	switch {
	case err != nil:
		return "", "not a URL"
	case u.Scheme != "" || u.Host != "": // out of the site
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
