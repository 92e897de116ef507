//go:build !js

package render

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/graphviz"
	"github.com/ceptre-graph/ceptre/render/layered"
)

// hasty says that pictures have to be there at once.
const hasty = false

// placeSmall lays out a picture that is small enough for Graphviz. Graphviz refuses some
// diagrams with frames; then the picture is laid out in layers, and a note says so. Any other
// error is returned: a picture does not depend on the machine that draws it.
func placeSmall(ctx context.Context, p *Picture, f *fonts.Font) error {
	err := graphviz.Place(ctx, p.Diagram, f)
	if _, refused := errors.AsType[*graphviz.Refusal](err); refused {
		p.note(InLayers, "Graphviz cannot lay this picture out, so it is laid out in layers")
		return layered.Place(ctx, p.Diagram, f)
	}
	return err
}
