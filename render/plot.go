//go:build !js

package render

import (
	"context"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/render/plot"
)

// plot writes a placed picture in the formats that draw letters.
func (p *Picture) plot(ctx context.Context, f Format) ([]byte, error) {
	switch f {
	case PNGFormat:
		return plot.PNG(ctx, p.Diagram, p.Theme, plot.Options{Scale: p.Encoding.Scale})
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
