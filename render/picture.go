package render

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/render/ascii"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/dot"
	"github.com/ceptre-graph/ceptre/render/plot"
	"github.com/ceptre-graph/ceptre/render/svg"
	"github.com/ceptre-graph/ceptre/themes"
)

// Picture is a view of a run in a theme, ready to be written.
type Picture struct {
	*diagram.Diagram
	Theme *themes.Theme
	// Folding says what of the run is drawn, and what stands in one box; nil for
	// views that draw something else than events.
	Folding *fold.Folding
	// Notes say what a reader of the picture should know and it does not show.
	Notes []string
	quick bool // one of many
}

// Format is a way of writing a picture.
type Format string

// The formats.
const (
	SVGFormat  Format = "svg"
	HTMLFormat Format = "html" // one page to move around in, with nothing outside it
	DOTFormat  Format = "dot"
	PNGFormat  Format = "png"
	PDFFormat  Format = "pdf"
	TextFormat Format = "text"
	JSONFormat Format = "json"
)

// Formats returns all formats, the default first.
func Formats() []Format {
	return []Format{SVGFormat, HTMLFormat, DOTFormat, PNGFormat, PDFFormat, TextFormat, JSONFormat}
}

// FormatOf returns the format that the end of a file's name stands for, "" for none.
func FormatOf(extension string) Format {
	f := Format(strings.ToLower(strings.TrimPrefix(extension, ".")))
	switch f {
	case "htm":
		return HTMLFormat
	case "gv":
		return DOTFormat
	case "txt":
		return TextFormat
	}
	if slices.Contains(Formats(), f) {
		return f
	}
	return ""
}

// Write returns the picture in a format. It is placed first where the format says where
// things are. The same picture gives the same bytes. It returns ctx.Err() as soon as
// the context ends.
func (p *Picture) Write(ctx context.Context, f Format) ([]byte, error) {
	switch f {
	case DOTFormat:
		return dot.Write(p.Diagram, p.Theme), nil
	case TextFormat:
		return ascii.Write(p.Merged(), ascii.Options{}), nil
	}
	if err := p.Place(ctx); err != nil {
		return nil, err
	}
	switch f {
	case SVGFormat, "":
		return svg.Write(p.Diagram, p.Theme), nil
	case HTMLFormat:
		return svg.Page(p.Diagram, p.Theme), nil
	case JSONFormat:
		return p.json()
	case PNGFormat:
		return plot.PNG(ctx, p.Diagram, p.Theme, plot.Options{})
	case PDFFormat:
		return plot.PDF(ctx, p.Diagram, p.Theme, plot.Options{})
	}
	return nil, fmt.Errorf("no format %q: there is %s", f, listFormats())
}

func listFormats() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
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
