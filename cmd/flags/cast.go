package flags

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/site/prose"
)

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
