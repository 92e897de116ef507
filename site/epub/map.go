package epub

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/site/dom"
	"github.com/ceptre-graph/ceptre/site/locale"
)

// The sizes of a map's pieces, in the units of the picture, in which letters are 10 high.
const (
	pieceWidth = 300 // of the lines in a piece, about
	slack      = 40  // how far from there a better place to cut may be
	sheetEdge  = 6   // the margin around the bands
	nameGap    = 4   // between a name and its line
	lineHeight = 10
	halfLabel  = 30 // of the last scene of a piece, behind it
)

// A sheet is a map cut into pieces, which a book shows one below the other, as the map of a whole
// story is far wider than a page.
//
// Each piece has the bands of the places, the lines that pass through it, and the names of the
// characters at lines that come from the piece before. Each scene is in one piece.
type sheet struct {
	words        *locale.Words // of the site
	svg          *html.Node
	bands        *html.Node // nil: there are none
	top          float64    // of the bands
	width, tall  float64
	margin, wide float64 // of pieces: of the space for names, and of the whole
	edges, nodes []shape // nodes within their links
}

// A shape is an element of a map, read once.
type shape struct {
	span
	node *html.Node
	who  string    // the class of the character of a line or name; "" for others
	way  [][]point // of a line
}

// cutMap puts the pieces of a map in its place. One that fits a page stays as it is.
func cutMap(svg *html.Node, w *locale.Words) {
	s := newSheet(svg)
	s.words = w
	pieces := int((s.width - s.margin) / pieceWidth)
	if pieces < 2 {
		return
	}
	step := (s.width - s.margin) / float64(pieces)
	from, parts := s.margin, make([]span, pieces)
	for i := range parts {
		to := s.width
		if i+1 < pieces {
			to = s.bestCut(s.margin + float64(i+1)*step)
		}
		parts[i], from = span{from, to}, to
		s.wide = max(s.wide, s.margin+parts[i].to-parts[i].from+halfLabel)
	}
	for i, part := range parts {
		svg.Parent.InsertBefore(s.piece(i, pieces, part), svg)
	}
	dom.Remove(svg)
}

func newSheet(svg *html.Node) *sheet {
	s := &sheet{svg: svg, width: number(svg, "width"), tall: number(svg, "height")}
	s.margin = s.width
	for g := range svg.ChildNodes() {
		for e := range g.ChildNodes() {
			if e.Type != html.ElementNode {
				continue
			}
			switch {
			case dom.Classed(g, "bands"):
				s.bands, s.top = g, max(number(dom.Find(g, "rect"), "y")-sheetEdge, 0)
			case dom.Classed(g, "edges"):
				s.edges = append(s.edges, shapeOf(e))
			case dom.Classed(g, "nodes"):
				s.nodes = append(s.nodes, shapeOf(e))
			}
		}
	}
	for _, e := range s.edges {
		s.margin = min(s.margin, e.from)
	}
	return s
}

func shapeOf(e *html.Node) shape {
	s := shape{span: spanOf(e), node: e, who: whose(e)}
	if path := dom.Find(e, "path"); path != nil {
		s.way = curves(path)
	}
	return s
}

// bestCut returns where to cut near a place: through few words, and where the lines are
// level, and far enough from each other for names.
func (s *sheet) bestCut(near float64) float64 {
	best, least := near, -1
	for off := 0.0; off <= slack; off += 5 {
		for _, x := range []float64{near - off, near + off} {
			if cost := s.cost(x); least < 0 || cost < least {
				best, least = x, cost
			}
		}
	}
	return best
}

func (s *sheet) cost(x float64) int {
	cost := 0
	for _, n := range s.nodes {
		if n.holds(x) {
			cost++
		}
	}
	lines := s.crossing(x)
	for i, l := range lines {
		if l.steep {
			cost += 2
		}
		if i > 0 && l.y-lines[i-1].y < lineHeight {
			cost += 2
		}
	}
	return cost
}

// A line is that of a character, where it is cut.
type line struct {
	who   string // the class
	y     float64
	steep bool // near there it goes up or down by more than half a letter
}

// crossing returns the lines at a place, from top to bottom, each character's once.
func (s *sheet) crossing(x float64) []line {
	var found []line
	for _, e := range s.edges {
		if e.who == "" || !e.holds(x) || slices.ContainsFunc(found, func(l line) bool { return l.who == e.who }) {
			continue
		}
		for _, c := range e.way {
			if y, there := height(c, x); there {
				next, on := height(c, x+lineHeight/2)
				found = append(found, line{e.who, y, on && math.Abs(next-y) > lineHeight/2})
				break
			}
		}
	}
	slices.SortStableFunc(found, func(a, b line) int { return cmp.Compare(a.y, b.y) })
	return found
}

// whose returns the class of the character that a line or name belongs to, or "" for other
// elements.
func whose(e *html.Node) string {
	if !dom.Classed(e, "thread") && !dom.Classed(e, "character") {
		return ""
	}
	classes, _ := dom.Attr(e, "class")
	for _, c := range strings.Fields(classes) {
		if strings.HasPrefix(c, "who-") {
			return c
		}
	}
	return ""
}

// piece returns the picture of a part of the map.
func (s *sheet) piece(i, of int, part span) *html.Node {
	first, last := i == 0, i == of-1
	svg := &html.Node{Type: html.ElementNode, Data: "svg", DataAtom: s.svg.DataAtom, Namespace: s.svg.Namespace,
		Attr: slices.Clone(s.svg.Attr)}
	dom.Drop(svg, "width", "height")
	top := s.top
	if first {
		top = 0
		for c := range s.svg.ChildNodes() { // the title of the picture, and the style of all pieces
			if c.Type == html.ElementNode && c.Data != "g" {
				svg.AppendChild(dom.Clone(c))
			}
		}
	} else {
		dom.Drop(svg, "aria-labelledby", "aria-describedby")
		dom.Set(svg, "aria-label", s.words.Say("title-part-of",
			"title", dom.Text(dom.Find(s.svg, "title")), "part", i+1, "of", of))
		svg.AppendChild(drawn("rect", "class", "ground", "width", "100%", "height", "100%"))
	}
	dom.Set(svg, "viewBox", fmt.Sprintf("0 0 %.1f %.1f", s.wide, s.tall-top))
	below := drawn("g", "transform", fmt.Sprintf("translate(0 %.1f)", -top))
	svg.AppendChild(below)
	if s.bands != nil {
		bands := dom.Clone(s.bands)
		for e := range dom.Elements(bands) {
			if e.Data == "rect" {
				dom.Set(e, "width", fmt.Sprintf("%.1f", s.wide-2*sheetEdge))
			}
		}
		below.AppendChild(bands)
	}
	below.AppendChild(s.linesOf(part))
	if !first {
		below.AppendChild(s.names(part.from))
	}
	below.AppendChild(s.scenesOf(part, first, last))
	return svg
}

// drawn returns an element of SVG.
func drawn(name string, attrs ...string) *html.Node {
	e := element(name, attrs...)
	e.Namespace = "svg"
	return e
}

// linesOf returns the lines of a part, cut where it begins and ends.
func (s *sheet) linesOf(part span) *html.Node {
	wide, tall := fmt.Sprintf("%.1f", part.to-part.from), fmt.Sprintf("%.1f", s.tall)
	window := drawn("svg", "x", fmt.Sprintf("%.1f", s.margin), "y", "0", "width", wide, "height", tall,
		"viewBox", fmt.Sprintf("%.1f 0 %s %s", part.from, wide, tall))
	lines := drawn("g", "class", "edges")
	for _, e := range s.edges {
		if e.touches(part) {
			lines.AppendChild(dom.Clone(e.node))
		}
	}
	window.AppendChild(lines)
	return window
}

// names returns the names of the characters with lines that are cut at x.
func (s *sheet) names(x float64) *html.Node {
	names := drawn("g", "class", "names")
	for _, l := range s.crossing(x) {
		i := slices.IndexFunc(s.nodes, func(n shape) bool { return n.who == l.who })
		if i < 0 {
			continue
		}
		name := dom.Clone(s.nodes[i].node)
		dom.Drop(name, "id")
		text := dom.Find(name, "text")
		dom.Set(text, "x", fmt.Sprintf("%.1f", s.margin-nameGap))
		dom.Set(text, "y", fmt.Sprintf("%.1f", l.y+0.36*lineHeight))
		names.AppendChild(name)
	}
	return names
}

// scenesOf returns the scenes of a part, and the names where lines begin and end. They are not cut,
// so that the text beside them is whole.
func (s *sheet) scenesOf(part span, first, last bool) *html.Node {
	scenes := drawn("g", "class", "nodes", "transform", fmt.Sprintf("translate(%.1f 0)", s.margin-part.from))
	for _, n := range s.nodes {
		x := n.middle()
		if (first || x >= part.from) && (last || x < part.to) {
			scenes.AppendChild(dom.Clone(n.node))
		}
	}
	return scenes
}
