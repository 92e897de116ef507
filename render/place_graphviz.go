//go:build !js

package render

import (
	"context"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/graphviz"
	"github.com/ceptre-graph/ceptre/render/layered"
)

// hasty says that pictures have to be there at once.
const hasty = false

// placeSmall lays out a picture that is small enough for Graphviz.
func placeSmall(ctx context.Context, d *diagram.Diagram, f *fonts.Font) error {
	err := graphviz.Place(ctx, d, f)
	if err != nil && ctx.Err() == nil {
		return layered.Place(ctx, d, f) // Graphviz gives up on some odd graphs
	}
	return err
}
