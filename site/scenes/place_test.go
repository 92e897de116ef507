package scenes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// Where characters are is told by the predicate that is asked for.
func TestPlaceThatIsAskedFor(t *testing.T) {
	h := sitetest.New(&trace.Program{}).Set("at romeo orchard", "at juliet orchard", "feels romeo glad")
	h.Play("meet", "$at romeo orchard", "$at juliet orchard").Play("sigh", "-feels romeo glad", "+feels romeo sad")
	g := causal.New(h.Finish(trace.Quiescent))
	for place, want := range map[string]string{"": "orchard", "at": "orchard", "feels": "glad"} {
		p := cut(t, g, "", cast.Options{By: "romeo,juliet", Place: place})
		where, ok := p.Start("romeo")
		require.True(t, ok)
		require.Equal(t, want, where.String())
	}
}
