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
		"the characters: types, constants and predicates with commas between them, or none (default: those that act most)")
	c.Flags().StringVar(&casting.Place, "place", "",
		"the `predicate` that says where characters are, or none (default: found)")
}

// SayCast says which characters and places were found, and how to say otherwise, where the
// characters were not named.
func (s Streams) SayCast(cast causal.Cast) {
	if cast.Picked != "" {
		fmt.Fprintf(s.Err, "%s (--by and --place say otherwise)\n", visible.Line(cast.String()))
	}
}
