package cli

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// CastFlags adds the flags that select the characters and their places.
func CastFlags(c *cobra.Command, casting *cast.Options) {
	c.Flags().StringVar(&casting.By, "by", "",
		"the `CHARACTERS`: types, constants or predicates, separated by commas, or none (default: those that act most)")
	c.Flags().StringVar(&casting.Place, "place", "",
		"the `PREDICATE` that says where characters are, or none (default: found in the run)")
}

// SayCast says which characters and places were found, and how to say otherwise, where the
// characters were not named.
func (s Streams) SayCast(cast causal.Cast) {
	if cast.Picked != "" {
		fmt.Fprintf(s.Err, "%s (--by and --place change that)\n", visible.Line(cast.String()))
	}
}
