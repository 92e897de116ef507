package render

import (
	"context"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/layered"
)

// placeSmall lays out a picture that is small enough for Graphviz, which browsers do not
// get: it is as large as all the rest.
func placeSmall(ctx context.Context, d *diagram.Diagram, f *fonts.Font) error {
	return layered.Place(ctx, d, f)
}
