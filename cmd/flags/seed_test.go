package flags

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// A seed that is drawn is said once, unless the run is quiet, and is the one of the trace. A seed that was
// given is not said.
func TestSeedIsSaid(t *testing.T) {
	prog, errs := lang.Load("coin.cep", []byte("coin : pred. face : pred. flip : coin -o face. #trace 9 main { coin }."))
	require.Empty(t, errs)
	drawn := map[uint64]bool{}
	for range 3 {
		for _, args := range [][]string{{"--seed=random"}, {"--seed=random", "--quiet"}, {"--seed=7"}, nil} {
			r, cmd, errs := new(Runner), new(cobra.Command), new(strings.Builder)
			r.Flags(cmd)
			require.NoError(t, cmd.ParseFlags(args))
			cmd.SetContext(t.Context())
			cmd.SetErr(errs)
			cmd.SetIn(strings.NewReader(""))
			for range 2 {
				made, err := r.Run(cmd, prog)
				require.NoError(t, err)
				require.Equal(t, r.Seed, made.Run.Seed)
			}
			said := ""
			switch len(args) {
			case 0:
				require.EqualValues(t, 1, r.Seed)
			case 1:
				if args[0] == "--seed=7" {
					require.EqualValues(t, 7, r.Seed)
					break
				}
				said = fmt.Sprintf("seed %d\n", r.Seed)
				fallthrough
			default:
				drawn[r.Seed] = true
			}
			require.Equal(t, said, errs.String())
		}
	}
	require.Greater(t, len(drawn), 1)
}

// The runs of a series have the seeds from the one on that was drawn and said.
func TestSeedOfSeries(t *testing.T) {
	prog, errs := lang.Load("coin.cep", []byte("coin : pred. face : pred. flip : coin -o face. #trace 9 main { coin }."))
	require.Empty(t, errs)
	said := new(strings.Builder)
	r, cmd := &Series{Streams: cli.Streams{Err: said}}, new(cobra.Command)
	r.Flags(cmd)
	require.NoError(t, cmd.ParseFlags([]string{"--seed=random", "--runs=3"}))
	cmd.SetContext(t.Context())
	require.NoError(t, r.Check(cmd, "coin.cep"))
	made, err := r.Make(cmd, prog, prog.Traces[0], sweep.Options{})
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("seed %d\n", r.Seed), said.String())
	for i, row := range made.Sweep.Rows {
		require.Equal(t, r.Seed+uint64(i), row.Seed)
	}
}
