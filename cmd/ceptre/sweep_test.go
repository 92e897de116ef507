package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/parquet-go/parquet-go"
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
	status = cli.Run(ctx, root, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &err}, append([]string{verb, program, "--proof-steps", "1000"}, args...))
	return status, out.String(), err.String()
}

// The CSV file and the Parquet file hold the same columns and rows.
func TestSweepTables(t *testing.T) {
	dir := t.TempDir()
	one, other := filepath.Join(dir, "runs.csv"), filepath.Join(dir, "runs.parquet")
	for _, file := range []string{one, other} {
		status, stdout, stderr := runCoins(t, context.Background(), "sweep", "--runs", "25", "--facts", "heads", "--facts", "purse _", "--quiet", "-o", file)
		require.Equal(t, cli.OK, status, stderr)
		require.Empty(t, stdout)
	}
	data, err := os.ReadFile(one)
	require.NoError(t, err)
	want, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Len(t, want, 26)
	require.Contains(t, string(data), "rule stuck: ")
	require.Equal(t, []string{"facts:heads", "facts:purse _", "sum:purse _"}, want[0][len(want[0])-3:])

	data, err = os.ReadFile(other)
	require.NoError(t, err)
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.Equal(t, want, readParquet(t, file))
}

// readParquet returns what a file holds, as text, with the names of its columns above.
func readParquet(t *testing.T, file *parquet.File) [][]string {
	var names []string
	for _, path := range file.Schema().Columns() {
		names = append(names, path[0])
	}
	rows := make([]parquet.Row, file.NumRows())
	n, _ := parquet.NewReader(file).ReadRows(rows)
	require.Equal(t, len(rows), n)
	all := [][]string{names}
	for _, row := range rows {
		all = append(all, texts(row, parquet.Value.String))
	}
	return all
}

// In the data everything adds up.
func TestSweepData(t *testing.T) {
	status, stdout, stderr := runCoins(t, context.Background(), "sweep", "--runs", "40", "--by", "flip/heads", "--facts", "heads", "--facts", "purse", "--json")
	require.Equal(t, cli.OK, status, stderr)
	var d sweepData
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
	require.Equal(t, "coins from stage play: interrupted when 0 of 9 runs had ended, seeds from 1, choice random\n", stdout)
	require.Equal(t, "interrupted\n", stderr)
	require.FileExists(t, file)

	status, stdout, _ = runCoins(t, ctx, "sweep", "--json")
	require.Equal(t, cli.Interrupted, status)
	var d sweepData
	require.NoError(t, json.Unmarshal([]byte(stdout), &d))
	require.Equal(t, 100, d.Asked)
	require.Zero(t, d.Done)
}
