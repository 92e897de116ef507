package epub

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/dom"
	"github.com/ceptre-graph/ceptre/site/shelftest"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// pictured returns the pictures of a page.
func pictured(t require.TestingT, page []byte) (outer []*html.Node) {
	tree, err := dom.Parse(page)
	require.NoError(t, err)
	for e := range dom.Elements(tree) {
		if dom.Classed(e, "diagram") {
			outer = append(outer, e)
		}
	}
	return outer
}

// drawnIn returns the elements of a class within a picture, with their ids.
func drawnIn(svg *html.Node, class string) (ids []string, found []*html.Node) {
	for e := range dom.Elements(svg) {
		if dom.Classed(e, class) {
			id, _ := dom.Attr(e, "id")
			ids, found = append(ids, id), append(found, e)
		}
	}
	return ids, found
}

// However long a story is, no piece of its map is wider than a page that can be read,
// each scene is in one piece, and within its picture; each line that goes on has a name.
func TestMapInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shelftest.Build(t, sitetest.Verona(rapid.IntRange(30, 120).Draw(t, "steps"),
			rapid.Uint64Max(1000).Draw(t, "seed")), site.Options{Bare: true, OneRow: true})
		files := sound(t, shelftest.Written(t, Write, s))
		for _, p := range s.Pages {
			if kindOf(p.Path) == chart {
				whole := pictured(t, p.Data)
				require.Len(t, whole, 1)
				inPieces(t, whole[0], pictured(t, files["book/"+strings.TrimSuffix(p.Path, ".html")+".xhtml"]))
			}
		}
	})
}

func inPieces(t *rapid.T, whole *html.Node, pieces []*html.Node) {
	require.NotEmpty(t, pieces)
	want, _ := drawnIn(whole, "node")
	var got []string
	for i, svg := range pieces {
		var left, top, wide, tall float64
		box, _ := dom.Attr(svg, "viewBox")
		_, err := fmt.Sscan(box, &left, &top, &wide, &tall)
		require.NoError(t, err)
		require.Less(t, wide, 2.2*pieceWidth+number(whole, "width")/8) // what names need is more in long stories
		ids, nodes := drawnIn(svg, "node")
		for j, n := range nodes {
			if dom.Classed(n.Parent, "names") {
				require.Empty(t, ids[j])
				continue
			}
			got = append(got, ids[j])
			shift := 0.0
			for p := range n.Ancestors() {
				if dom.Classed(p, "nodes") {
					move, _ := dom.Attr(p, "transform")
					fmt.Sscanf(move, "translate(%f", &shift)
				}
			}
			at := spanOf(n).middle() + shift
			require.True(t, at >= 0 && at <= wide, "%s at %f of %f", ids[j], at, wide)
		}
		if i > 0 {
			label, _ := dom.Attr(svg, "aria-label")
			require.Equal(t, fmt.Sprintf("Who is with whom, when, part %d of %d", i+1, len(pieces)), label)
		}
	}
	require.ElementsMatch(t, want, got)
	titled(t, pieces)
}

// titled requires that lines that are cut on the left have names there, at their height.
func titled(t *rapid.T, pieces []*html.Node) {
	for _, svg := range pieces[1:] {
		window := dom.Find(svg.LastChild, "svg")
		var from float64
		box, _ := dom.Attr(window, "viewBox")
		fmt.Sscan(box, &from)
		names := make(map[string]float64)
		_, nodes := drawnIn(svg, "character")
		for _, n := range nodes {
			if dom.Classed(n.Parent, "names") {
				names[whose(n)] = number(dom.Find(n, "text"), "y")
			}
		}
		_, lines := drawnIn(window, "thread")
		for _, e := range lines {
			for _, c := range curves(dom.Find(e, "path")) {
				if c[0].x < from-1 && c[len(c)-1].x > from+1 && len(c) == 2 {
					require.InDelta(t, c[0].y, names[whose(e)], lineHeight, "%s", whose(e))
				}
			}
		}
	}
}

// A map that fits a page is not cut.
func TestSmallMap(t *testing.T) {
	files := sound(t, shelftest.Written(t, Write,
		shelftest.Build(t, sitetest.Duel(), site.Options{Bare: true, OneRow: true})))
	require.Len(t, pictured(t, files["book/map.xhtml"]), 1)
	require.Contains(t, string(files["book/map.xhtml"]), ` width="`)
}

// The height of a curve at x is that of a point of it which is there.
func TestHeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := []float64{0, 10, rapid.Float64Range(10, 50).Draw(t, "x"), 60}
		c := make([]point, 4)
		for i := range c {
			c[i] = point{xs[i], rapid.Float64Range(0, 100).Draw(t, "y")}
		}
		at := rapid.Float64Range(0, 1).Draw(t, "t")
		u := 1 - at
		polynomial := func(of func(point) float64) float64 { // Bernstein's form
			return u*u*u*of(c[0]) + 3*u*u*at*of(c[1]) + 3*u*at*at*of(c[2]) + at*at*at*of(c[3])
		}
		y, there := height(c, polynomial(func(p point) float64 { return p.x }))
		require.True(t, there)
		require.InDelta(t, polynomial(func(p point) float64 { return p.y }), y, 0.5)
		_, there = height(c, 61)
		require.False(t, there)
	})
}

func TestCurves(t *testing.T) {
	path := drawn("path", "d", "M88.3 58.5L98.3 -58.5C157.9 58.5 157.9 190.5 174.9 190.5L367.4 190.5")
	require.Equal(t, [][]point{
		{{88.3, 58.5}, {98.3, -58.5}}, {{98.3, -58.5}, {157.9, 58.5}, {157.9, 190.5}, {174.9, 190.5}},
		{{174.9, 190.5}, {367.4, 190.5}},
	}, curves(path))
	require.Equal(t, span{88.3, 367.4}, spanOf(path))
	require.Equal(t, span{math.Inf(1), math.Inf(-1)}, spanOf(drawn("g")))
}
