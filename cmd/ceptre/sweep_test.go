package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// coins is a world in which some runs end with an error.
const coins = `
nat : type. #builtin NAT nat. coin : pred. heads : pred. tails : pred. purse nat : pred.
round nat : bwd.
round N <- round (N + 1).
stage play = {
  flip/heads : coin * purse N -o heads * purse (N + 1).
  flip/tails : coin -o tails.
  stuck : tails * tails * round 0 -o coin.
}
#trace _ play { coin, coin, coin, purse 3 }.
`

// runCoins runs a verb in a folder of its own, and returns its status and what it
// prints.
func runCoins(t *testing.T, ctx context.Context, verb string, args ...string) (status int, stdout, stderr string) {
	program := filepath.Join(t.TempDir(), "coins.cep")
	require.NoError(t, os.WriteFile(program, []byte(coins), 0o644))
	var out, err bytes.Buffer
	status = cli.Run(ctx, root, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &err},
		append([]string{verb, program, "--proof-steps", "1000"}, args...))
	return status, out.String(), err.String()
}

// In the data everything adds up.
func TestSweepData(t *testing.T) {
	status, stdout, stderr := runCoins(t, context.Background(), "sweep", "--runs", "40", "--by", "flip/heads", "--facts",
		"heads", "--facts", "purse", "--json")
	require.Equal(t, cli.OK, status, stderr)
	var d summary.Summary
	require.NoError(t, json.Unmarshal([]byte(stdout), &d))
	require.Equal(t, 40, d.Done)
	require.Len(t, d.Runs, 40)

	ended, parts, steps := 0, 0, 0
	for _, e := range d.Ends {
		ended += e.Runs
	}
	for _, p := range d.By {
		parts += p.Runs
		require.Len(t, p.Seeds, p.Runs)
		for _, seed := range p.Seeds {
			require.Equal(t, p.Fired["flip/heads"], d.Runs[seed-1].Fired["flip/heads"])
		}
	}
	fired := make(map[string]int)
	for _, r := range d.Runs {
		steps += r.Steps
		for rule, n := range r.Fired {
			fired[rule] += n
		}
	}
	heads, purses := 0, 0
	for _, r := range d.Runs {
		require.Equal(t, r.Fired["flip/heads"], r.Facts["heads"].Copies)
		require.Equal(t, []int{3 + r.Fired["flip/heads"]}, r.Facts["purse"].Numbers)
		heads += r.Facts["heads"].Copies
		purses += r.Facts["purse"].Numbers[0]
	}
	require.Equal(t, heads, d.Facts[0].Copies.Total)
	require.Nil(t, d.Facts[0].Numbers)
	require.Equal(t, 40, d.Facts[1].Runs)
	require.Equal(t, purses, d.Facts[1].Numbers.Total)
	require.Equal(t, 40, ended)
	require.Equal(t, 40, parts)
	require.Equal(t, d.Steps.Total, steps)
	for _, r := range d.Rules {
		require.Equal(t, fired[r.Rule], r.Total, r.Rule)
	}
}

// Whoever interrupts a sweep gets what there is so far.
func TestSweepInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file := filepath.Join(t.TempDir(), "runs.csv")
	status, stdout, stderr := runCoins(t, ctx, "sweep", "--runs", "9", "-o", file)
	require.Equal(t, cli.Interrupted, status)
	require.Equal(t, "coins from stage play: interrupted when 0 of 9 runs had ended, seeds from 1, choice random\n",
		stdout)
	require.Equal(t, "interrupted\n", stderr)
	require.FileExists(t, file)

	status, stdout, _ = runCoins(t, ctx, "sweep", "--json")
	require.Equal(t, cli.Interrupted, status)
	var d summary.Summary
	require.NoError(t, json.Unmarshal([]byte(stdout), &d))
	require.Equal(t, 100, d.Asked)
	require.Zero(t, d.Done)
}
