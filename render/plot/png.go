package plot

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image/png"
	"io"
	"math"

	"git.sr.ht/~sbinet/gg"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/themes"
)

// mostPixels is how large a PNG may become, as it is made in memory, with four bytes
// each.
const mostPixels = 100_000_000

// leastScale is the smallest scale that is chosen for a picture: words can hardly be read below.
const leastScale = 0.5

// fits reports whether a diagram has no more pixels at a scale than there may be.
func fits(d *diagram.Diagram, scale float64) bool {
	return math.Ceil(d.Width*scale)*math.Ceil(d.Height*scale) <= mostPixels
}

// PNG returns a placed and arranged diagram as a PNG, in the theme's light colours.
// It fails where that would have more than a hundred million pixels, and returns
// ctx.Err() as soon as the context ends.
func PNG(ctx context.Context, d *diagram.Diagram, t *themes.Theme, o Options) ([]byte, error) {
	scale := o.Scale
	if scale == 0 {
		for scale = 2; scale > leastScale && !fits(d, scale); {
			scale /= 2
		}
	}
	scale *= cmp.Or(d.Scale, 1)
	width, height := math.Ceil(d.Width*scale), math.Ceil(d.Height*scale)
	if !fits(d, scale) || scale < 0 {
		return nil, fmt.Errorf("png: %.0f × %.0f pixels are too many: take svg, a smaller --scale or fewer --max-nodes",
			width, height)
	}
	f := newFace(fonts.Like(t.Fonts.Picture))
	b := &bitmap{gg.NewContext(max(int(width), 1), max(int(height), 1)), f, scale}
	b.gg.SetLineCapButt()
	if err := (&plotter{b, d, &t.Light.Picture, f}).draw(ctx); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := png.Encode(writerUntil{ctx, &out}, b.gg.Image())
	return out.Bytes(), err
}

// writerUntil writes until a context ends.
type writerUntil struct {
	ctx context.Context
	to  io.Writer
}

func (w writerUntil) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.to.Write(p)
}

// bitmap is a canvas of pixels.
type bitmap struct {
	gg    *gg.Context
	face  *face
	scale float64
}

func (b *bitmap) move(p diagram.Point) { b.gg.MoveTo(p.X*b.scale, p.Y*b.scale) }
func (b *bitmap) line(p diagram.Point) { b.gg.LineTo(p.X*b.scale, p.Y*b.scale) }
func (b *bitmap) closePath()           { b.gg.ClosePath() }

func (b *bitmap) curve(p, q, r diagram.Point) {
	b.gg.CubicTo(p.X*b.scale, p.Y*b.scale, q.X*b.scale, q.Y*b.scale, r.X*b.scale, r.Y*b.scale)
}

func (b *bitmap) paint(i ink) {
	if i.fill != "" {
		b.colour(i.fill)
		b.gg.FillPreserve()
	}
	if i.line != "" {
		b.colour(i.line)
		b.gg.SetLineWidth(i.width * b.scale)
		b.gg.SetDash(scaled(i.dashes, b.scale)...)
		b.gg.StrokePreserve()
	}
	b.gg.ClearPath()
}

func (b *bitmap) colour(c string) { b.gg.SetRGB255(rgb(c)) }

// write draws the outlines of letters, so that they stand where they belong by parts
// of pixels.
func (b *bitmap) write(w diagram.Words, colour string) {
	b.face.path(w, b)
	b.paint(ink{fill: colour})
}

// link does nothing: pixels lead nowhere.
func (b *bitmap) link(diagram.Point, diagram.Point, string) {}

func scaled(lengths []float64, by float64) []float64 {
	out := make([]float64, len(lengths))
	for i, l := range lengths {
		out[i] = l * by
	}
	return out
}
