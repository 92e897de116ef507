package diagram

import (
	"slices"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Words is a line of text in its place.
type Words struct {
	Text     string
	At       Point   // on the baseline: its left end, or the middle if Centered
	Size     float64 // of the font, in points
	Centered bool
}

// middleOf is how far the baseline is below the middle of a line of text, in its
// font size: half the height of capitals.
const middleOf = 0.36

// beside is between things and the text at their right, in points.
const beside = 5.0

// Words returns the lines of the node's text: in its middle, beside a [Dot].
func (n *Node) Words() []Words {
	if n.Shape == Dot {
		return lines(n.Text, n.Size(), Point{n.At.X + n.W/2 + beside, n.At.Y}, false)
	}
	return lines(n.Text, n.Size(), n.Head().At, true)
}

// ToldWords returns the lines of the node's second part.
func (n *Node) ToldWords() []Words {
	return lines(n.Told, toldFont, Point{n.At.X, n.At.Y + (n.H-n.toldHeight())/2}, true)
}

// Words returns the lines of the edge's text.
func (e *Edge) Words() []Words { return lines(e.Text, EdgeFont, e.LabelAt, true) }

// Words returns the lines of the frame's text: in its middle, at its top.
func (f *Frame) Words() []Words {
	half := float64(len(f.Text)) * EdgeFont * Leading / 2
	return lines(f.Text, EdgeFont, Point{(f.Min.X + f.Max.X) / 2, f.Min.Y + half + 2}, true)
}

// Words returns the band's text.
func (b *Band) Words() Words { return line(b.Text, BandFont, b.LabelAt) }

// Words returns what the entry says, at the right of its sample.
func (e *Entry) Words() Words {
	return line(e.Text, LegendFont, Point{e.At.X + sampleWidth + beside, e.At.Y})
}

// lines returns lines of text of which at is the middle, or the middle of the left side.
func lines(text []string, size float64, at Point, centered bool) []Words {
	out := make([]Words, len(text))
	top := at.Y - float64(len(text)-1)*size*Leading/2
	for i, t := range text {
		out[i] = line(t, size, Point{at.X, top + float64(i)*size*Leading})
		out[i].Centered = centered
	}
	return out
}

// line returns a line of text of which at is the left end, in the middle of its height.
func line(text string, size float64, at Point) Words {
	return Words{Text: text, At: Point{at.X, at.Y + middleOf*size}, Size: size}
}

// Drawn returns the entry's sample in its place: a node or an edge, the other is nil.
func (e *Entry) Drawn() (*Node, *Edge) {
	if e.Node != nil {
		n := *e.Node
		n.ID, n.Text, n.Told, n.Tip, n.URL, n.Stands = "", nil, nil, "", "", 0
		n.At = Point{e.At.X + sampleWidth/2, e.At.Y}
		n.W, n.H = sampleWidth-2, LegendFont
		if n.Shape == Dot {
			n.W, n.H = dotSize, dotSize
		}
		return &n, nil
	}
	if e.Edge == nil {
		return nil, nil
	}
	g := *e.Edge
	g.Text, g.Tip = nil, ""
	end := Point{e.At.X + sampleWidth, e.At.Y}
	g.Path = []Point{e.At, between(e.At, end, 1.0/3), between(e.At, end, 2.0/3), end}
	return nil, &g
}

// Sizes of what stands above a drawing, in points.
const (
	around   = 12.0  // the margin of the picture
	entryGap = 16.0  // between entries of the legend
	widest   = 480.0 // to which a title or an entry widens a narrow picture
)

// Arrange makes room above the drawing for the title and the legend, and gives the
// legend its places: lines of entries, from left to right. Once there is room,
// arranging again changes nothing.
func (d *Diagram) Arrange(f *fonts.Font) {
	d.widen(f)
	bottom := d.placeLegend(f)
	if bottom == 0 {
		return
	}
	if by := bottom - d.top(); by > 0.01 {
		d.Move(Point{Y: by})
		d.Height += by
	}
	d.Height = max(d.Height, bottom)
}

// Heading returns the title in its place above the drawing, see [Diagram.Arrange]; so
// much of it as the picture is wide.
func (d *Diagram) Heading(f *fonts.Font) Words {
	text := fit(f, d.Title, (d.Width-2*around)/TitleFont)
	return line(text, TitleFont, Point{around, around + TitleFont*Leading/2})
}

// fit cuts a text that is wider than some ems.
func fit(f *fonts.Font, text string, ems float64) string {
	width, ellipsis := 0.0, f.Width("…")
	cut := 0 // the end of what leaves room for an ellipsis
	for i, r := range text {
		if width+ellipsis <= ems {
			cut = i
		}
		if width += f.Width(string(r)); width > ems {
			return text[:cut] + "…"
		}
	}
	return text
}

// widen makes the picture as wide as what stands above it, within bounds.
func (d *Diagram) widen(f *fonts.Font) {
	need := 0.0
	if d.Title != "" {
		need = f.Width(d.Title) * TitleFont
	}
	for i := range d.Legend {
		need = max(need, d.Legend[i].width(f))
	}
	if need > 0 {
		// Fractions that come of adding would cut a title that just fits.
		d.Width = max(d.Width, min(need, widest)+2*around+0.1)
	}
}

// placeLegend places the entries and returns where the drawing begins; 0 where
// nothing stands above it.
func (d *Diagram) placeLegend(f *fonts.Font) float64 {
	y, height := around, LegendFont*1.7
	if d.Title != "" {
		y += TitleFont * Leading
	}
	x := around
	for i := range d.Legend {
		e := &d.Legend[i]
		if x > around && x+e.width(f) > d.Width-around {
			x, y = around, y+height
		}
		e.At = Point{x, y + height/2}
		x += e.width(f) + entryGap
	}
	switch {
	case len(d.Legend) > 0:
		return y + height + around/2
	case d.Title != "":
		return y + around/2
	}
	return 0
}

func (e *Entry) width(f *fonts.Font) float64 {
	return sampleWidth + beside + f.Width(e.Text)*LegendFont
}

// SmallestFont returns the size of the smallest letters of the picture, in points.
func (d *Diagram) SmallestFont() float64 {
	least := NodeFont
	if len(d.Legend) > 0 {
		least = min(least, LegendFont)
	}
	if len(d.Bands) > 0 {
		least = min(least, BandFont)
	}
	for i := range d.Nodes {
		if n := &d.Nodes[i]; len(n.Told) > 0 {
			least = min(least, toldFont)
		} else if len(n.Text) > 0 {
			least = min(least, n.Size())
		}
	}
	if slices.ContainsFunc(d.Edges, func(e Edge) bool { return len(e.Text) > 0 }) || len(d.Frames) > 0 {
		least = min(least, EdgeFont)
	}
	return least
}
