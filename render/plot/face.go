package plot

import (
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// drawable returns a text without invisible letters, and with U+FFFD for letters that a font
// lacks, or that are of no use in a PDF.
func drawable(f *fonts.Font, text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Cf, unicode.Cc):
			return -1
		case isAstral(r) || !f.Has(string(r)):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// isAstral reports whether a letter is outside of the Basic Multilingual Plane, to
// which the fonts of a PDF are confined.
func isAstral(r rune) bool { return r > 0xFFFF }

// startOf returns where the line of a drawable text starts.
func startOf(f *fonts.Font, w diagram.Words, text string) diagram.Point {
	if w.Centered {
		w.At.X -= f.Width(text) * w.Size / 2
	}
	return w.At
}

// face has the outlines of letters.
type face struct {
	font   *fonts.Font
	glyphs *sfnt.Font
	buffer sfnt.Buffer
}

func newFace(f *fonts.Font) *face {
	glyphs, err := sfnt.Parse(f.TTF())
	if err != nil {
		panic(err) // part of the program: cannot fail
	}
	return &face{font: f, glyphs: glyphs}
}

// path makes a path of the outlines of words.
func (f *face) path(w diagram.Words, c canvas) {
	text := drawable(f.font, w.Text)
	at := startOf(f.font, w, text)
	for _, r := range text {
		f.letter(r, at, w.Size, c)
		at.X += f.font.Width(string(r)) * w.Size
	}
}

// inUnits is the size that outlines are asked for, so that rounding to 1/64 does not
// show.
const inUnits = 1024

func (f *face) letter(r rune, at diagram.Point, size float64, c canvas) {
	index, err := f.glyphs.GlyphIndex(&f.buffer, r)
	if err != nil {
		return
	}
	segments, err := f.glyphs.LoadGlyph(&f.buffer, index, fixed.I(inUnits), nil)
	if err != nil {
		return
	}
	em := size / inUnits / 64
	var last diagram.Point
	for _, s := range segments {
		last = segment(c, s, last, func(p fixed.Point26_6) diagram.Point {
			return off(at, float64(p.X)*em, float64(p.Y)*em)
		})
	}
}

// segment makes a part of an outline, from the end of the last, and returns its end.
func segment(c canvas, s sfnt.Segment, last diagram.Point, place func(fixed.Point26_6) diagram.Point) diagram.Point {
	p, q, r := place(s.Args[0]), place(s.Args[1]), place(s.Args[2])
	switch s.Op {
	case sfnt.SegmentOpMoveTo:
		c.move(p)
		return p
	case sfnt.SegmentOpLineTo:
		c.line(p)
		return p
	case sfnt.SegmentOpQuadTo: // the same curve as a cubic one
		c.curve(thirds(last, p), thirds(q, p), q)
		return q
	}
	c.curve(p, q, r)
	return r
}

// thirds returns the point two thirds of the way to another.
func thirds(from, to diagram.Point) diagram.Point {
	return off(from, (to.X-from.X)*2/3, (to.Y-from.Y)*2/3)
}
