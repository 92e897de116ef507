package trace_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// A selector of no rule is answered with the rules of its name elsewhere, or else with the nearest name, or with
// nothing; some messages list all rules then.
func TestMeant(t *testing.T) {
	rules := label.NewSet([]label.Key{
		{Stage: "day", Name: "walk", Variant: 1}, {Stage: "night", Name: "sleep", Variant: 1}, {Stage: "noon", Name: "sleep", Variant: 1},
	})
	for _, c := range []struct{ selector, meant, orAll string }{
		{"night/walk", "; there is walk", "; there is walk"},
		{"day/sleep", "; there are night/sleep and noon/sleep", "; there are night/sleep and noon/sleep"},
		{"wulk", "; did you mean walk?", "; did you mean walk?"},
		{"swim/across", "", "; there are walk, night/sleep and noon/sleep"},
	} {
		require.Equal(t, c.meant, trace.Meant(c.selector, rules), c.selector)
		require.Equal(t, c.orAll, trace.MeantOrAll(c.selector, rules), c.selector)
	}
}
