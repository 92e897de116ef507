package trace_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

func TestFinal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := traces().Draw(t, "trace")
		want := alive(tr, len(tr.Steps))
		var got []trace.ResourceID
		for _, r := range tr.Final() {
			got = append(got, r.ID)
		}
		require.ElementsMatch(t, want, got)
	})
}
