package diagram

import "github.com/ceptre-graph/ceptre/themes"

// BandShade is how much of its colour a band has over the background, from 0 to 1.
const BandShade = 0.08

// Colours returns the colours of a node. They depend on nothing but its look and hue:
// the hue is that of the outline, of words for [Text], and of all that is filled for
// [Line], [Faint] and [Event].
//
// Paint fills a node instead, with black or white words, whichever stand out more, and an outline in
// the colour of words on the ground, so that the node is seen there.
func (n *Node) Colours(p *themes.Picture) themes.Shape {
	c := coloursOf(n.Look, p)
	if n.Paint != "" {
		return themes.Shape{Fill: n.Paint, Border: p.Ink, Ink: themes.On(n.Paint)}
	}
	if n.Hue == 0 {
		return c
	}
	c.Border = thread(n.Hue, p)
	switch n.Look {
	case Event: // words in the colour of a character can be read on the ground, and so the other way round
		c.Fill, c.Ink = c.Border, p.Background
	case Text:
		c.Ink = c.Border
	case Line, Faint:
		c.Fill = c.Border
	}
	return c
}

// Colour returns the colour of an edge: of its line, head and words.
func (e *Edge) Colour(p *themes.Picture) string { return colourOf(e.Look, e.Hue, p) }

// Colour returns the colour of a band: of its words, and of its ground as far as
// [BandShade] says.
func (b *Band) Colour(p *themes.Picture) string { return colourOf(b.Look, b.Hue, p) }

// Colour returns the colour of a frame: of its line and words.
func (f *Frame) Colour(p *themes.Picture) string { return colourOf(f.Look, 0, p) }

func colourOf(look Look, hue int, p *themes.Picture) string {
	if hue > 0 {
		return thread(hue, p)
	}
	return coloursOf(look, p).Border
}

// thread returns the colour of a character. After the last comes the first.
func thread(hue int, p *themes.Picture) string {
	if hue < 1 || len(p.Threads) == 0 {
		return p.Line
	}
	return p.Threads[(hue-1)%len(p.Threads)]
}

// coloursOf returns the colours of a look. An unknown one is that of plain lines.
func coloursOf(look Look, p *themes.Picture) themes.Shape {
	switch look {
	case Event:
		return p.Event
	case Link:
		return p.Link
	case Resource:
		return p.Resource
	case Persistent:
		return p.Persistent
	case LeftOnly:
		return p.Left
	case RightOnly:
		return p.Right
	case Idle:
		return p.Idle
	case Engine:
		return p.Engine
	case Drain:
		return p.Drain
	case Balance:
		return p.Balance
	case Text:
		return themes.Shape{Fill: p.Background, Border: p.Ink, Ink: p.Ink}
	case Faint:
		return themes.Shape{Fill: p.Faint, Border: p.Faint, Ink: p.Faint}
	}
	return themes.Shape{Fill: p.Line, Border: p.Line, Ink: p.Ink}
}
