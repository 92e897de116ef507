package cli

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/spf13/cobra"
)

// CastFlag enters the flag that says who the characters of threads are.
func CastFlag(c *cobra.Command, by *string) {
	c.Flags().StringVar(by, "by", "",
		"who the characters are: types, constants and predicates with commas between them (default: those that act most)")
}

// SayCast says who the characters are and why, where they were picked and not
// asked for.
func (s Streams) SayCast(cast causal.Cast) {
	if cast.Picked != "" {
		fmt.Fprintln(s.Err, trace.Visible(cast.Picked))
	}
}
