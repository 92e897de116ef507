package flags

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/tell"
)

// Teller returns the teller of a run by an author's text, or nil for names alone, and the flags about characters.
func Teller(g *causal.Graph, text *prose.Prose, asked cast.Options) (*tell.Teller, error) {
	who, err := cast.Optional(cast.Find(g, tell.CastOptions(text, asked)))
	if err != nil {
		return nil, Miscast(err, asked, text)
	}
	return tell.New(scenes.New(g, who, ""), text)
}

// Miscast adds to the error of characters or a location that a run does not have where they are named: in a flag, or
// in the front matter of a text.
func Miscast(err error, asked cast.Options, text *prose.Prose) error {
	if unknown, ok := errors.AsType[cast.UnknownError](err); ok {
		if asked.By != "" {
			return fmt.Errorf("--by: %w", unknown)
		}
		return text.WrongCharacters(unknown)
	}
	if placeless, ok := errors.AsType[cast.PlacelessError](err); ok {
		if asked.Place != "" {
			return fmt.Errorf("--place: %w", placeless)
		}
		return text.WrongLocation(placeless)
	}
	return err
}
