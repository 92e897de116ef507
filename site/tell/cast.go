package tell

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// CastOptions adds what an author says of characters and places to what the user asks for, which comes
// first. A text that is nil says nothing.
func CastOptions(text *prose.Prose, asked cast.Options) cast.Options {
	front := text.Front()
	asked.By, asked.Place = cmp.Or(asked.By, front.By), cmp.Or(asked.Place, front.At)
	asked.Characters = slices.Sorted(maps.Keys(front.Characters))
	asked.Places = text.Places()
	return asked
}
