//go:build !js

package render

import (
	"context"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/ascii"
	"github.com/ceptre-graph/ceptre/render/dot"
	"github.com/ceptre-graph/ceptre/render/plot"
	"github.com/ceptre-graph/ceptre/render/svg"
)

// The engine in browsers draws SVG alone, and is built without this: other formats are large.

// Write returns the picture in a format. It is placed first where the format says where
// things are. The same picture gives the same bytes. It returns ctx.Err() as soon as
// the context ends.
func (p *Picture) Write(ctx context.Context, f Format) ([]byte, error) {
	switch f {
	case DOTFormat:
		return dot.Write(p.Diagram, p.Theme), nil
	case TextFormat:
		return ascii.Write(p.Merged(), ascii.Options{Width: p.Encoding.Width, ASCII: p.Encoding.ASCII}), nil
	}
	rows := p.rows
	if f == JSONFormat {
		rows = 1 // every edge once
	}
	placed, err := p.placed(ctx, rows)
	if err != nil {
		return nil, err
	}
	return placed.encode(ctx, f)
}

// encode writes a placed picture.
func (p *Picture) encode(ctx context.Context, f Format) ([]byte, error) {
	switch f {
	case SVGFormat, "":
		return svg.Write(p.Diagram, p.Theme), nil
	case HTMLFormat:
		return svg.Page(p.Diagram, p.Theme), nil
	case JSONFormat:
		return p.json()
	case PNGFormat:
		return plot.PNG(ctx, p.Diagram, p.Theme, plot.Options{Scale: p.Encoding.Scale})
	case PDFFormat:
		return plot.PDF(ctx, p.Diagram, p.Theme, plot.Options{})
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return nil, fmt.Errorf("no format %q: there is %s", f, strings.Join(names, ", "))
}

// Write draws a view of a graph and writes it in a format: see [Draw] and
// [Picture.Write].
func Write(ctx context.Context, g *causal.Graph, o Options, f Format) ([]byte, error) {
	p, err := Draw(g, o)
	if err != nil {
		return nil, err
	}
	return p.Write(ctx, f)
}
