package render

import (
	"context"

	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/layered"
)

// hasty says that pictures have to be there at once: a player waits for them, and may
// choose again before.
const hasty = true

// bestSize is the size, as [extent.total] estimates it, up to which there is time for the
// best efforts.
const bestSize = 1_500

// placeSmall lays out a picture that is small enough for Graphviz, which browsers do not
// get: it is as large as all the rest.
func placeSmall(ctx context.Context, p *Picture, f *fonts.Font) error {
	if extentOf(p.Diagram).total() <= bestSize {
		return layered.Place(ctx, p.Diagram, f)
	}
	return layered.Quick(ctx, p.Diagram, f)
}
