package svg

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/themes"
)

// Each look that occurs has a class with its colours, so that they are said once and
// not at each node, and can be others in the dark and on paper. Edges, frames and
// bands have one colour, which is that of CSS; nodes have that for their text.

// lookOf and lineOf return the class of colours: of nodes, and of parts in one colour.
func lookOf(n *diagram.Node) string {
	if n.Paint != "" {
		return "paint-" + strings.TrimPrefix(n.Paint, "#")
	}
	return hued("look-", n.Look, n.Hue)
}

func lineOf(look diagram.Look, hue int) string { return hued("line-", look, hue) }

func hued(kind string, look diagram.Look, hue int) string {
	if hue == 0 {
		return kind + string(look)
	}
	return kind + string(look) + "-" + strconv.Itoa(hue)
}

// A rule is a class and what it says in a palette.
type rule struct {
	class string
	in    func(*themes.Picture) string
}

// rules is a list of rules, one to a class, in the order in which they first occur.
type rules struct {
	list []rule
	seen map[string]bool
}

func (r *rules) add(class string, in func(*themes.Picture) string) {
	if !r.seen[class] {
		r.seen[class] = true
		r.list = append(r.list, rule{class, in})
	}
}

func (r *rules) node(n *diagram.Node) {
	r.add(lookOf(n), func(p *themes.Picture) string {
		c := n.Colours(p)
		return "fill:" + c.Fill + ";stroke:" + c.Border + ";color:" + c.Ink
	})
}

func (r *rules) edge(e *diagram.Edge) {
	r.add(lineOf(e.Look, e.Hue), func(p *themes.Picture) string { return "color:" + e.Colour(p) })
}

// rulesOf returns the rules of all that a diagram shows.
func rulesOf(d *diagram.Diagram) []rule {
	r := &rules{seen: map[string]bool{}}
	for i := range d.Bands {
		b := &d.Bands[i]
		r.add(lineOf(b.Look, b.Hue), func(p *themes.Picture) string { return "color:" + b.Colour(p) })
	}
	for i := range d.Frames {
		f := &d.Frames[i]
		r.add(lineOf(f.Look, 0), func(p *themes.Picture) string { return "color:" + f.Colour(p) })
	}
	for i := range d.Edges {
		r.edge(&d.Edges[i])
	}
	for i := range d.Nodes {
		r.node(&d.Nodes[i])
		if card := d.Nodes[i].Card(); card != nil {
			r.node(card)
		}
	}
	for i := range d.Legend {
		if e := &d.Legend[i]; e.Node != nil {
			r.node(e.Node)
		} else if e.Edge != nil {
			r.edge(e.Edge)
		}
	}
	return r.list
}

// style returns the stylesheet of a picture. Programs that know nothing of media
// show it in the light colours.
func style(d *diagram.Diagram, t *themes.Theme) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\n.diagram{font:%gpx %s;direction:ltr;unicode-bidi:isolate}\n", diagram.NodeFont, t.Fonts.Picture)
	fmt.Fprintf(&b, shapes, diagram.BandShade)
	list := append([]rule{
		{"ground", func(p *themes.Picture) string { return "fill:" + p.Background }},
		{"halo", func(p *themes.Picture) string { return "stroke:" + p.Background }},
		{"hollow", func(p *themes.Picture) string { return "stroke:currentColor;fill:" + p.Background }},
		{"title", func(p *themes.Picture) string { return "fill:" + p.Ink }},
		{"caption", func(p *themes.Picture) string { return "fill:" + p.Ink }},
	}, rulesOf(d)...)
	light := &t.Light.Picture
	for _, r := range list {
		b.WriteString(said(r, light))
	}
	media(&b, "screen and (prefers-color-scheme:dark)", differing(list, light, &t.Dark.Picture))
	media(&b, "print", differing(list, light, &t.Print.Picture))
	return b.Bytes()
}

func said(r rule, p *themes.Picture) string {
	return ".diagram ." + r.class + "{" + r.in(p) + "}\n"
}

// differing returns the rules that are others in a palette than in the light one.
func differing(list []rule, light, other *themes.Picture) string {
	var b bytes.Buffer
	for _, r := range list {
		if s := said(r, other); s != said(r, light) {
			b.WriteString(s)
		}
	}
	return b.String()
}

func media(b *bytes.Buffer, query, rules string) {
	if rules != "" {
		fmt.Fprintf(b, "@media %s{\n%s}\n", query, rules)
	}
}

// shapes is the part of the stylesheet that does not depend on colours, for the shade of bands.
// Parts in the colour of their group inherit it.
const shapes = `.diagram text{fill:currentColor;stroke:none;text-anchor:middle}
.diagram .title,.diagram .caption,.diagram .beside{text-anchor:start}
.diagram .halo{stroke-width:3px;stroke-linejoin:round;paint-order:stroke}
.edge,.frame{fill:none;stroke:currentColor}
.edge>polygon{fill:currentColor;stroke:none}
.band>rect{fill:currentColor;fill-opacity:%g}
`
