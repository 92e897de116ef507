package flags

import (
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// Who makes sites while programs are written bounds runs, unless a flag says otherwise, and
// holds nothing of those that are not wanted any more.
func TestRunOfAtMost(t *testing.T) {
	prog, errs := lang.Load("coin.cep",
		[]byte("coin : pred. face : pred. flip : coin -o face. toss : face -o coin. keep : coin -o coin. #trace 9 main { "+
			"coin }."))
	require.Empty(t, errs)
	const note = "coin.cep: stopped after 5 of 9 steps, to keep the site small; --steps sets another limit"
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		within context.Context
		flags  []string
		steps  int // -1 for no run
		noted  bool
	}{
		{t.Context(), nil, 5, true},
		{t.Context(), []string{"--steps", "8"}, 8, false},
		{t.Context(), []string{"--quiet"}, 5, false},
		{ended, nil, -1, false},
	} {
		r, cmd, errs := &Runner{Most: 5}, new(cobra.Command), new(strings.Builder)
		r.Flags(cmd)
		require.NoError(t, cmd.ParseFlags(c.flags))
		cmd.SetContext(c.within)
		cmd.SetErr(errs)
		cmd.SetIn(strings.NewReader(""))
		made, err := r.Run(cmd, prog)
		require.NoError(t, err)
		require.Equal(t, c.noted, strings.Contains(errs.String(), note), errs.String())
		require.Equal(t, c.steps >= 0, made != nil)
		if made != nil {
			require.Len(t, made.Steps, c.steps)
		}
	}
}
